//! A fault in a composed key is one error, and the uses of the struct are none.

use dynamap::DynamoItem;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "readings",
    index(
        name = "by_kind",
        partition_key(attribute = "gsi1pk", parts = ["kind"], bucket = day, of = "at"),
        sort_key(attribute = "gsi1sk", parts = ["at", "idd"])
    )
)]
struct Reading {
    #[partition_key(prefix = "device#", bucket = day, of = "at", shards = 1)]
    device: String,
    #[sort_key(iso, prefix = "", suffix = "id")]
    at: OffsetDateTime,
    id: String,
    kind: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "config",
    partition_key(attribute = "pk", value = ""),
    sort_key(attribute = "sk", parts = ["kind", "name"], lenient)
)]
struct Config {
    kind: String,
    name: String,
}

// Nothing from here on is an error.

const AT: OffsetDateTime = datetime!(2025-03-21 12:30 UTC);

async fn uses(client: &dynamap::aws_sdk_dynamodb::Client) -> dynamap::Result<()> {
    let readings = Reading::table(client);
    let _ = readings.get(("d", AT, "id")).await?;
    let _ = readings.update(("d", AT, "id")).set(Reading::KIND, "k").await?;
    let key = ReadingKey {
        device: "d".into(),
        at: AT,
        id: "id".into(),
    };
    readings.delete(key).await?;
    let _ = readings.range("d", AT..AT).newest_first().take(3).all().await?;
    let _ = readings.query("d").range(AT..).explain()?;
    let _ = readings.query("d").latest_within(AT..AT).await?;
    let _ = readings.query_by_kind("k").range(AT..AT).count().await?;
    let configs = Config::table(client);
    let _ = configs.get(("kind", "name")).await?;
    let _ = configs.query().all().await?;
    Ok(())
}

fn main() {}
