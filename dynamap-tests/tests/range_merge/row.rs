//! The stored items, and where a writer that follows the rules puts them.

use dynamap::aws_sdk_dynamodb::types::AttributeValue;
use dynamap::key::{Era, KeyLayout};
use dynamap::operation::Partitions;
use dynamap::time::BucketWidth;
use dynamap::{DynamoItem, Table};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::format_description::well_known::Iso8601;
use time::macros::format_description;

use crate::paths::{RangePath, with_device};

/// An item of any of the tests' layouts.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "readings",
    index(name = "by_level", partition_key = "gpk", sort_key = "level")
)]
pub(crate) struct Row {
    #[partition_key]
    pub(crate) pk: String,
    #[sort_key]
    pub(crate) sk: String,
    pub(crate) gpk: Option<String>,
    pub(crate) level: Option<i64>,
    #[ts(millis)]
    pub(crate) at: OffsetDateTime,
    pub(crate) n: u32,
}

/// The key of every device but one is read by no test.
pub(crate) const STEM: &str = "device#7";

impl Row {
    /// A row of the table path `I`, whose sort key is `time#…#id`.
    pub(crate) fn at<I: RangePath>(at: OffsetDateTime, n: u32) -> Self {
        Self::keyed::<I>(at, &format!("time#{}#r-{n}", iso(at)), n)
    }

    /// A row of the table path `I` with this sort key.
    pub(crate) fn keyed<I: RangePath>(at: OffsetDateTime, sk: &str, n: u32) -> Self {
        let sort_key = AttributeValue::S(sk.to_owned());
        Self {
            pk: partition(I::LAYOUT, STEM, at, &sort_key),
            sk: sk.to_owned(),
            gpk: None,
            level: None,
            at,
            n,
        }
    }

    /// A row of the index path `I`.
    pub(crate) fn indexed<I: RangePath>(at: OffsetDateTime, level: i64, n: u32) -> Self {
        let sort_key = AttributeValue::N(level.to_string());
        Self {
            pk: format!("row-{n}"),
            sk: "row".to_owned(),
            gpk: Some(partition(I::LAYOUT, STEM, at, &sort_key)),
            level: Some(level),
            at,
            n,
        }
    }
}

/// The text of a time in a key.
pub(crate) fn iso(at: OffsetDateTime) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    at.format(format).unwrap()
}

/// The layout in force at an instant.
pub(crate) fn era(layout: &KeyLayout, at: OffsetDateTime) -> &'static Era {
    let nanos = at.unix_timestamp_nanos();
    let in_force = |era: &&Era| era.before.is_none_or(|before| nanos < before.as_nanos());
    layout.eras.iter().find(in_force).unwrap()
}

/// The text of the bucket of an instant.
pub(crate) fn bucket(width: BucketWidth, at: OffsetDateTime) -> String {
    let text = at.format(&Iso8601::DATE_TIME).unwrap();
    let length = match width {
        BucketWidth::Minute => 16,
        BucketWidth::Hour => return format!("{}:00", &text[..13]),
        BucketWidth::Day => 10,
        BucketWidth::Month => 7,
        BucketWidth::Year => 4,
    };
    text[..length].to_owned()
}

/// The partition of an item.
pub(crate) fn partition(
    layout: &KeyLayout,
    stem: &str,
    at: OffsetDateTime,
    sort_key: &AttributeValue,
) -> String {
    let era = era(layout, at);
    let mut text = stem.to_owned();
    if let Some(width) = era.bucket {
        text = format!("{text}#{}", bucket(width, at));
    }
    if let Some(shards) = era.shards {
        let shard = dynamap::key::shard(sort_key, shards).unwrap();
        text = format!("{text}#{shard}");
    }
    text
}

/// The partitions of the tests' device.
pub(crate) fn device<I: RangePath>(table: &Table<Row>) -> Partitions<Row, I> {
    device_named(table, "7")
}

/// The partitions of a device.
pub(crate) fn device_named<I: RangePath>(table: &Table<Row>, id: &str) -> Partitions<Row, I> {
    with_device(id, |parts| table.partitions::<I>(parts))
}

/// A table with rows, whose requests are forgotten.
pub(crate) async fn stored(fixture: &Fixture, rows: impl IntoIterator<Item = Row>) -> RowTable {
    let table = fixture.create::<Row>().await;
    add(&table, rows).await;
    fixture.requests().clear();
    table
}

pub(crate) async fn add(table: &RowTable, rows: impl IntoIterator<Item = Row>) {
    let outcome = table.batch_write().put_all(rows).send().await.unwrap();
    assert!(outcome.is_complete());
}

/// The numbers of rows.
pub(crate) fn numbers(rows: &[Row]) -> Vec<u32> {
    rows.iter().map(|row| row.n).collect()
}
