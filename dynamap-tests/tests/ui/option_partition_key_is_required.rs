//! An item has one partition key: by it DynamoDB finds the item.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", long_form)]
struct InLongForm {
    id: String,
}

fn main() {}
