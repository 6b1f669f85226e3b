//! Two fields whose constants would have one name.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
#[allow(non_snake_case)]
struct Order {
    #[partition_key]
    id: String,
    line_total: u64,
    lineTotal: u64,
}

fn main() {}
