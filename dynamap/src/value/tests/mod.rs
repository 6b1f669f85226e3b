//! Names carry the number of the field case (`c…`) or conformance case (`s…`) that they settle.

mod collections;
mod equality;
mod generate;
mod json;
mod key;
mod lengths;
mod number;
mod oracle;
mod scalar;
mod tree;

use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;

use super::*;

fn encode<V: DynamoValue>(v: &V) -> AttributeValue {
    to_attribute_value(&value(), v).expect("encodes")
}

fn refuse<V: DynamoValue>(v: &V) -> String {
    let map = to_attribute_value(&value(), v).expect_err("is refused");
    let mut json = JsonEncoder::value(String::new());
    let error = v.encode(&mut json).expect_err("is refused");
    assert_eq!(map.to_string(), error.to_string());
    error.to_string()
}

fn decode<V: DynamoValue>(v: AttributeValue) -> Result<V, DecodeError> {
    from_attribute_value(&value(), v)
}

fn to_json<V: DynamoValue>(v: &V) -> String {
    let mut encoder = JsonEncoder::value(String::new());
    v.encode(&mut encoder).expect("encodes");
    encoder.finish()
}

fn from_json<V: DynamoValue>(text: &str) -> Result<V, DecodeError> {
    let mut decoder = JsonDecoder::value(text.as_bytes())?;
    let v = V::decode(&mut decoder)?;
    decoder.end()?;
    Ok(v)
}

/// The value goes through every wire and comes back; returns what was written.
fn round_trip<V: DynamoValue + PartialEq + Debug>(v: &V) -> AttributeValue {
    let written = encode(v);
    assert_eq!(V::decode(&mut TreeDecoder::new(&written)).unwrap(), *v);
    assert_eq!(decode::<V>(written.clone()).unwrap(), *v);
    let json = to_json(v);
    assert_eq!(from_json::<V>(&json).unwrap(), *v);
    assert!(value_eq(&from_json(&json).unwrap(), &written), "{json}");
    written
}

/// The same error on every wire; its text.
fn fails<V: DynamoValue + Debug>(v: &AttributeValue) -> String {
    let error = decode::<V>(v.clone()).unwrap_err().to_string();
    let by_ref = V::decode(&mut TreeDecoder::new(v)).unwrap_err().to_string();
    let json = from_json::<V>(&to_json(v)).unwrap_err().to_string();
    assert_eq!((&by_ref, &json), (&error, &error));
    error
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn n(text: &str) -> AttributeValue {
    AttributeValue::N(text.to_owned())
}

fn b(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(aws_smithy_types::Blob::new(bytes))
}

fn m<const N: usize>(entries: [(&str, AttributeValue); N]) -> AttributeValue {
    AttributeValue::M(entries.map(|(name, v)| (name.to_owned(), v)).into())
}

fn ns(members: &[&str]) -> AttributeValue {
    AttributeValue::Ns(members.iter().map(ToString::to_string).collect())
}

fn ss(members: &[&str]) -> AttributeValue {
    AttributeValue::Ss(members.iter().map(ToString::to_string).collect())
}

const NULL: AttributeValue = AttributeValue::Null(true);
