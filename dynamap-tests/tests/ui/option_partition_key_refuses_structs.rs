//! A struct of named fields is an M, which is no key.

use dynamap::{DynamoItem, DynamoValue};

#[derive(Clone, DynamoValue)]
struct Name {
    first: String,
}

#[derive(Clone, DynamoValue)]
struct Rate(f64);

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Person {
    #[partition_key]
    id: Name,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Price {
    #[partition_key]
    id: Rate,
}

fn main() {}
