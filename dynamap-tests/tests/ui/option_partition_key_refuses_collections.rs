//! A key is one string, number or binary.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct List {
    #[partition_key]
    id: Vec<String>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Set {
    #[partition_key]
    id: std::collections::BTreeSet<String>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Map {
    #[partition_key]
    id: std::collections::HashMap<String, String>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Tuple {
    #[partition_key]
    id: (String, u32),
}

fn main() {}
