//! An index key may be absent, but not inexact or a collection.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_price", partition_key = "price"))]
struct Float {
    #[partition_key]
    id: String,
    price: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_open", partition_key = "open"))]
struct Flag {
    #[partition_key]
    id: String,
    open: Option<bool>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_tags", partition_key = "tags"))]
struct List {
    #[partition_key]
    id: String,
    tags: Vec<String>,
}

fn main() {}
