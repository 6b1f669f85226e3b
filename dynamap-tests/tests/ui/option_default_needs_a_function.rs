//! A default is a function without arguments that gives the type of the field.

use dynamap::{DynamoItem, DynamoValue};

#[derive(DynamoValue)]
enum Status {
    Pending,
}

fn zero() -> u64 {
    0
}

fn one(_: u64) -> u64 {
    1
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[dynamo(default)]
    status: Status,
    #[dynamo(default = zero)]
    note: String,
    #[dynamo(default = one)]
    total: u64,
    #[dynamo(default = missing)]
    count: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Quoted {
    #[partition_key]
    id: String,
    #[dynamo(default = "zero")]
    total: u64,
}

fn main() {}
