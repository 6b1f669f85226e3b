//! Floating point does not count the units of a time exactly.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Double {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Single {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: f32,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Optional {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: Option<f64>,
}

fn main() {}
