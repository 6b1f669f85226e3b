//! A missing TTL means that the item never expires.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    #[dynamo(default)]
    expires_at: Option<OffsetDateTime>,
}

fn main() {}
