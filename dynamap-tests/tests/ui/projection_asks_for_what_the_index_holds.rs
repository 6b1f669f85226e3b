//! A global index gives what it projects: another field does not compile, and the message names it.

use dynamap::{DynamoItem, DynamoProjection};

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_customer", partition_key = "customer", projection = include("total")),
    index(name = "by_total", partition_key = "total", projection = keys_only)
)]
struct Order {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
    note: Option<String>,
    lines: Vec<String>,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Held {
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoProjection)]
#[dynamo(of = Order)]
struct Noted {
    id: String,
    note: Option<String>,
}

async fn queries(orders: OrderTable) -> dynamap::Result<()> {
    // None of these fails.
    orders.query_by_customer("c").project::<Held>().all().await?;
    orders.query("o").project::<Noted>().all().await?;
    orders.query("o").all().await?;
    orders.query_by_customer("c").count().await?;
    orders.query_by_customer("c").filter(Order::TOTAL.ge(1u64)).count().await?;

    orders.query_by_customer("c").project::<Noted>().all().await?;
    orders.query_by_total(1u64).project::<Held>().all().await?;
    orders.query_by_customer("c").project_attributes((Order::TOTAL, Order::NOTE));
    orders.query_by_customer("c").all().await?;
    orders.scan_index(OrderByTotal).stream();
    orders.query_by_customer("c").filter(Order::NOTE.exists());
    orders.query_by_customer("c").filter(Order::LINES.index(0).eq("x"));
    orders.scan_index(OrderByTotal).filter(Order::CUSTOMER.eq("c"));
    Ok(())
}

fn main() {}
