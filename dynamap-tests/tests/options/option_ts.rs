//! `#[ts(…, auto_create)]` and `#[ts(…, auto_update)]`: the table of stamps, units, what "not set" is.

use dynamap::time::EpochMillis;
use dynamap::{DynamoItem, unset};
use dynamap_tests::{Fixture, START};
use serde_json::{Value, json};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "entries")]
struct Entry {
    #[partition_key]
    id: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
}

fn entry() -> Entry {
    Entry {
        id: "e".to_owned(),
        created_at: unset(),
        updated_at: unset(),
    }
}

const OLD: OffsetDateTime = datetime!(2020-01-01 0:00 UTC);

fn carried() -> Entry {
    Entry {
        created_at: OLD,
        updated_at: OLD + Duration::DAY,
        ..entry()
    }
}

fn stamps(entry: &Entry) -> (OffsetDateTime, OffsetDateTime) {
    (entry.created_at, entry.updated_at)
}

// FC-48, A09: create and put carry created_at if it is set; updated_at is now.
#[tokio::test]
async fn a_create_and_a_put_carry_created_at() {
    let fixture = Fixture::new();
    let entries = fixture.create::<Entry>().await;
    let created = entries.create(carried()).send().await.unwrap();
    assert_eq!(stamps(&created), (OLD, START));
    fixture.clock().advance(std::time::Duration::from_secs(1));
    let later = START + Duration::SECOND;
    let put = entries.put(&created).send().await.unwrap();
    assert_eq!(stamps(&put), (OLD, later));
    let replaced = entries.replace(carried()).send().await.unwrap();
    assert_eq!(stamps(&replaced), (OLD, later));
    let fresh = entries.put(entry()).send().await.unwrap();
    assert_eq!(stamps(&fresh), (later, later));
}

#[tokio::test]
async fn an_update_writes_updated_at_only() {
    let fixture = Fixture::new();
    let entries = fixture.create::<Entry>().await;
    entries.create(entry()).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_secs(1));
    fixture.requests().clear();
    let updated = entries.update("e").send().await.unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET updated_at = 1796040001000"
    );
    assert_eq!(stamps(&updated), (START, START + Duration::SECOND));
}

#[tokio::test]
async fn preserved_stamps_are_carried_and_unset_ones_filled() {
    let fixture = Fixture::new();
    let entries = fixture.create::<Entry>().await;
    let created = entries
        .create(carried())
        .preserve_stamps()
        .send()
        .await
        .unwrap();
    assert_eq!(created, carried());
    let put = entries
        .put(carried())
        .preserve_stamps()
        .send()
        .await
        .unwrap();
    assert_eq!(put, carried());
    let half = Entry {
        updated_at: unset(),
        ..carried()
    };
    let put = entries.put(half).preserve_stamps().send().await.unwrap();
    assert_eq!(stamps(&put), (OLD, START));
}

// FC-126, A07: what the clock says is written, also when it goes back.
#[tokio::test]
async fn a_clock_that_goes_back_is_believed() {
    let fixture = Fixture::new();
    let entries = fixture.create::<Entry>().await;
    entries.create(entry()).send().await.unwrap();
    fixture.clock().set(START - Duration::seconds(4));
    let updated = entries.update("e").send().await.unwrap();
    assert_eq!(stamps(&updated), (START, START - Duration::seconds(4)));
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "units")]
struct Units {
    #[partition_key]
    id: String,
    #[ts(seconds, auto_create)]
    seconds: OffsetDateTime,
    #[ts(millis, auto_create)]
    millis: EpochMillis,
    #[ts(micros, auto_create)]
    micros: u64,
    #[ts(nanos, auto_update)]
    nanos: i64,
    #[ts(iso, auto_create)]
    iso: OffsetDateTime,
    #[ts(iso, precision = seconds, auto_update)]
    short: OffsetDateTime,
    #[ts(iso, precision = nanos, auto_update)]
    long: OffsetDateTime,
    #[ts(millis, auto_create)]
    optional: Option<OffsetDateTime>,
}

