//! Partition key and sort key of an index are two attributes.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(
        name = "by_customer",
        partition_key = "customer",
        sort_key = "customer"
    )
)]
struct Order {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

fn main() {}
