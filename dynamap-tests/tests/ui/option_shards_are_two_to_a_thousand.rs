//! A shard is a hash of the sort key, modulo their number; a range reads each of them.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct One {
    #[partition_key(shards = 1)]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct TooMany {
    #[partition_key(shards = 2000)]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Quoted {
    #[partition_key(shards = "4")]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct WithoutSortKey {
    #[partition_key(shards = 4)]
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    index(name = "due", partition_key(attribute = "gsi1pk", prefix = "DUE", shards = 4))
)]
struct Index {
    #[partition_key]
    device: String,
}

fn main() {}
