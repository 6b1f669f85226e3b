//! A bucket is one of a time of the item, which `of` names: a time field, always there, that is no part of
//! the key itself.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct WithoutOf {
    #[partition_key(bucket = day)]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct WithoutBucket {
    #[partition_key(of = "at", shards = 4)]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct NoTime {
    #[partition_key(bucket = day, of = "id")]
    device: String,
    #[sort_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Itself {
    #[partition_key(iso, bucket = day, of = "at")]
    at: OffsetDateTime,
    #[sort_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Optional {
    #[partition_key(bucket = day, of = "at")]
    device: String,
    #[sort_key]
    id: String,
    #[ts(millis)]
    at: Option<OffsetDateTime>,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Number {
    #[partition_key(millis, bucket = day, of = "at")]
    made: OffsetDateTime,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

fn main() {}
