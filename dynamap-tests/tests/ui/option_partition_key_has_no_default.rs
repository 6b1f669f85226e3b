//! Every item has its key attributes, so there is nothing to default.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    #[dynamo(default)]
    id: String,
    #[sort_key]
    #[dynamo(default = first)]
    position: u32,
}

fn main() {}
