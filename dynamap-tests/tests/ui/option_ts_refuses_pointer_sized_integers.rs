//! The width of `usize` depends on the platform.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Unsigned {
    #[partition_key]
    id: String,
    #[ts(seconds)]
    at: usize,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Signed {
    #[partition_key]
    id: String,
    #[ts(seconds)]
    at: isize,
}

fn main() {}
