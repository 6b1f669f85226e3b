//! Partition key and sort key are two attributes.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    #[sort_key]
    id: String,
}

fn main() {}
