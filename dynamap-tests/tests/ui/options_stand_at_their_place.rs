//! An option of another place, and where it belongs.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", sliding)]
struct Order {
    #[partition_key]
    id: String,
    #[dynamo(table = "lines")]
    lines: Vec<String>,
}

fn main() {}
