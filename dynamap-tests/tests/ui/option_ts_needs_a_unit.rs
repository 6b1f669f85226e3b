//! A time without a unit is off by a factor of a thousand.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[ts]
    created_at: OffsetDateTime,
    #[ts(auto_update)]
    updated_at: OffsetDateTime,
    #[dynamo(ts)]
    shipped_at: Option<OffsetDateTime>,
}

fn main() {}
