//! A key is always there.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Text {
    #[partition_key]
    id: Option<String>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Number {
    #[partition_key]
    id: Option<u64>,
}

fn main() {}
