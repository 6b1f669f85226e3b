//! A sum is exact, a count an integer, an extreme may be missing and has the type of the source's field.

use dynamap::{DynamoItem, DynamoRollup};
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
    celsius: f64,
    healthy: bool,
}

#[derive(DynamoItem, DynamoRollup)]
#[dynamo(table = "floats")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Floats {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(sum = "celsius")]
    sum: f64,
}

#[derive(DynamoItem, DynamoRollup)]
#[dynamo(table = "texts")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Texts {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(count)]
    count: String,
}

#[derive(DynamoItem, DynamoRollup)]
#[dynamo(table = "always")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Always {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(max = "celsius")]
    hottest: f64,
    #[rollup(stale)]
    stale: Option<u64>,
}

#[derive(DynamoItem, DynamoRollup)]
#[dynamo(table = "unordered")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Unordered {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(max = "healthy")]
    healthiest: Option<bool>,
    #[rollup(stale)]
    stale: Option<u64>,
}

#[derive(DynamoItem, DynamoRollup)]
#[dynamo(table = "unmarked")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Unmarked {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(max = "celsius")]
    hottest: Option<f64>,
    #[rollup(stale)]
    stale: bool,
}

fn main() {}
