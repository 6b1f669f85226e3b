// What the examples of the guide's page on time series have in common; they include it out of sight.

use dynamap::time::ManualClock;
use dynamap::{DynamoItem, unset};
use dynamap_embedded::Engine;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    celsius: f64,
    #[ts(millis, auto_create)]
    ingested_at: OffsetDateTime,
    #[ttl(seconds, after = "90d", from = "at")]
    expires_at: OffsetDateTime,
}

fn reading(device_id: &str, at: OffsetDateTime, id: &str) -> Reading {
    Reading {
        device_id: device_id.into(),
        at,
        id: id.into(),
        celsius: 20.5,
        ingested_at: unset(),
        expires_at: unset(),
    }
}

/// The table on an engine of its own, at noon of 22 March 2025.
async fn setup() -> Result<(ReadingTable, ManualClock), Box<dyn std::error::Error>> {
    let clock = ManualClock::new(datetime!(2025-03-22 12:00 UTC));
    let client = Engine::in_memory_with_clock(clock.clone())?.client();
    let readings = Reading::table(&client);
    readings.create_table().send().await?;
    Ok((readings, clock))
}
