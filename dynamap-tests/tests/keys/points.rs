//! One item under a composed key: created, read, updated, deleted by the parts that decide the key.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
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

const AT: OffsetDateTime = datetime!(2026-11-30 12:30 UTC);
const SORT_KEY: &str = "time#2026-11-30T12:30:00.000Z#r-77";

fn reading() -> Reading {
    Reading {
        device_id: "123".into(),
        at: AT,
        id: "r-77".into(),
        celsius: 21.5,
        ingested_at: unset(),
        expires_at: unset(),
    }
}

/// The partition of a sort key among the four shards of a day.
fn partition(day: &str, sort_key: &str) -> String {
    let shard = dynamap::key::shard(&AttributeValue::S(sort_key.to_owned()), 4).unwrap();
    format!("device#123#{day}#{shard}")
}

/// The example of the first page: every operation on one item needs the device, the time and the id.
#[tokio::test]
async fn a_reading_is_addressed_by_its_parts() {
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    let pk = partition("2026-11-30", SORT_KEY);

    let created = readings.create(reading()).send().await.unwrap();
    assert_eq!(created.ingested_at, START);
    assert_eq!(created.expires_at, datetime!(2027-02-28 12:30 UTC));
    let request = fixture.requests().only();
    let item = &request.item();
    assert_eq!(item["pk"], json!({"S": pk}));
    assert_eq!(item["sk"], json!({"S": SORT_KEY}));
    assert_eq!(item["id"], json!({"S": "r-77"}));
    let mut names: Vec<_> = item.as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(
        names,
        ["celsius", "expires_at", "id", "ingested_at", "pk", "sk"]
    );

    let key = json!({"pk": {"S": pk}, "sk": {"S": SORT_KEY}});
    let found = readings.get(("123", AT, "r-77")).send().await.unwrap();
    assert_eq!(found.as_ref(), Some(&created));
    assert_eq!(fixture.requests().only().body["Key"], key);

    let by_fields = ReadingKey {
        device_id: "123".into(),
        at: AT,
        id: "r-77".into(),
    };
    let updated = readings
        .update(by_fields)
        .set(Reading::CELSIUS, 22.0)
        .send()
        .await
        .unwrap();
    let expected = Reading {
        celsius: 22.0,
        ..created.clone()
    };
    assert_eq!(updated, expected);
    assert_eq!(fixture.requests().only().body["Key"], key);

    readings.delete(&updated).send().await.unwrap();
    assert_eq!(fixture.requests().only().body["Key"], key);
    assert_eq!(readings.get(&created).send().await.unwrap(), None);
}

/// Readings of a week over buckets and shards, as one ordered stream.
#[tokio::test]
async fn a_range_reads_buckets_and_shards_in_order() {
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    let mut expected = Vec::new();
    for hour in 0..48_i64 {
        let at = AT + time::Duration::hours(hour);
        let id = format!("r-{hour}");
        let item = Reading {
            at,
            id,
            ..reading()
        };
        expected.push(readings.put(&item).send().await.unwrap());
    }
    let range = AT..AT + time::Duration::hours(40);
    expected.truncate(40);
    let found = readings
        .range("123", range.clone())
        .oldest_first()
        .all()
        .await
        .unwrap();
    assert_eq!(found, expected);
    let found = readings
        .query("123")
        .range(range.clone())
        .count()
        .await
        .unwrap();
    assert_eq!(found, 40);
    let latest = readings
        .query("123")
        .latest_within(range.clone())
        .await
        .unwrap();
    assert_eq!(latest.as_ref(), expected.last());
    let plan = readings.range("123", range).explain().unwrap();
    assert_eq!(plan.len(), 3 * 4, "{plan:#?}");
}
