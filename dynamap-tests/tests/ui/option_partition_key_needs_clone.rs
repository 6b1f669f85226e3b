//! The key type is cloned; so its parts can be.

use dynamap::{DynamoItem, DynamoValue};

#[derive(DynamoValue)]
struct CustomerId(String);

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Customer {
    #[partition_key]
    id: CustomerId,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    partition_key(attribute = "pk", prefix = "C", parts = ["id"]),
    sort_key(attribute = "sk", value = "PROFILE")
)]
struct Part {
    id: CustomerId,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Suffix {
    #[partition_key(prefix = "C")]
    shop: String,
    #[sort_key(prefix = "O", suffix = "id")]
    number: u64,
    id: CustomerId,
}

fn main() {}