// A04, A14: each stamp in its own unit, floored, of one instant.
#[tokio::test]
async fn each_stamp_has_its_own_unit() {
    let fixture = Fixture::new();
    let units = fixture.create::<Units>().await;
    fixture
        .clock()
        .set(datetime!(2026-11-30 12:00:00.987654321 UTC));
    let given = Units {
        id: "u".to_owned(),
        seconds: unset(),
        millis: unset(),
        micros: 0,
        nanos: 0,
        iso: unset(),
        short: unset(),
        long: unset(),
        optional: None,
    };
    let stored = units.create(given).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().item(),
        &json!({
            "id": {"S": "u"},
            "seconds": {"N": "1796040000"},
            "millis": {"N": "1796040000987"},
            "micros": {"N": "1796040000987654"},
            "nanos": {"N": "1796040000987654321"},
            "iso": {"S": "2026-11-30T12:00:00.987Z"},
            "short": {"S": "2026-11-30T12:00:00Z"},
            "long": {"S": "2026-11-30T12:00:00.987654321Z"},
            "optional": {"N": "1796040000987"},
        })
    );
    // What comes back is what a read gives.
    assert_eq!(stored.seconds, START);
    assert_eq!(units.get("u").send().await.unwrap(), Some(stored));
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "optional")]
struct Optional {
    #[partition_key]
    id: String,
    #[ts(millis, auto_create)]
    created_at: Option<OffsetDateTime>,
    #[ts(millis)]
    at: OffsetDateTime,
}

// FC-133: the epoch is a time in a plain field, and in an optional stamp.
#[tokio::test]
async fn the_epoch_is_unset_only_in_a_stamp_that_is_no_option() {
    let fixture = Fixture::new();
    let table = fixture.create::<Optional>().await;
    let given = Optional {
        id: "o".to_owned(),
        created_at: Some(OffsetDateTime::UNIX_EPOCH),
        at: OffsetDateTime::UNIX_EPOCH,
    };
    let stored = table.create(given.clone()).send().await.unwrap();
    assert_eq!(stored, given);
    assert_eq!(fixture.requests().only().item()["at"], json!({"N": "0"}));
    let given = Optional {
        created_at: None,
        ..given
    };
    let stored = table.put(given).send().await.unwrap();
    assert_eq!(stored.created_at, Some(START));
}

// A15: an older item without stamps.
#[tokio::test]
async fn an_item_without_its_stamps_does_not_panic() {
    let fixture = Fixture::new();
    let entries = fixture.create::<Entry>().await;
    let client = fixture.raw_client();
    let id = aws_sdk_dynamodb::types::AttributeValue::S("e".to_owned());
    let put = client.put_item().table_name("entries").item("id", id);
    put.send().await.unwrap();
    let error = entries.get("e").send().await.unwrap_err();
    assert!(error.is_decode());
    assert_eq!(error.attribute(), Some("created_at"));
}

// The write happened, but what it left does not fit the struct.
#[tokio::test]
async fn an_update_that_leaves_an_unreadable_item_says_that_it_happened() {
    let fixture = Fixture::new();
    let entries = fixture.create::<Entry>().await;
    let client = fixture.raw_client();
    let id = aws_sdk_dynamodb::types::AttributeValue::S("e".to_owned());
    let put = client.put_item().table_name("entries").item("id", id);
    put.send().await.unwrap();
    let error = entries.update("e").send().await.unwrap_err();
    assert!(error.is_decode() && error.write_applied());
    let text = error.to_string();
    assert!(text.ends_with("; the write was applied"), "{text}");
}

// A13, A08: one reading of the clock per write.
#[tokio::test]
async fn the_clock_is_read_once_per_write() {
    #[derive(Debug)]
    struct Counting(std::sync::atomic::AtomicI64);
    impl dynamap::time::Clock for Counting {
        fn now(&self) -> dynamap::time::Moment {
            let count = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            dynamap::time::Moment::from_parts(1_796_040_000 + count, 0)
        }
    }
    let fixture = Fixture::new();
    let entries = fixture.create::<Entry>().await;
    let entries = entries.with_clock(Counting(0.into()));
    let number = |value: &Value| value["N"].as_str().unwrap().to_owned();
    for count in 0..3 {
        entries.put(entry()).send().await.unwrap();
        let request = fixture.requests().only();
        let created = number(&request.item()["created_at"]);
        assert_eq!(created, number(&request.item()["updated_at"]));
        // Preparing reads the clock, and so does the note of the first sending.
        assert!(created.parse::<i64>().unwrap() >= (1_796_040_000 + count) * 1000);
    }
}
