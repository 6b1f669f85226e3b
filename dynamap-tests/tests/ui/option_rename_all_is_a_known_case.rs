//! The cases are those of serde.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", rename_all = "camelcase")]
struct Order {
    #[partition_key]
    id: String,
}

fn main() {}
