//! Each fault is one error, and the uses of a faulty struct are none.

use dynamap::{Attribute, Condition, DynamoItem, DynamoValue};
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(
    tabel = "orders",
    index(
        name = "by_customer",
        partition_key = "customr",
        sort_key = "created_at"
    ),
    index(name = "by-status", method = "by status", partition_key = "status")
)]
struct Order {
    #[partition_key]
    #[dynamo(default)]
    id: String,
    customer: String,
    #[ts]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update, auto_create)]
    updated_at: OffsetDateTime,
    status: Status,
    #[dynamo(skip, rename = "n")]
    note: String,
    #[version]
    version: u64,
    #[ttl(millis, after = "7 days")]
    expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "x")]
struct Reading {
    #[sort_key(millis, suffix = "id")]
    at: OffsetDateTime,
    id: String,
    #[version]
    version: u64,
    #[version]
    revision: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, DynamoValue)]
#[dynamo(rename_all = "shouting")]
enum Status {
    Pending,
    #[dynamo(renamed = "DONE")]
    Paid,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Line {
    #[partition_key]
    sku: String,
    #[sort_key]
    quantity: u32,
}

// Nothing from here on is an error.

async fn uses(client: &dynamap::aws_sdk_dynamodb::Client, order: Order) -> dynamap::Result<()> {
    let orders: OrderTable = Order::table(client).table_name("other");
    orders.create_table().await?;
    let order = orders.create(order).send().await?;
    let order = orders
        .put(&order)
        .expires_at(datetime!(2026-01-01 0:00 UTC))
        .await?;
    let key = OrderKey::from(&order);
    let found: Option<Order> = orders.get("522f").send().await?;
    orders.get(key).await?;
    let _ = orders.get(order.id.clone()).await?;
    let open: Condition<Order> = Order::STATUS.eq(Status::Pending) & Order::VERSION.ge(2_u64);
    orders
        .update("522f")
        .set(Order::STATUS, Status::Paid)
        .set(Order::CUSTOMER, "c")
        .if_version(order.version)
        .condition(open)
        .await?;
    orders.delete(&order).if_unchanged(&order).await?;
    let queried: Vec<Order> = orders
        .query_by_customer("c")
        .within(datetime!(2025-01-01 0:00 UTC)..datetime!(2026-01-01 0:00 UTC))
        .filter(Order::NOTE.exists())
        .newest_first()
        .all()
        .await?;
    let _ = orders.query_by_status(Status::Paid).latest().await?;
    let _ = (
        found,
        queried,
        orders
            .scan()
            .filter(Order::ID.begins_with("a"))
            .count()
            .await?,
    );
    let _: &Attribute<Order, Option<OffsetDateTime>> = &Order::EXPIRES_AT;

    let readings = Reading::table(client);
    let at = datetime!(2025-03-21 12:30 UTC);
    let _ = readings.get(("device", at, "id")).await?;
    let _ = readings.get(("device", at)).await?;
    let _ = readings.query("device").at(at).take(2).send().await?;
    let _ = readings
        .query("device")
        .begins_with("a")
        .consistent_read(true)
        .first()
        .await?;
    Ok(())
}

fn values(line: Line) -> (Attribute<Line, String>, Line, Vec<Status>) {
    let same = line == line.clone();
    assert!(same);
    (Line::SKU, line, vec![Status::Pending])
}

fn main() {}
