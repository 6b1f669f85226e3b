//! Each bucket of a range is read by a request of its own, so that a range needs a start and an end.

use dynamap::DynamoItem;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key(bucket = day, of = "at", shards = 4)]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Other {
    #[partition_key(bucket = day, of = "at")]
    device: String,
    #[sort_key]
    id: String,
    #[ts(millis)]
    at: OffsetDateTime,
}

const START: OffsetDateTime = datetime!(2025-03-21 0:00 UTC);

fn uses(readings: &ReadingTable, others: &OtherTable) {
    let _ = readings.range("d", START..);
    let _ = readings.range("d", ..START);
    let _ = readings.query("d").latest_within(START..);
    let _ = others.buckets("d", START..);
}

fn main() {}
