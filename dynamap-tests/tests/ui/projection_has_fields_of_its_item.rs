//! The fields of a projection have the names and the types of the item's.

use dynamap::{DynamoItem, DynamoProjection, DynamoValue};

#[derive(DynamoValue)]
struct Address {
    city: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    total: u64,
    #[dynamo(flatten)]
    address: Address,
    #[dynamo(skip)]
    cached: u64,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Misspelled {
    id: String,
    totle: u64,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct OtherType {
    id: String,
    total: u32,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct OtherOption {
    id: Option<String>,
    #[dynamo(field = "total")]
    cents: u64,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Flattened {
    address: Address,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Skipped {
    cached: u64,
}

#[derive(DynamoProjection)]
#[dynamo(of = Address)]
struct OfAValue {
    city: String,
}

fn main() {}
