use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::DynamoValue;
use dynamap::value::{
    JsonDecoder, JsonEncoder, TreeDecoder, from_attribute_value, to_attribute_value, value,
    value_eq,
};
use serde_json::Value;

/// Writes a value on both wires, reads it back from them, and says what was written.
pub(crate) fn stored<V: DynamoValue + PartialEq + Debug>(it: &V) -> Value {
    let mut encoder = JsonEncoder::value(String::new());
    it.encode(&mut encoder).expect("is written as JSON");
    let json = encoder.finish();
    let tree = to_attribute_value(&value::<V>(), it).expect("is written as a value of the SDK");
    let same: AttributeValue = read_json(&json).expect("is a value");
    assert!(value_eq(&same, &tree), "the wires differ: {json}");
    assert_eq!(&read::<V>(&json).expect("is read back"), it);
    serde_json::from_str(&json).expect("is JSON")
}

/// Reads a value from both wires.
pub(crate) fn read<V: DynamoValue + PartialEq + Debug>(json: &str) -> Result<V, String> {
    let tree: AttributeValue = read_json(json).expect("is a value");
    let of_json = read_json::<V>(json);
    let of_tree = V::decode(&mut TreeDecoder::new(&tree)).map_err(|error| error.to_string());
    let moved = from_attribute_value(&value::<V>(), tree).map_err(|error| error.to_string());
    assert_eq!(of_json, of_tree);
    assert_eq!(of_json, moved);
    of_json
}

fn read_json<V: DynamoValue>(json: &str) -> Result<V, String> {
    let mut decoder = JsonDecoder::value(json.as_bytes()).expect("is text");
    let it = V::decode(&mut decoder).map_err(|error| error.to_string())?;
    decoder.end().expect("is read to its end");
    Ok(it)
}

/// The error of writing a value, the same on both wires.
pub(crate) fn refused<V: DynamoValue>(it: &V) -> String {
    let mut encoder = JsonEncoder::value(String::new());
    let error = it.encode(&mut encoder).expect_err("is refused");
    let tree = to_attribute_value(&value::<V>(), it).expect_err("is refused");
    assert_eq!(error.to_string(), tree.to_string());
    error.to_string()
}
