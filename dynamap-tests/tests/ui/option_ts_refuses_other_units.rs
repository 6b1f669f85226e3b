//! A type that counts a unit of its own is stored in that unit.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Millis {
    #[partition_key]
    id: String,
    #[ts(seconds)]
    at: dynamap::time::EpochMillis,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Optional {
    #[partition_key]
    id: String,
    #[ts(seconds)]
    at: Option<dynamap::time::EpochNanos>,
}

fn main() {}
