//! An item holds each attribute once.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    total: u64,
    #[dynamo(rename = "total")]
    sum: u64,
}

fn main() {}
