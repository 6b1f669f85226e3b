//! A field that is not stored is read as its default.

use dynamap::DynamoItem;

struct Connection;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[dynamo(skip)]
    connection: Connection,
}

fn main() {}
