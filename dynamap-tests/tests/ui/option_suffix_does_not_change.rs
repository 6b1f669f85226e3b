//! A key cannot be updated, so no part of it may change, or be filled in by the write.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Updated {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "updated_at")]
    at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Created {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "created_at")]
    at: OffsetDateTime,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Versioned {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "version")]
    at: OffsetDateTime,
    #[version]
    version: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Expiring {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "expires_at")]
    at: OffsetDateTime,
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
}

fn main() {}
