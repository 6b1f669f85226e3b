//! `#[dynamo(serde)]`: values of types that only serde knows, as serde_dynamo writes them.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Number};

/// The name under which serde_json's feature `arbitrary_precision` hides a number.
const HIDDEN_NUMBER: &str = "$serde_json::private::Number";

/// The codec of a type that serde knows.
pub const fn serde<V: Serialize + DeserializeOwned>() -> Codec<V> {
    Codec {
        encode,
        decode,
        is_absent: |_| false,
        absent,
    }
}

fn encode<V: Serialize>(value: &V, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    // The error may hold parts of the value.
    let mut stored: AttributeValue = serde_dynamo::to_attribute_value(value).map_err(|_| {
        EncodeError::new("serde_dynamo cannot write this value: write it by `with` instead")
    })?;
    settle(&mut stored)?;
    stored.encode(encoder)
}

fn decode<V: DeserializeOwned>(decoder: &mut dyn Decoder) -> Result<V, DecodeError> {
    let found = decoder.wire_type()?.as_str();
    let stored = AttributeValue::decode(decoder)?;
    serde_dynamo::from_attribute_value(stored)
        .map_err(|_| DecodeError::new("what the type's `Deserialize` reads", found))
}

/// What a missing attribute reads as: what NULL does, if the type reads it.
fn absent<V: DeserializeOwned>() -> Option<V> {
    serde_dynamo::from_attribute_value(AttributeValue::Null(true)).ok()
}

/// Refuses what DynamoDB would: numbers beyond its range, empty sets.
fn settle(value: &mut AttributeValue) -> Result<(), EncodeError> {
    match value {
        AttributeValue::N(text) => {
            Number::parse(text)?;
        }
        AttributeValue::Ns(members) => {
            refuse_empty(members)?;
            for member in members {
                Number::parse(member)?;
            }
        }
        AttributeValue::Ss(members) => refuse_empty(members)?,
        AttributeValue::Bs(members) => refuse_empty(members)?,
        AttributeValue::L(elements) => elements.iter_mut().try_for_each(settle)?,
        AttributeValue::M(entries) => {
            if let (1, Some(AttributeValue::S(text))) = (entries.len(), entries.get(HIDDEN_NUMBER))
            {
                let text = text.clone();
                Number::parse(&text)?;
                *value = AttributeValue::N(text);
            } else {
                entries.values_mut().try_for_each(settle)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn refuse_empty<T>(members: &[T]) -> Result<(), EncodeError> {
    if members.is_empty() {
        return Err(EncodeError::new(
            "an empty set cannot be stored: DynamoDB has none; leave it out with \
             `#[serde(skip_serializing_if = \"…\")]`",
        ));
    }
    Ok(())
}
