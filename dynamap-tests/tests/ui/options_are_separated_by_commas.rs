//! What stands between a value and the next comma.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders" rename_all = "camelCase")]
struct Order {
    #[partition_key]
    id: String,
}

fn main() {}
