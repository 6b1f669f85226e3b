//! A field is set when the item is created, or by every write.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[ts(millis, auto_create, auto_update)]
    created_at: OffsetDateTime,
}

fn main() {}
