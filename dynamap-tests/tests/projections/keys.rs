//! Fields that are stored only inside composed keys: the key is asked for, and taken apart.

use dynamap::{DynamoItem, DynamoProjection, DynamoValue, ErrorKind};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "devices",
    index(name = "by_model", partition_key = "model", projection = keys_only, as = Measured),
    index(
        name = "by_room",
        partition_key(attribute = "gsi1pk", prefix = "ROOM", parts = ["room"], bucket = day, of = "at"),
        sort_key = "celsius",
        projection = include("model"),
        as = Hot
    )
)]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4, before("2025-03-21", bucket = month))]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    model: String,
    room: String,
    celsius: i32,
}

/// Parts of both keys, one of them with an attribute of its own that the index does not hold.
#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Reading)]
struct Measured {
    device_id: String,
    at: OffsetDateTime,
    id: String,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Reading)]
struct Device {
    device_id: String,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Reading)]
struct Hot {
    celsius: i32,
    at: OffsetDateTime,
    model: String,
}

fn reading(at: OffsetDateTime, id: &str) -> Reading {
    Reading {
        device_id: "a#1".into(),
        at,
        id: id.into(),
        model: "m".into(),
        room: "r".into(),
        celsius: 20,
    }
}

fn measured(at: OffsetDateTime, id: &str) -> Measured {
    Measured {
        device_id: "a#1".into(),
        at,
        id: id.into(),
    }
}

const OLD: OffsetDateTime = datetime!(2025-03-20 23:59 UTC);
const NEW: OffsetDateTime = datetime!(2025-03-21 12:30 UTC);

async fn stored(fixture: &Fixture) -> ReadingTable {
    let table = fixture.create::<Reading>().await;
    for (at, id) in [(OLD, "r#1"), (NEW, "r2"), (NEW, "r3")] {
        table.put(reading(at, id)).send().await.unwrap();
    }
    fixture.requests().clear();
    table
}

#[tokio::test]
async fn the_keys_are_asked_for_and_taken_apart() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    for (at, id) in [(OLD, "r#1"), (NEW, "r2")] {
        let get = table.get(("a#1", at, id)).project::<Measured>();
        assert_eq!(get.await.unwrap(), Some(measured(at, id)));
        assert_eq!(fixture.requests().only().projection(), "pk, sk");
        fixture.requests().clear();
        // The layout of the partition key is that of the time, which is in the sort key.
        let get = table.get(("a#1", at, id)).project::<Device>();
        let expected = Device {
            device_id: "a#1".into(),
        };
        assert_eq!(get.await.unwrap(), Some(expected));
        assert_eq!(fixture.requests().only().projection(), "pk, sk");
        fixture.requests().clear();
    }
}

#[tokio::test]
async fn ranges_over_buckets_and_shards() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let range = datetime!(2025-03-01 0:00 UTC)..datetime!(2025-04-01 0:00 UTC);
    let all = table.range("a#1", range.clone()).project::<Measured>();
    let expected = [
        measured(OLD, "r#1"),
        measured(NEW, "r2"),
        measured(NEW, "r3"),
    ];
    assert_eq!(all.all().await.unwrap(), expected);
    let latest = table.query("a#1").project::<Device>();
    let latest = latest.latest_within(range).await.unwrap();
    assert_eq!(
        latest.map(|device| device.device_id),
        Some("a#1".to_owned())
    );
}

#[tokio::test]
async fn an_index_of_keys_gives_their_parts() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let mut all = table.query_by_model("m").all().await.unwrap();
    all.sort_by(|one, other| one.id.cmp(&other.id));
    let expected = [
        measured(OLD, "r#1"),
        measured(NEW, "r2"),
        measured(NEW, "r3"),
    ];
    assert_eq!(all, expected);
    assert_eq!(fixture.requests().only().projection(), "pk, sk, model");
    fixture.requests().clear();

    let day = datetime!(2025-03-21 0:00 UTC)..datetime!(2025-03-22 0:00 UTC);
    let hot = table
        .query_by_room("r")
        .buckets(day)
        .ge(20)
        .all()
        .await
        .unwrap();
    let expected = || Hot {
        celsius: 20,
        at: NEW,
        model: "m".into(),
    };
    assert_eq!(hot, [expected(), expected()]);
    assert_eq!(
        fixture.requests().take()[0].projection(),
        "celsius, sk, model, pk, gsi1pk"
    );
}

#[tokio::test]
async fn a_key_of_another_form_is_an_error() {
    let mut item = reading(NEW, "r2").to_item().unwrap();
    item.insert(
        "sk".into(),
        aws_sdk_dynamodb::types::AttributeValue::S("time#yesterday#secret".into()),
    );
    let error = Measured::from_item(&item).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.attribute(), Some("sk"));
    assert!(!format!("{error} {error:?}").contains("secret"));
    item.remove("sk");
    let error = Device::from_item(&item).unwrap_err();
    assert_eq!(error.attribute(), Some("sk"));
    item.insert(
        "sk".into(),
        aws_sdk_dynamodb::types::AttributeValue::N("1".into()),
    );
    let error = Measured::from_item(&item).unwrap_err();
    assert_eq!(error.attribute(), Some("sk"));
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Level {
    Info,
    Error,
}

/// Keys of the struct, of parts that have attributes of their own; the layout is that of a time that
/// is no key.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "logs",
    partition_key(
        attribute = "pk",
        prefix = "LOG",
        parts = ["tenant", "level"],
        bucket = hour,
        of = "at",
        before("2025-01-01", bucket = day)
    ),
    sort_key(attribute = "sk", parts = ["number"]),
    index(name = "by_host", partition_key = "host", projection = include("at", "tenant"), as = Line),
    index(name = "by_text", partition_key = "text", projection = keys_only, as = Number)
)]
struct Log {
    tenant: String,
    level: Level,
    number: u32,
    #[ts(seconds)]
    at: OffsetDateTime,
    host: String,
    text: String,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Log)]
struct Line {
    tenant: String,
    number: u32,
    at: OffsetDateTime,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Log)]
struct Number {
    number: u32,
}

#[tokio::test]
async fn parts_with_attributes_of_their_own() {
    let fixture = Fixture::new();
    let table = fixture.create::<Log>().await;
    let log = Log {
        tenant: "t".into(),
        level: Level::Error,
        number: 7,
        at: NEW,
        host: "h".into(),
        text: "x".into(),
    };
    table.put(log).send().await.unwrap();
    fixture.requests().clear();
    let lines = table.query_by_host("h").all().await.unwrap();
    let expected = Line {
        tenant: "t".into(),
        number: 7,
        at: NEW,
    };
    assert_eq!(lines, [expected]);
    // The tenant has an attribute of its own, and its place in the key depends on `at`.
    assert_eq!(
        fixture.requests().only().projection(),
        "tenant, sk, at, pk, host"
    );
    let numbers = table.query_by_text("x").all().await.unwrap();
    assert_eq!(numbers, [Number { number: 7 }]);
    let info = table
        .query(("t", Level::Info))
        .buckets(NEW..NEW + time::Duration::HOUR);
    assert_eq!(info.project::<Number>().all().await.unwrap(), []);
}
