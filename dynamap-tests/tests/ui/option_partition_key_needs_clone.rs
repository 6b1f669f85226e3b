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

fn main() {}
