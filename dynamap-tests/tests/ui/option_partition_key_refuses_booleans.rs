//! DynamoDB has no boolean keys.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: bool,
}

fn main() {}
