//! What is flattened has attributes, none of them with the name of another, and one map at most.

use std::collections::HashMap;

use dynamap::{DynamoItem, DynamoValue, Item};

#[derive(DynamoValue)]
struct Address {
    city: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "customers")]
struct SameName {
    #[partition_key]
    id: String,
    city: String,
    #[dynamo(flatten)]
    address: Address,
}

#[derive(DynamoValue)]
struct TwoMaps {
    #[dynamo(flatten)]
    texts: HashMap<String, String>,
    #[dynamo(flatten)]
    others: Item,
}

#[derive(DynamoValue)]
struct NoMap {
    #[dynamo(flatten)]
    count: u32,
}

fn main() {}
