//! The item of the recorded events, and where they are.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::primitives::Blob;
use dynamap::streams::{LambdaBatch, Record};
use dynamap::{DynamoItem, DynamoValue, Number};
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
pub(crate) struct Order {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) status: Status,
    pub(crate) total: Option<Number>,
    pub(crate) receipt: Option<Blob>,
    pub(crate) gift: Option<bool>,
    pub(crate) note: Option<String>,
    pub(crate) lines: Option<Vec<Line>>,
    pub(crate) labels: BTreeSet<String>,
    pub(crate) points: BTreeSet<Number>,
    pub(crate) hashes: BTreeSet<Vec<u8>>,
    #[ts(millis)]
    pub(crate) updated_at: OffsetDateTime,
    #[ttl(seconds)]
    pub(crate) expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
pub(crate) enum Status {
    Pending,
    Paid,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub(crate) struct Line {
    pub(crate) sku: String,
    pub(crate) count: u32,
}

impl Order {
    /// An order with nothing but what every image of the recorded events has.
    pub(crate) fn plain(id: &str, status: Status, updated_at: OffsetDateTime) -> Self {
        Self {
            id: id.into(),
            status,
            total: None,
            receipt: None,
            gift: None,
            note: None,
            lines: None,
            labels: BTreeSet::new(),
            points: BTreeSet::new(),
            hashes: BTreeSet::new(),
            updated_at,
            expires_at: None,
        }
    }

    /// The first image of the recorded events, which has an attribute of every type.
    pub(crate) fn of_every_type() -> Self {
        Self {
            total: Some("19.90".parse().unwrap()),
            receipt: Some(Blob::new("Sunny")),
            gift: Some(true),
            lines: Some(vec![Line {
                sku: "mug \"blue\"".into(),
                count: 2,
            }]),
            labels: ["fragile".to_owned(), "grüße".to_owned()].into(),
            points: [
                "-3".parse().unwrap(),
                "12345678901234567890123456789012345678".parse().unwrap(),
            ]
            .into(),
            hashes: [vec![1, 2], vec![]].into(),
            expires_at: Some(datetime!(2016-12-03 1:27 UTC)),
            ..Self::plain(
                "order-101",
                Status::Pending,
                datetime!(2016-12-02 1:27:00.348 UTC),
            )
        }
    }
}

pub(crate) const EVENT: &str = include_str!("../../data/streams/lambda_event.json");
pub(crate) const VIEW_TYPES: &str = include_str!("../../data/streams/lambda_view_types.json");
pub(crate) const STREAMS_ANSWER: &str = include_str!("../../data/streams/streams_records.json");

/// The records of a payload.
pub(crate) fn records(payload: &str) -> Vec<Record> {
    LambdaBatch::from_json(payload.as_bytes())
        .unwrap()
        .into_records()
}
