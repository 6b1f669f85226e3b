//! The generated types stand beside the struct.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", handle = "Order", key = "my key")]
struct Order {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", handle = "Lines", key = "Lines")]
struct Line {
    #[partition_key]
    id: String,
}

fn main() {}
