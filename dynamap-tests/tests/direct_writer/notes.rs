use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, DynamoValue, unset};
use time::OffsetDateTime;

/// An item with an attribute of every type, and everything that writes fill in.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "notes",
    index(name = "of_author", partition_key = "author", sort_key = "seen_at")
)]
pub(crate) struct Note {
    #[partition_key]
    pub(crate) id: String,
    #[sort_key]
    pub(crate) number: u32,
    pub(crate) text: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) real: f64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) flag: bool,
    #[dynamo(null)]
    pub(crate) nothing: Option<String>,
    #[dynamo(default)]
    pub(crate) parts: Vec<Part>,
    pub(crate) part: Option<Part>,
    #[dynamo(default)]
    pub(crate) tags: BTreeSet<String>,
    #[dynamo(default)]
    pub(crate) numbers: BTreeSet<i32>,
    pub(crate) any: Option<AttributeValue>,
    pub(crate) map: BTreeMap<String, String>,
    #[dynamo(flatten)]
    pub(crate) audit: Audit,
    #[ts(millis, auto_create)]
    pub(crate) seen_at: OffsetDateTime,
    #[ttl(seconds, after = "1d", from = "seen_at")]
    pub(crate) expires_at: Option<OffsetDateTime>,
    #[dynamo(flatten)]
    pub(crate) more: HashMap<String, AttributeValue>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub(crate) struct Part {
    pub(crate) name: String,
    #[dynamo(default)]
    pub(crate) parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub(crate) struct Audit {
    #[ts(millis, auto_create)]
    pub(crate) created_at: OffsetDateTime,
    #[ts(iso, auto_update)]
    pub(crate) updated_at: OffsetDateTime,
    pub(crate) by: String,
}

/// An item of few attributes, all of which writes look at.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "counters")]
pub(crate) struct Counter {
    #[partition_key]
    pub(crate) id: u64,
    #[version]
    pub(crate) version: u32,
}

pub(crate) fn note(number: u32) -> Note {
    Note {
        id: "a".to_owned(),
        number,
        text: Some("x".to_owned()),
        author: None,
        real: 0.5,
        bytes: vec![1, 2],
        flag: true,
        nothing: None,
        parts: Vec::new(),
        part: None,
        tags: BTreeSet::new(),
        numbers: BTreeSet::new(),
        any: None,
        map: BTreeMap::new(),
        audit: Audit {
            created_at: unset(),
            updated_at: unset(),
            by: "b".to_owned(),
        },
        seen_at: unset(),
        expires_at: None,
        more: HashMap::new(),
    }
}
