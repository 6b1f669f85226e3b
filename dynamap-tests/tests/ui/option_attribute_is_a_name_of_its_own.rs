//! A composed key is an attribute beside its parts.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "device", parts = ["device"]))]
struct Part {
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    partition_key(attribute = "pk", parts = ["device"]),
    sort_key(attribute = "pk", parts = ["id"])
)]
struct Twice {
    device: String,
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    index(name = "by_id", partition_key(attribute = "pk", parts = ["id"]))
)]
struct Index {
    #[partition_key(prefix = "device")]
    #[dynamo(rename = "pk")]
    device: String,
    id: String,
}

fn main() {}
