//! Composed keys on a table in use: pages, dated layouts, limits.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{Cursor, DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::json;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key(prefix = "DEVICE")]
    #[dynamo(rename = "pk")]
    device: String,
    #[sort_key(iso, precision = seconds, prefix = "EVENT", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    #[ttl(seconds, after = "1d", from = "at")]
    expires_at: Option<OffsetDateTime>,
}

const NOON: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

fn event(minute: i64, id: &str) -> Event {
    Event {
        device: "d#1".into(),
        at: NOON + Duration::minutes(minute),
        id: id.into(),
        expires_at: None,
    }
}

/// A cursor goes on behind its item in both directions, and only inside the range it came from.
#[tokio::test]
async fn pages_go_on_where_they_ended() {
    let fixture = Fixture::new();
    let events = fixture.create::<Event>().await;
    let mut written = Vec::new();
    for minute in 0..7 {
        for id in ["a", "b#c"] {
            written.push(events.create(event(minute, id)).send().await.unwrap());
        }
    }
    // The expiry counts from the time in the key.
    assert_eq!(
        written[3].expires_at,
        Some(NOON + Duration::minutes(1) + Duration::DAY)
    );
    let range = NOON + Duration::minutes(1)..NOON + Duration::minutes(6);
    for newest_first in [false, true] {
        let query = || {
            let query = events.query("d#1").within(range.clone()).page_size(3);
            if newest_first {
                query.newest_first()
            } else {
                query
            }
        };
        let mut expected = written[2..12].to_vec();
        if newest_first {
            expected.reverse();
        }
        let mut found = Vec::new();
        let mut cursor: Option<Cursor> = None;
        loop {
            let query = match cursor.take() {
                Some(cursor) => query().start_at(cursor),
                None => query(),
            };
            let page = query.send().await.unwrap();
            found.extend(page.items);
            let Some(next) = page.cursor else { break };
            cursor = Some(next.to_string().parse().unwrap());
        }
        assert_eq!(found, expected);
    }
    let page = events.query("d#1").take(13).send().await.unwrap();
    let outside = events
        .query("d#1")
        .within(range)
        .start_at(page.cursor.unwrap())
        .send()
        .await
        .unwrap_err();
    assert_eq!(outside.kind(), ErrorKind::InvalidCursor);
}

/// Hours and two shards until the first of December, then days and four.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "measured")]
struct Measured {
    #[partition_key(
        prefix = "device",
        bucket = day,
        of = "at",
        shards = 4,
        before("2026-12-01", bucket = hour, shards = 2),
        before("2026-11-01")
    )]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(millis)]
    at: OffsetDateTime,
    value: u32,
}

/// Every item is found by its key, whatever layout was in force at its time; H10.
#[tokio::test]
async fn old_and_new_layouts_are_addressed_by_their_time() {
    let fixture = Fixture::new();
    let table = fixture.create::<Measured>().await;
    let shard = |at: OffsetDateTime, shards| {
        let millis = (at.unix_timestamp_nanos() / 1_000_000).to_string();
        dynamap::key::shard(&AttributeValue::N(millis), shards).unwrap()
    };
    let oldest = datetime!(2026-10-31 23:59:59.999 UTC);
    let first_hour = datetime!(2026-11-01 0:00 UTC);
    let last_hour = datetime!(2026-11-30 23:59:59.999 UTC);
    let first_day = datetime!(2026-12-01 0:00 UTC);
    let keys = [
        (oldest, "device#7".to_owned()),
        (
            first_hour,
            format!("device#7#2026-11-01T00:00#{}", shard(first_hour, 2)),
        ),
        (
            last_hour,
            format!("device#7#2026-11-30T23:00#{}", shard(last_hour, 2)),
        ),
        (
            first_day,
            format!("device#7#2026-12-01#{}", shard(first_day, 4)),
        ),
    ];
    for (value, (at, pk)) in (0..).zip(keys) {
        let item = Measured {
            device_id: "7".into(),
            at,
            value,
        };
        table.create(&item).send().await.unwrap();
        assert_eq!(fixture.requests().only().item()["pk"], json!({"S": pk}));
        assert_eq!(
            table.get(("7", at)).send().await.unwrap(),
            Some(item.clone())
        );
        let updated = table
            .update(&item)
            .set(Measured::VALUE, value + 10)
            .send()
            .await
            .unwrap();
        assert_eq!(updated.value, value + 10);
        fixture.requests().clear();
        table.delete(("7", at)).send().await.unwrap();
        assert_eq!(
            fixture.requests().only().body["Key"]["pk"],
            json!({"S": pk})
        );
        assert_eq!(table.get(("7", at)).send().await.unwrap(), None);
        fixture.requests().clear();
    }
}

/// FC-137: the length of the whole key counts, in bytes, before anything is sent.
#[tokio::test]
async fn keys_that_are_too_long_are_not_sent() {
    let fixture = Fixture::new();
    let events = fixture.create::<Event>().await;
    let with = |device: String, id: String| Event {
        device,
        id,
        ..event(0, "")
    };
    // `DEVICE#` and `EVENT#2026-11-30T12:00:00Z#` stand before them.
    let longest = with("d".repeat(2048 - 7), "ü".repeat((1024 - 27) / 2));
    events.put(&longest).send().await.unwrap();
    fixture.requests().clear();
    for (item, attribute, bytes) in [
        (with("d".repeat(2048 - 6), "i".into()), "pk", 2049),
        (with("d".into(), "ü".repeat(499)), "sk", 1025),
    ] {
        let error = events.put(&item).send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidKey);
        assert_eq!(error.attribute(), Some(attribute));
        assert!(
            error.to_string().contains(&format!("has {bytes} bytes")),
            "{error}"
        );
        let error = events.get(&item).send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidKey);
    }
    assert_eq!(fixture.requests().operations(), [""; 0]);
}
