//! A local index sorts by another attribute than the table.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    local_index(name = "by_line", sort_key = "line"),
    local_index(name = "by_id", sort_key = "id"),
    local_index(name = "by_nothing")
)]
struct Order {
    #[partition_key]
    id: String,
    #[sort_key]
    line: u32,
}

fn main() {}
