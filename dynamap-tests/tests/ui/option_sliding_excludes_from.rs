//! A TTL counts from the last write, or from a field.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ts(millis)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "1h", from = "created_at", sliding)]
    expires_at: OffsetDateTime,
}

fn main() {}
