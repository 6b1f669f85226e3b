//! Index names have 3 to 255 of a few characters.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by customer", partition_key = "customer")
)]
struct Order {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

fn main() {}
