//! An item owns what it holds.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    note: &'static str,
}

fn main() {}
