// Two attributes are compared as they are stored, so both hold one type, or an `Option` of it; and a query
// filters by no key of its path, on either side.

use dynamap::{Condition, DynamoItem};

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_status", partition_key = "status", sort_key = "total")
)]
struct Order {
    #[partition_key]
    id: String,
    status: String,
    total: u64,
    limit: Option<u64>,
    small: u32,
    tags: Vec<String>,
    spare: Vec<String>,
}

fn sound() -> Condition<Order> {
    Order::LIMIT.gt_attribute(Order::LIMIT)
}

fn other_type() -> Condition<Order> {
    Order::LIMIT.gt_attribute(Order::SMALL)
}

fn without_order() -> Condition<Order> {
    Order::TAGS.lt_attribute(Order::SPARE)
}

fn key_of_the_path(orders: &OrderTable) {
    let _ = orders
        .query_by_status("paid")
        .filter(Order::LIMIT.gt_attribute(Order::TOTAL));
}

fn main() {}
