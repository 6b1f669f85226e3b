//! Index names are unique within a table, and so are the methods and types made of them.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_customer", partition_key = "customer"),
    index(name = "by_customer", partition_key = "total")
)]
struct Twice {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by-customer", partition_key = "customer"),
    index(name = "by_customer", partition_key = "total")
)]
struct Method {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", path = "Type"))]
struct Type {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_customer", partition_key = "customer", method = "get")
)]
struct Taken {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(
        name = "by_customer",
        partition_key = "customer",
        method = "by customer"
    )
)]
struct NoName {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

fn main() {}
