//! A layout ends at the midnight of one day in UTC, and states what was in force before it.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct NoDay {
    #[partition_key(bucket = day, of = "at", before("2025-02-29", bucket = month))]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct NoDate {
    #[partition_key(bucket = day, of = "at", before("June 2025", bucket = month))]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Twice {
    #[partition_key(
        bucket = day,
        of = "at",
        before("2025-06-01", bucket = month),
        before("2025-06-01")
    )]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct WithoutOf {
    #[partition_key(shards = 4, before("2025-06-01"))]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct WithoutDay {
    #[partition_key(bucket = day, of = "at", before(bucket = month))]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Nothing {
    #[partition_key(of = "at", before("2025-06-01"))]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

fn main() {}
