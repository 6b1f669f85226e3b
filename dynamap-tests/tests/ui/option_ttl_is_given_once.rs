//! A table has one TTL attribute.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
    #[ttl(seconds)]
    deleted_at: Option<OffsetDateTime>,
}

fn main() {}
