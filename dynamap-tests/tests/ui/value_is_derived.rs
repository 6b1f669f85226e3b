//! A type of the program is a value once it derives `DynamoValue`.

use dynamap::DynamoItem;

struct Address {
    city: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    address: Address,
    more: Vec<Address>,
    maybe: Option<Address>,
}

fn main() {}
