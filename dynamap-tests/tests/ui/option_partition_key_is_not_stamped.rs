//! The key says which item a write addresses, so no write can fill it in.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[sort_key]
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
}

fn main() {}
