//! An item has a partition key: without one DynamoDB cannot address it.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    id: String,
}

fn main() {}
