//! The items that are mapped: one set of structs with the derives of both mappers.

use std::collections::BTreeSet;

use dynamap::{DynamoItem, DynamoValue};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::serde_time;

/// 6 attributes.
#[derive(Debug, Clone, PartialEq, DynamoItem, Serialize, Deserialize)]
#[dynamo(table = "sessions")]
pub(crate) struct Session {
    #[partition_key]
    pub(crate) token: String,
    pub(crate) user_id: String,
    #[ts(millis, auto_create)]
    #[serde(with = "serde_time::millis")]
    pub(crate) created_at: OffsetDateTime,
    pub(crate) address: String,
    pub(crate) requests: u32,
    #[ttl(seconds, after = "1d")]
    #[serde(with = "serde_time::seconds")]
    pub(crate) expires_at: OffsetDateTime,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue, Serialize, Deserialize)]
pub(crate) enum Status {
    Pending,
    Paid,
    Shipped,
}

#[derive(Debug, Clone, PartialEq, DynamoValue, Serialize, Deserialize)]
pub(crate) struct Address {
    pub(crate) name: String,
    pub(crate) street: String,
    pub(crate) city: String,
    pub(crate) postal_code: String,
}

#[derive(Debug, Clone, PartialEq, DynamoValue, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) sku: String,
    pub(crate) quantity: u32,
    pub(crate) cents: i64,
}

/// 14 attributes, with a nested map, a list of maps and a string set.
#[derive(Debug, Clone, PartialEq, DynamoItem, Serialize, Deserialize)]
#[dynamo(table = "orders")]
pub(crate) struct Order {
    #[partition_key]
    pub(crate) customer: String,
    #[sort_key]
    pub(crate) number: u64,
    #[ts(millis, auto_create)]
    #[serde(with = "serde_time::millis")]
    pub(crate) created_at: OffsetDateTime,
    #[ts(iso, auto_update)]
    #[serde(with = "serde_time::iso")]
    pub(crate) updated_at: OffsetDateTime,
    pub(crate) status: Status,
    #[version]
    pub(crate) version: u64,
    pub(crate) currency: String,
    pub(crate) rate: f64,
    pub(crate) paid: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    pub(crate) ship_to: Address,
    pub(crate) lines: Vec<Line>,
    #[serde(with = "serde_dynamo::string_set")]
    pub(crate) tags: BTreeSet<String>,
    #[ttl(seconds, after = "90d")]
    #[serde(with = "serde_time::seconds")]
    pub(crate) expires_at: OffsetDateTime,
}

/// 7 attributes, keys as text.
#[derive(Debug, Clone, PartialEq, DynamoItem, Serialize, Deserialize)]
#[dynamo(table = "application")]
pub(crate) struct Row {
    #[partition_key]
    pub(crate) pk: String,
    #[sort_key]
    pub(crate) sk: String,
    pub(crate) kind: String,
    pub(crate) owner: String,
    pub(crate) amount: i64,
    pub(crate) open: bool,
    #[ts(millis)]
    #[serde(with = "serde_time::millis")]
    pub(crate) at: OffsetDateTime,
}
