//! Attribute names have at least one byte.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[dynamo(rename = "")]
    total: u64,
}

fn main() {}
