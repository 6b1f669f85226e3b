//! The keys of the articles: `device#123#2025-03-21` and `time#2025-03-21T12:30:00Z`, and the bounds of
//! ranges over them.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::OffsetDateTime;
use time::macros::{date, datetime};

/// A day of a device, with times to the second.
use crate::says;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sensors")]
struct Sensor {
    #[partition_key(prefix = "device", bucket = day, of = "at")]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, precision = seconds, prefix = "time")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    celsius: f64,
}

/// One partition per device, with and without a suffix.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    device: String,
    #[sort_key(iso, precision = seconds, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "instants")]
struct Instant {
    #[partition_key]
    device: String,
    #[sort_key(iso, precision = seconds, prefix = "time")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    value: u32,
}

const AT: OffsetDateTime = datetime!(2025-03-21 12:30 UTC);

fn event(at: OffsetDateTime, id: &str) -> Event {
    Event {
        device: "123".into(),
        at,
        id: id.into(),
    }
}

fn instant(at: OffsetDateTime, value: u32) -> Instant {
    Instant {
        device: "123".into(),
        at,
        value,
    }
}

/// The seeds' item, written and found by exactly their keys; FC-27: it reads back.
#[tokio::test]
async fn the_keys_are_those_of_the_articles() {
    let fixture = Fixture::new();
    let sensors = fixture.create::<Sensor>().await;
    let sensor = Sensor {
        device_id: "123".into(),
        at: AT,
        celsius: 21.5,
    };
    assert_eq!(sensors.put(&sensor).send().await.unwrap(), sensor);
    let key = json!({
        "pk": {"S": "device#123#2025-03-21"},
        "sk": {"S": "time#2025-03-21T12:30:00Z"},
    });
    let put = fixture.requests().only();
    let item = put.item();
    assert_eq!(item["pk"], key["pk"]);
    assert_eq!(item["sk"], key["sk"]);
    assert_eq!(item.as_object().unwrap().len(), 3);

    let found = sensors.get(("123", AT)).send().await.unwrap();
    assert_eq!(found, Some(sensor));
    assert_eq!(fixture.requests().only().body["Key"], key);
}

/// The bounds of a day, a month, an instant, an open range, in each form of key (R09, R10).
#[tokio::test]
async fn bounds_of_a_day_a_month_and_an_instant() {
    let fixture = Fixture::new();
    let events = fixture.create::<Event>().await;
    let instants = fixture.create::<Instant>().await;
    let day = datetime!(2025-03-21 0:00 UTC)..datetime!(2025-03-22 0:00 UTC);
    let march = datetime!(2025-03-01 0:00 UTC)..datetime!(2025-04-01 0:00 UTC);
    let condition = |range: &str| format!("device = '123' AND {range}");

    macro_rules! asks {
        ($table:ident, $method:ident($($argument:expr)?), $expected:expr) => {
            $table.query("123").$method($($argument)?).all().await.unwrap();
            assert_eq!(
                fixture.requests().only().key_condition(),
                condition($expected),
                stringify!($table.$method($($argument)?))
            );
        };
    }
    // The excluded end is the second before it …
    asks!(
        instants,
        within(day.clone()),
        "sk BETWEEN 'time#2025-03-21T00:00:00Z' AND 'time#2025-03-21T23:59:59Z'"
    );
    asks!(
        instants,
        on(date!(2025 - 03 - 21)),
        "sk BETWEEN 'time#2025-03-21T00:00:00Z' AND 'time#2025-03-21T23:59:59Z'"
    );
    asks!(
        instants,
        within(march.clone()),
        "sk BETWEEN 'time#2025-03-01T00:00:00Z' AND 'time#2025-03-31T23:59:59Z'"
    );
    asks!(instants, at(AT), "sk = 'time#2025-03-21T12:30:00Z'");
    asks!(
        instants,
        since(AT),
        "sk BETWEEN 'time#2025-03-21T12:30:00Z' AND 'time#9999-12-31T23:59:59Z'"
    );
    asks!(
        instants,
        before(AT),
        "sk BETWEEN 'time#0000-01-01T00:00:00Z' AND 'time#2025-03-21T12:29:59Z'"
    );
    asks!(
        instants,
        begins_with("2025-03"),
        "begins_with(sk, 'time#2025-03')"
    );
    // … and with a suffix the bare time, which lies before every key of its instant.
    asks!(
        events,
        within(day.clone()),
        "sk BETWEEN 'time#2025-03-21T00:00:00Z' AND 'time#2025-03-22T00:00:00Z'"
    );
    asks!(
        events,
        within(march),
        "sk BETWEEN 'time#2025-03-01T00:00:00Z' AND 'time#2025-04-01T00:00:00Z'"
    );
    asks!(
        events,
        within(day.start..=AT),
        "sk BETWEEN 'time#2025-03-21T00:00:00Z' AND 'time#2025-03-21T12:30:00Z$'"
    );
    asks!(
        events,
        at(AT),
        "begins_with(sk, 'time#2025-03-21T12:30:00Z#')"
    );
    asks!(
        events,
        since(AT),
        "sk BETWEEN 'time#2025-03-21T12:30:00Z' AND 'time#9999-12-31T23:59:59Z$'"
    );
    asks!(
        events,
        before(AT),
        "sk BETWEEN 'time#0000-01-01T00:00:00Z' AND 'time#2025-03-21T12:30:00Z'"
    );
    asks!(
        events,
        begins_with("2025-03-21T12"),
        "begins_with(sk, 'time#2025-03-21T12')"
    );
    // A query of the type leaves the items of other prefixes alone.
    events.query("123").all().await.unwrap();
    assert_eq!(
        fixture.requests().only().key_condition(),
        condition("begins_with(sk, 'time#')")
    );
}

