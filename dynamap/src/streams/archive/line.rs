use aws_sdk_dynamodb::types::AttributeValue;

use crate::Result;
use crate::item::Item;
use crate::value::{DynamoValue as _, EncodeError, Encoder, JsonEncoder};

/// Adds an item as one line of JSON, `{"Item":{"id":{"S":"a"}}}` with a line feed: DynamoDB JSON, as exports to S3
/// have it and `ImportTable` reads it.
///
/// Numbers keep their text, and the attributes of every map are in the order of their names, so that the
/// same item is the same line.
pub fn write_item_line(item: &Item, lines: &mut String) -> Result<()> {
    let mut encoder = JsonEncoder::item(String::new());
    entries(item, &mut encoder)?;
    lines.push_str(r#"{"Item":"#);
    lines.push_str(&encoder.finish());
    lines.push_str("}\n");
    Ok(())
}

fn entries(map: &Item, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    let mut sorted: Vec<_> = map.iter().collect();
    sorted.sort_unstable_by_key(|(name, _)| name.as_str());
    encoder.open_map(sorted.len());
    for (name, value) in sorted {
        encoder.key(name);
        sorted_value(value, encoder)?;
    }
    encoder.close();
    Ok(())
}

fn sorted_value(value: &AttributeValue, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    match value {
        AttributeValue::M(map) => entries(map, encoder),
        AttributeValue::L(elements) => {
            encoder.open_list(elements.len());
            for element in elements {
                sorted_value(element, encoder)?;
            }
            encoder.close();
            Ok(())
        }
        scalar => scalar.encode(encoder),
    }
}
