//! 32 bits of seconds end in 2038.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Signed {
    #[partition_key]
    id: String,
    #[ts(seconds)]
    at: i32,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Unsigned {
    #[partition_key]
    id: String,
    #[ts(seconds)]
    at: u32,
}

fn main() {}
