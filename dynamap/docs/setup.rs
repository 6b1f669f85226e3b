// What the examples of the guide have in common; they include it out of sight.

use dynamap::time::ManualClock;
use dynamap::{DynamoItem, DynamoValue, unset};
use dynamap_embedded::Engine;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Status {
    Pending,
    Paid,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "Application",
    index(name = "index", partition_key = "pk", sort_key = "updated_at")
)]
struct Order {
    #[partition_key]
    uuid: String,
    pk: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    status: Status,
    #[version]
    version: u64,
    #[ttl(seconds, after = "7d")]
    expires_at: Option<OffsetDateTime>,
}

fn order(uuid: &str, pk: &str) -> Order {
    Order {
        uuid: uuid.into(),
        pk: pk.into(),
        created_at: unset(),
        updated_at: unset(),
        status: Status::Pending,
        version: 0,
        expires_at: None,
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Reading {
    #[partition_key]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    celsius: f64,
}

fn reading(device_id: &str, at: OffsetDateTime, id: &str) -> Reading {
    Reading {
        device_id: device_id.into(),
        at,
        id: id.into(),
        celsius: 20.5,
    }
}

/// The tables on an engine of their own, at noon of 15 January 2022.
async fn setup() -> Result<(OrderTable, ReadingTable, ManualClock), Box<dyn std::error::Error>> {
    let clock = ManualClock::new(datetime!(2022-01-15 12:00 UTC));
    let client = Engine::in_memory_with_clock(clock.clone())?.client();
    let (orders, readings) = (Order::table(&client), Reading::table(&client));
    orders.create_table().send().await?;
    readings.create_table().send().await?;
    Ok((orders, readings, clock))
}
