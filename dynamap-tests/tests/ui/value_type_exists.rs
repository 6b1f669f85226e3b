//! A type that does not exist is one error, at its name.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    status: Statsu,
    #[ts(millis)]
    at: OffsetDateTme,
}

fn main() {}
