//! A version counts writes: narrow, signed-off and inexact types cannot.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Text {
    #[partition_key]
    id: String,
    #[version]
    version: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Float {
    #[partition_key]
    id: String,
    #[version]
    version: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Narrow {
    #[partition_key]
    id: String,
    #[version]
    version: Option<u8>,
}

fn main() {}
