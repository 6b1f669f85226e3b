//! `range` reads over the buckets of the sort key and over shards, `buckets` over those of another field; a key without
//! them is one partition, with the conditions of a query.

use dynamap::DynamoItem;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Plain {
    #[partition_key(prefix = "device")]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Sorted {
    #[partition_key(bucket = day, of = "at")]
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
const END: OffsetDateTime = datetime!(2025-03-22 0:00 UTC);

fn of_one_partition(plain: &PlainTable) {
    let _ = plain.range("d", START..END);
    let _ = plain.query("d").range(START..END);
    let _ = plain.query("d").buckets(START..END);
}

fn of_many(sorted: &SortedTable, other: &OtherTable) {
    let _ = sorted.query("d").buckets(START..END);
    let _ = sorted.buckets("d", START..END);
    let _ = other.query("d").range("a".."b");
    let _ = sorted.query("d").latest();
    let _ = sorted.query("d").within(START..END).newest_first();
}

fn main() {}
