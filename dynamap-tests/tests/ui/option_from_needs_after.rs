//! Without a duration there is nothing to count.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ts(millis)]
    created_at: OffsetDateTime,
    #[ttl(seconds, from = "created_at")]
    expires_at: OffsetDateTime,
}

fn main() {}
