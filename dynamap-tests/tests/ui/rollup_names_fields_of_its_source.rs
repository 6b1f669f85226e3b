//! What a rollup names is a field of its source, and its time holds a time.

use dynamap::{DynamoItem, DynamoRollup, Number};
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
    celsius: f64,
}

#[derive(DynamoItem, DynamoRollup)]
#[dynamo(table = "hourly")]
#[rollup(of = Reading, every = hour, at = "device")]
struct Hourly {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(sum = "fahrenheit")]
    sum: Number,
}

fn main() {}
