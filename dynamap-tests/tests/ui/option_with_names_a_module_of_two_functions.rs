//! A module has `encode` and `decode`.

use dynamap::DynamoItem;

struct Money(i64);

mod money {}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[dynamo(with = money)]
    price: Money,
}

fn main() {}
