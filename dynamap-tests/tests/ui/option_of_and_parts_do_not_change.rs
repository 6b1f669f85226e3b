//! "The attributes of the primary key cannot be updated", and the key says which item a write addresses: what
//! it is made of is neither written by the write nor by a module.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Created {
    #[partition_key(bucket = day, of = "created_at")]
    device: String,
    #[sort_key]
    id: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    partition_key(attribute = "pk", parts = ["device", "updated_at"]),
    sort_key(attribute = "sk", parts = ["version", "expires_at", "own", "tag"])
)]
struct Parts {
    device: String,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u64,
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
    #[dynamo(with = own)]
    own: String,
    #[dynamo(default)]
    tag: String,
}

/// Keys of indexes are written anew by the writes that set their parts, but not by every write.
#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    index(
        name = "by_update",
        partition_key(attribute = "gsi1pk", prefix = "x", bucket = day, of = "updated_at"),
        sort_key(attribute = "gsi1sk", parts = ["version"])
    )
)]
struct Index {
    #[partition_key]
    id: String,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u64,
}

fn main() {}
