//! A local index gives the items of one partition another order.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", local_index(name = "by_total", sort_key = "total"))]
struct Order {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

fn main() {}
