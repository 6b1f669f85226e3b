//! A helper on the struct itself belongs to another derive, or is misplaced.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
#[partition_key]
struct Order {
    #[partition_key]
    id: String,
}

fn main() {}
