//! Without a duration there is nothing to slide by.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ttl(seconds, sliding)]
    expires_at: OffsetDateTime,
}

fn main() {}
