//! An index has a name and a partition key.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(sort_key = "total"))]
struct Empty {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_customer"))]
struct Named {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index())]
struct Nothing {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

fn main() {}
