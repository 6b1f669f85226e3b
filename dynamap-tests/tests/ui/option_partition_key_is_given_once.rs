//! A table has one partition key: a second field cannot be it too.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[partition_key]
    customer: String,
}

fn main() {}
