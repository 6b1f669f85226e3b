//! A table has at most five local indexes.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    local_index(name = "by_a", sort_key = "a"),
    local_index(name = "by_b", sort_key = "b"),
    local_index(name = "by_c", sort_key = "c"),
    local_index(name = "by_d", sort_key = "d"),
    local_index(name = "by_e", sort_key = "e"),
    local_index(name = "by_f", sort_key = "f")
)]
struct Order {
    #[partition_key]
    id: String,
    #[sort_key]
    line: u32,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    e: u32,
    f: u32,
}

fn main() {}
