//! Empty lists of options say nothing.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key()]
    id: String,
    #[dynamo]
    total: u64,
    #[dynamo = "customer"]
    customer: String,
    #[dynamo("note")]
    note: String,
}

fn main() {}
