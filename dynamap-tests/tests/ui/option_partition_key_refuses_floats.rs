//! A rounded number would not find its item again.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Double {
    #[partition_key]
    id: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Single {
    #[partition_key]
    id: f32,
}

fn main() {}
