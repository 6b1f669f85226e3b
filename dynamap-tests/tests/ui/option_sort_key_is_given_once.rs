//! A table has at most one sort key.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[sort_key]
    line: u32,
    #[sort_key]
    part: u32,
}

fn main() {}
