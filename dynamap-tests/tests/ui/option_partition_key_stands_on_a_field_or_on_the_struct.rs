//! A table has one partition key and one sort key.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    partition_key(attribute = "pk", parts = ["device"]),
    sort_key(attribute = "sk", value = "LATEST")
)]
struct Both {
    #[partition_key]
    device: String,
    #[sort_key]
    id: String,
}

#[derive(DynamoItem)]
#[partition_key(attribute = "pk", parts = ["device"])]
#[dynamo(table = "readings")]
struct Bare {
    #[sort_key]
    device: String,
}

fn main() {}
