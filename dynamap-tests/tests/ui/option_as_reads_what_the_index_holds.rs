//! What a query of a global index reads is a projection of what the index holds.

use dynamap::{DynamoItem, DynamoProjection};

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_customer", partition_key = "customer", projection = keys_only, as = Noted),
    index(name = "by_note", partition_key = "note", projection = keys_only, as = Lines),
    index(name = "by_total", partition_key = "total", projection = keys_only, as = OfAnother)
)]
struct Order {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
    note: Option<String>,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Noted {
    id: String,
    note: Option<String>,
}

struct Lines {
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "customers")]
struct Customer {
    #[partition_key]
    id: String,
}

#[derive(DynamoProjection)]
#[dynamo(of = Customer)]
struct OfAnother {
    id: String,
}

fn main() {}
