//! A relative path would mean another thing in each module.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", crate = mapper)]
struct Order {
    #[partition_key]
    id: String,
}

fn main() {}
