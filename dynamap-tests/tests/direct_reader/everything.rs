use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;

/// An item with an attribute of every type.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "everything")]
pub(crate) struct Everything {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) text: Option<String>,
    pub(crate) number: Option<i64>,
    pub(crate) real: Option<f64>,
    pub(crate) bytes: Option<Vec<u8>>,
    pub(crate) flag: Option<bool>,
    #[ts(millis)]
    pub(crate) at: Option<OffsetDateTime>,
    #[dynamo(default)]
    pub(crate) list: Vec<Part>,
    pub(crate) part: Option<Part>,
    pub(crate) texts: Option<BTreeSet<String>>,
    pub(crate) numbers: Option<BTreeSet<i32>>,
    pub(crate) any: Option<AttributeValue>,
    pub(crate) map: Option<HashMap<String, AttributeValue>>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub(crate) struct Part {
    pub(crate) name: Option<String>,
    #[dynamo(default)]
    pub(crate) parts: Vec<Part>,
}
