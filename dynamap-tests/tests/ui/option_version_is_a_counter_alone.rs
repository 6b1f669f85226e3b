//! A version is no time, no key, and has no default.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    #[version]
    id: u64,
    #[ts(millis)]
    #[version]
    at: u64,
    #[version]
    #[dynamo(default)]
    version: u64,
}

fn main() {}
