//! A TTL counts from an instant, which another field holds.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct NoTime {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = "90d", from = "id")]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Itself {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = "90d", from = "expires_at")]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Unknown {
    #[partition_key]
    id: String,
    #[ts(millis)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "90d", from = "create_at")]
    expires_at: OffsetDateTime,
}

fn main() {}
