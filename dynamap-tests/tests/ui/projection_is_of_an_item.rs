//! A projection is a struct of named fields, of one item, without parameters, and reads each field once.

use dynamap::{DynamoItem, DynamoProjection};

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    total: u64,
}

#[derive(DynamoProjection)]
struct OfNothing {
    id: String,
}

#[derive(DynamoProjection)]
#[dynamo(of = "Order")]
struct Quoted {
    id: String,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order, table = "orders")]
struct Options {
    #[dynamo(rename = "total")]
    cents: u64,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Twice {
    total: u64,
    #[dynamo(field = "total")]
    cents: u64,
    #[dynamo(field = "the total")]
    other: u64,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Generic<T> {
    id: T,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Tuple(String);

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Empty {}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
enum Choice {
    Id(String),
}

// This does not fail: the faults above are the only ones.
async fn read(orders: OrderTable) -> dynamap::Result<()> {
    orders.query("o").project::<Twice>().all().await?;
    Ok(())
}

fn main() {}
