//! One version counts the writes of an item (V12).

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
    #[version]
    revision: u64,
}

fn main() {}
