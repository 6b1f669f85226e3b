//! An item says which table it stands in.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
struct Order {
    #[partition_key]
    id: String,
}

fn main() {}
