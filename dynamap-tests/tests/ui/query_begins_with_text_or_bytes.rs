//! A number has no beginning, and neither has a time in an epoch unit. (FC-93)

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

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    owner: String,
    #[sort_key]
    name: String,
}

fn uses(orders: &OrderTable, notes: &NoteTable) {
    let _ = orders.query_by_quantity("c").begins_with("1");
    let _ = orders.query_by_customer("c").begins_with("2025");
    let _ = orders.query("c").begins_with("a");
    let _ = notes.query("n").begins_with(5);
}

fn main() {}
