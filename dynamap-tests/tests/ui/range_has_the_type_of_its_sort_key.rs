//! A range over a time takes points in time, one over other keys values of their type.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key(bucket = day, of = "at")]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

fn uses(readings: &ReadingTable) {
    let _ = readings.range("d", "2025-03-21".."2025-03-22");
    let _ = readings.range("d", 0..5);
    let _ = readings.get("d");
    let _ = readings.query(5);
}

fn main() {}
