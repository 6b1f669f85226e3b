//! Numbers have no size.

use std::collections::BTreeSet;

use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;

#[derive(Clone, Copy, DynamoValue)]
enum Status {
    Pending,
    Paid,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(
        name = "by_customer",
        partition_key = "customer",
        sort_key = "updated_at"
    ),
    index(
        name = "by_quantity",
        partition_key = "customer",
        sort_key = "quantity"
    ),
    index(name = "by_note", partition_key = "note")
)]
struct Order {
    #[partition_key]
    id: String,
    customer: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    status: Status,
    quantity: u32,
    note: Option<String>,
    tags: BTreeSet<String>,
    lines: Vec<String>,
    open: bool,
    #[version]
    version: u64,
}

fn uses(orders: &OrderTable) {
    let _ = Order::QUANTITY.size().gt(3);
}

fn main() {}
