//! DynamoDB JSON read by way of `serde_json`, to compare with.

use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// JSON whose objects keep entries of one name apart.
enum Json {
    Bool(bool),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
    Other,
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::String(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Json, A::Error> {
        let mut array = Vec::new();
        while let Some(element) = sequence.next_element()? {
            array.push(element);
        }
        Ok(Json::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(entry) = map.next_entry()? {
            object.push(entry);
        }
        Ok(Json::Object(object))
    }
}

impl Json {
    fn string(self) -> Option<String> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    fn blob(self) -> Option<Blob> {
        let bytes = BASE64_STANDARD.decode(self.string()?).ok()?;
        Some(Blob::new(bytes))
    }

    fn array<T>(self, element: fn(Self) -> Option<T>) -> Option<Vec<T>> {
        match self {
            Self::Array(array) => array.into_iter().map(element).collect(),
            _ => None,
        }
    }

    fn item(self) -> Option<HashMap<String, AttributeValue>> {
        match self {
            Self::Object(entries) => entries
                .into_iter()
                .map(|(name, json)| Some((name, json.value()?)))
                .collect(),
            _ => None,
        }
    }

    fn value(self) -> Option<AttributeValue> {
        let Self::Object(mut entries) = self else {
            return None;
        };
        let (tag, json) = entries.pop()?;
        if !entries.is_empty() {
            return None;
        }
        Some(match (tag.as_str(), json) {
            ("S", json) => AttributeValue::S(json.string()?),
            ("N", json) => AttributeValue::N(json.string()?),
            ("B", json) => AttributeValue::B(json.blob()?),
            ("BOOL", Self::Bool(value)) => AttributeValue::Bool(value),
            ("NULL", Self::Bool(true)) => AttributeValue::Null(true),
            ("M", json) => AttributeValue::M(json.item()?),
            ("L", json) => AttributeValue::L(json.array(Self::value)?),
            ("SS", json) => AttributeValue::Ss(json.array(Self::string)?),
            ("NS", json) => AttributeValue::Ns(json.array(Self::string)?),
            ("BS", json) => AttributeValue::Bs(json.array(Self::blob)?),
            _ => return None,
        })
    }
}

/// The item, or `None` where the bytes are no item.
pub(super) fn item(bytes: &[u8]) -> Option<HashMap<String, AttributeValue>> {
    serde_json::from_slice::<Json>(bytes).ok()?.item()
}
