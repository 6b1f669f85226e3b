//! Any text would be accepted, not only a time.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Owned {
    #[partition_key]
    id: String,
    #[ts(iso)]
    at: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Optional {
    #[partition_key]
    id: String,
    #[ts(iso)]
    at: Option<String>,
}

fn main() {}
