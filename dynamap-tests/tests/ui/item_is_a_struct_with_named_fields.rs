//! The fields of an item are its attributes, so they have names.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
enum Choice {
    One,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Pair(String, u32);

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Unit;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Empty {}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
union Bits {
    id: u64,
}

fn main() {}
