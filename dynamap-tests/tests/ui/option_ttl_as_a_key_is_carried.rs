//! A TTL that is a key is in seconds too, and no write computes it.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Iso {
    #[partition_key]
    id: String,
    #[sort_key(iso)]
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Computed {
    #[partition_key]
    id: String,
    #[sort_key]
    #[ttl(seconds, after = "90d")]
    expires_at: OffsetDateTime,
}

fn main() {}
