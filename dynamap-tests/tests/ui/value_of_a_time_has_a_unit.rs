//! A time without its unit is not a value.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    created_at: OffsetDateTime,
    shipped_at: Option<std::time::SystemTime>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Keyed {
    #[partition_key]
    id: String,
    #[sort_key]
    at: OffsetDateTime,
}

fn main() {}
