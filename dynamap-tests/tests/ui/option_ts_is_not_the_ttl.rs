//! The TTL is in epoch seconds, whatever the other times are in.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[ts(millis)]
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
}

fn main() {}
