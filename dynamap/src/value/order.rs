use std::cmp::Ordering;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Number;

/// About how many bytes an item takes as JSON, at least as many as it does.
pub(crate) fn json_bytes(item: &HashMap<String, AttributeValue>) -> usize {
    item.iter()
        .map(|(name, value)| text_bytes(name) + value_bytes(value) + 16)
        .sum()
}

/// A control character, a quote or a backslash becomes up to six bytes.
fn text_bytes(text: &str) -> usize {
    let escaped = text
        .bytes()
        .filter(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\'))
        .count();
    text.len() + escaped * 5
}

fn value_bytes(value: &AttributeValue) -> usize {
    let base64 = |length: usize| length.div_ceil(3) * 4;
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text_bytes(text),
        AttributeValue::B(bytes) => base64(bytes.as_ref().len()),
        AttributeValue::Ss(texts) | AttributeValue::Ns(texts) => {
            texts.iter().map(|text| text_bytes(text) + 3).sum()
        }
        AttributeValue::Bs(all) => all
            .iter()
            .map(|bytes| base64(bytes.as_ref().len()) + 3)
            .sum(),
        AttributeValue::L(elements) => elements
            .iter()
            .map(|element| value_bytes(element) + 16)
            .sum(),
        AttributeValue::M(entries) => json_bytes(entries),
        _ => 8,
    }
}

/// DynamoDB's order of two S, N or B values: UTF-8 bytes, numeric value, unsigned bytes; `None` for
/// values of different or unordered types.
pub(crate) fn value_cmp(a: &AttributeValue, b: &AttributeValue) -> Option<Ordering> {
    match (a, b) {
        (AttributeValue::S(a), AttributeValue::S(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (AttributeValue::N(a), AttributeValue::N(b)) => {
            Some(a.parse::<Number>().ok()?.cmp(&b.parse::<Number>().ok()?))
        }
        (AttributeValue::B(a), AttributeValue::B(b)) => Some(a.as_ref().cmp(b.as_ref())),
        _ => None,
    }
}
