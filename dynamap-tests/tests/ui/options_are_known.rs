//! A misspelled option, and the one that was meant.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    indx(name = "by_customer", partition_key = "customer")
)]
struct Order {
    #[dynamo(partitionkey)]
    id: String,
    #[dynamo(renamed = "sum")]
    total: u64,
    #[dynamo(index)]
    customer: String,
    #[dynamo(frobnicate)]
    other: String,
}

fn main() {}
