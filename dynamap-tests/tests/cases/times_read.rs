//! What is read as an instant: what other writers store, and what is refused.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::DynamoItem;
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

use crate::times::{Instant, InstantTable, instant};

const AT: OffsetDateTime = datetime!(2025-01-01 10:00 UTC);

/// Stores an item in which another writer wrote one attribute.
async fn store(fixture: &Fixture, name: &str, value: AttributeValue) {
    let mut item = instant(AT).to_item().unwrap();
    item.insert(name.to_owned(), value);
    fixture
        .raw_client()
        .put_item()
        .table_name("instants")
        .set_item(Some(item))
        .send()
        .await
        .unwrap();
}

async fn read(
    fixture: &Fixture,
    table: &InstantTable,
    name: &str,
    text: &str,
) -> dynamap::Result<Instant> {
    let value = if name.starts_with("iso") || name == "day" {
        AttributeValue::S(text.to_owned())
    } else {
        AttributeValue::N(text.to_owned())
    };
    store(fixture, name, value).await;
    Ok(table.get("i").send().await?.unwrap())
}

/// FC-34, FC-76, T08, T09, T14, T15, T16: any offset and any fraction that loses nothing.
#[tokio::test]
async fn other_writers_texts_are_read() {
    let fixture = Fixture::new();
    let table = fixture.create::<Instant>().await;
    for text in [
        "2025-01-01T13:00:00.0000000+03:00",
        "2025-01-01T10:00:00.0000000Z",
        "2025-01-01T10:00:00.000Z",
        "2025-01-01T10:00:00Z",
        "2025-01-01T10:00:00+00:00",
        "2025-01-01T11:00:00.000+01:00",
        "2025-01-01T10:00:00.000000+0000",
    ] {
        let read = read(&fixture, &table, "iso", text).await.unwrap();
        assert_eq!(read.iso, AT, "{text}");
        // It is written back in the one form.
        fixture.requests().clear();
        table.put(&read).send().await.unwrap();
        let request = fixture.requests().only();
        assert_eq!(request.item()["iso"]["S"], "2025-01-01T10:00:00.000Z");
    }
    for (text, at) in [
        ("2009-02-13T23:31:30Z", datetime!(2009-02-13 23:31:30 UTC)),
        (
            "2009-02-13T23:31:30.123Z",
            datetime!(2009-02-13 23:31:30.123 UTC),
        ),
        (
            "2009-02-13T23:31:30.123456Z",
            datetime!(2009-02-13 23:31:30.123_456 UTC),
        ),
        (
            "2009-02-13T23:31:30.123456789Z",
            datetime!(2009-02-13 23:31:30.123_456_789 UTC),
        ),
    ] {
        let read = read(&fixture, &table, "iso_nanos", text).await.unwrap();
        assert_eq!(read.iso_nanos, at, "{text}");
    }
    let read = read(&fixture, &table, "millis", "1234567890123")
        .await
        .unwrap();
    assert_eq!(read.millis, datetime!(2009-02-13 23:31:30.123 UTC));
}

/// FC-128, T12, T13, T17, T33: what is no instant of the unit is an error with the attribute's name and
/// without its contents.
#[tokio::test]
async fn what_is_no_instant_is_an_error() {
    let fixture = Fixture::new();
    let table = fixture.create::<Instant>().await;
    for (name, text) in [
        ("iso", "X"),
        ("iso", "2025-01-01"),
        ("iso", "10:00:00Z"),
        ("iso", "2025-01-01T10:00:00"),
        ("iso", "2025-01-01T10:00:00.123456Z"),
        ("iso", "2025-01-01T10:00:00.0001Z"),
        ("iso_seconds", "2025-01-01T10:00:00.500Z"),
        ("day", "2025"),
        ("day", "2025-01"),
        ("millis", "1234567890123.4"),
        ("seconds", "1646887668.9999999999"),
    ] {
        let error = read(&fixture, &table, name, text).await.unwrap_err();
        assert!(error.is_decode(), "{name} {text}: {error}");
        assert_eq!(error.attribute(), Some(name));
        assert!(!error.to_string().contains(text), "{error}");
    }
}

/// S06, S07, FC-21: a number that became text is seen.
#[tokio::test]
async fn another_type_is_an_error() {
    let fixture = Fixture::new();
    let table = fixture.create::<Instant>().await;
    store(
        &fixture,
        "millis",
        AttributeValue::S("1234567890123".into()),
    )
    .await;
    let error = table.get("i").send().await.unwrap_err();
    assert!(error.is_decode());
    assert_eq!(error.attribute(), Some("millis"));
    assert!(error.to_string().contains("expected N, found S"), "{error}");
    // FC-12: the error says which item it is.
    assert_eq!(error.key().unwrap()["id"], AttributeValue::S("i".into()));
}

/// FC-107: a leap second is the last unit of its minute, and is never written.
#[tokio::test]
async fn a_leap_second_stays_in_its_minute() {
    let fixture = Fixture::new();
    let table = fixture.create::<Instant>().await;
    let read = read(&fixture, &table, "iso", "2016-12-31T23:59:60Z")
        .await
        .unwrap();
    assert_eq!(read.iso, datetime!(2016-12-31 23:59:59.999 UTC));
    fixture.requests().clear();
    table.put(&read).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.item()["iso"]["S"], "2016-12-31T23:59:59.999Z");
}
