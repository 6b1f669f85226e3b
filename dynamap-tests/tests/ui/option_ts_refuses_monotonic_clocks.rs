//! An `Instant` means nothing outside of its process.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: std::time::Instant,
}

fn main() {}
