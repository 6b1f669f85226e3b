//! An attribute is written in one unit.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[ts(seconds, millis)]
    created_at: OffsetDateTime,
    #[ts(iso, seconds)]
    updated_at: OffsetDateTime,
}

fn main() {}
