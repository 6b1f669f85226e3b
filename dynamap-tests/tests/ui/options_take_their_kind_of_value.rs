//! Text, a path, a word, a list, or nothing.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = orders)]
struct Text {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", crate = "dynamap")]
struct Path {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_id", partition_key = "id", projection = "all")
)]
struct Word {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index = "by_id")]
struct List {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", long_form = true)]
struct Flag {
    #[dynamo(partition_key)]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table)]
struct Nothing {
    #[partition_key]
    id: String,
}

fn main() {}
