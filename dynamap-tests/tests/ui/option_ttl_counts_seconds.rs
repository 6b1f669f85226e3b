//! DynamoDB never deletes an item whose TTL is in another unit.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Millis {
    #[partition_key]
    id: String,
    #[ttl(millis)]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Iso {
    #[partition_key]
    id: String,
    #[ttl(iso)]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Precise {
    #[partition_key]
    id: String,
    #[ttl(seconds, precision = millis)]
    expires_at: OffsetDateTime,
}

fn main() {}