/// G21: two events at one instant are two items, in the order of their ids.
#[tokio::test]
async fn a_suffix_tells_events_of_one_instant_apart() {
    let fixture = Fixture::new();
    let events = fixture.create::<Event>().await;
    let before = event(datetime!(2025-03-21 12:29:59 UTC), "z");
    let after = event(datetime!(2025-03-21 12:30:01 UTC), "a");
    for event in [&after, &event(AT, "b"), &event(AT, "a"), &before] {
        events.create(event).send().await.unwrap();
    }
    let at = events.query("123").at(AT).all().await.unwrap();
    assert_eq!(at, [event(AT, "a"), event(AT, "b")]);
    let all = events.query("123").newest_first().all().await.unwrap();
    let expected = [after, event(AT, "b"), event(AT, "a"), before];
    assert_eq!(all, expected);
    // The excluded end excludes every event of its instant, the included one none.
    let until = events.query("123").within(..AT).all().await.unwrap();
    assert_eq!(until, expected[3..]);
    let through = events.query("123").within(..=AT).count().await.unwrap();
    assert_eq!(through, 3);
    let behind = events.query("123").gt(AT).all().await.unwrap();
    assert_eq!(behind, expected[..1]);
}

/// FC-88: without a suffix the second event is refused, and the refusal says why.
#[tokio::test]
async fn without_a_suffix_the_second_event_of_an_instant_is_refused() {
    let fixture = Fixture::new();
    let instants = fixture.create::<Instant>().await;
    instants.create(instant(AT, 1)).send().await.unwrap();
    let error = instants.create(instant(AT, 2)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let current = error.current::<Instant>().unwrap().unwrap();
    assert_eq!(current.value, 1);
    says(
        &error,
        "an item with this key exists, and its key ends in a time: events of one instant are one item \
         unless the key has another part, as in `#[sort_key(iso, suffix = \"id\")]`; `put` replaces it, \
         `update` changes it, `Error::current` has it",
    );
    assert!(!format!("{error} {error:?}").contains("123"));
    // A time finer than the key's unit falls on the same instant.
    let finer = instant(datetime!(2025-03-21 12:30:00.999 UTC), 3);
    let error = instants.create(finer).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
}

/// The items of one partition, told apart by the prefixes of their sort keys.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "app",
    partition_key(attribute = "pk", prefix = "USER", parts = ["user"]),
    sort_key(attribute = "sk", value = "PROFILE")
)]
struct Profile {
    user: String,
    name: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "app",
    partition_key(attribute = "pk", prefix = "USER", parts = ["user"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number"])
)]
struct UserOrder {
    user: String,
    number: u32,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
}

/// K01, K03, K06, K07, K18: one table of two types, each of which reads its own items alone.
#[tokio::test]
async fn types_of_one_partition_read_their_own_items() {
    let fixture = Fixture::new();
    let profiles = fixture.create::<Profile>().await;
    let orders = fixture.table::<UserOrder>();
    let profile = Profile {
        user: "john@example.com".into(),
        name: "John".into(),
    };
    profiles.put(&profile).send().await.unwrap();
    let mut written = Vec::new();
    for number in [100, 0, 42, 9] {
        let order = UserOrder {
            user: "john@example.com".into(),
            number,
            created_at: unset(),
        };
        written.push(orders.create(order).send().await.unwrap());
    }
    // Items that other writers left near the prefix are no orders.
    for sk in ["ORDER", "ORDER$", "ORDERS#1", "ORDER!"] {
        fixture
            .raw_client()
            .put_item()
            .table_name("app")
            .item("pk", AttributeValue::S("USER#john@example.com".into()))
            .item("sk", AttributeValue::S(sk.into()))
            .send()
            .await
            .unwrap();
    }
    fixture.requests().clear();
    written.sort_by_key(|order| order.number);
    assert!(written.iter().all(|order| order.created_at == START));

    let found = orders.query("john@example.com").all().await.unwrap();
    assert_eq!(found, written);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "pk = 'USER#john@example.com' AND begins_with(sk, 'ORDER#')"
    );
    let found = profiles.query("john@example.com").all().await.unwrap();
    assert_eq!(found, [profile]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "pk = 'USER#john@example.com' AND sk = 'PROFILE'"
    );
    // R31: ranges over numbers in a text key.
    let numbers = |orders: Vec<UserOrder>| -> Vec<u32> {
        orders.into_iter().map(|order| order.number).collect()
    };
    let query = || orders.query("john@example.com");
    assert_eq!(
        numbers(query().ge(9_u32).all().await.unwrap()),
        [9, 42, 100]
    );
    assert_eq!(numbers(query().gt(9_u32).all().await.unwrap()), [42, 100]);
    assert_eq!(numbers(query().lt(9_u32).all().await.unwrap()), [0]);
    assert_eq!(numbers(query().le(9_u32).all().await.unwrap()), [0, 9]);
    assert_eq!(numbers(query().eq(42_u32).all().await.unwrap()), [42]);
    assert_eq!(
        numbers(query().within(9_u32..100).all().await.unwrap()),
        [9, 42]
    );
    let latest = query().latest().await.unwrap().unwrap();
    assert_eq!(latest.number, 100);
}
