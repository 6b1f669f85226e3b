//! A calendar date is a day; it needs no unit.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[ts(iso)]
    at: time::Date,
}

fn main() {}
