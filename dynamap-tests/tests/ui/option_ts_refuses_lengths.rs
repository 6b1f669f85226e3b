//! A length of time is not a point in time.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Std {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: std::time::Duration,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Signed {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: time::Duration,
}

fn main() {}
