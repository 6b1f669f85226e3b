//! The second of two options is the one to remove.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", table = "sales")]
struct Order {
    #[partition_key]
    #[dynamo(partition_key)]
    id: String,
    #[dynamo(rename = "a")]
    #[dynamo(rename = "b")]
    total: u64,
}

fn main() {}
