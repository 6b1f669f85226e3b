//! Sort keys in their own order: text, numbers, bytes, dates, enums.

use std::ops::{Bound, RangeBounds};

use dynamap::{DynamoItem, DynamoValue, ErrorKind};
use dynamap_tests::Fixture;
use proptest::prelude::*;
use time::macros::{date, datetime};
use time::{Date, OffsetDateTime};

/// Several sort keys over the same items.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "items",
    index(name = "by_text", partition_key = "line", sort_key = "text"),
    index(name = "by_number", partition_key = "line", sort_key = "number"),
    index(name = "by_bytes", partition_key = "line", sort_key = "bytes"),
    index(name = "by_exact", partition_key = "line", sort_key = "exact")
)]
struct Thing {
    #[partition_key]
    id: String,
    line: String,
    text: Option<String>,
    number: i64,
    bytes: Vec<u8>,
    exact: dynamap::Number,
}

fn bounds<B: std::fmt::Debug + Clone>(
    value: impl Strategy<Value = B> + Clone,
) -> impl Strategy<Value = (Bound<B>, Bound<B>)> {
    let bound = prop_oneof![
        3 => value.clone().prop_map(Bound::Included),
        3 => value.prop_map(Bound::Excluded),
        1 => Just(Bound::Unbounded),
    ];
    (bound.clone(), bound)
}

fn is_reversed<B: Ord>(bounds: &(Bound<B>, Bound<B>)) -> bool {
    match bounds {
        (
            Bound::Included(start) | Bound::Excluded(start),
            Bound::Included(end) | Bound::Excluded(end),
        ) => start > end,
        _ => false,
    }
}

/// Every shape of range gives what a filter over the data gives.
#[test]
fn ranges_are_exact() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let text = "[aZä#$]{1,2}";
    let number = -3..12_i64;
    let bytes = prop::collection::vec(prop_oneof![Just(0_u8), Just(127), Just(200)], 1..3);
    let tenths = (-3..12_i64).prop_map(|tenths| (tenths, number_of(tenths)));
    let thing = (text, number.clone(), bytes.clone(), tenths.clone());
    let cases = (
        prop::collection::vec(thing, 0..8),
        prop::collection::vec(
            (bounds(text), bounds(number), bounds(bytes), bounds(tenths)),
            4,
        ),
    );
    let config = ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |((data, ranges) in cases)| {
        runtime.block_on(async {
            let fixture = Fixture::new();
            let table = fixture.create::<Thing>().await;
            let mut things = Vec::new();
            for (id, (text, number, bytes, (_, exact))) in data.into_iter().enumerate() {
                let thing = Thing {
                    id: id.to_string(), line: "l".into(), text: Some(text), number, bytes, exact,
                };
                things.push(table.put(thing).send().await.unwrap());
            }
            for (texts, numbers, byte_ranges, exacts) in ranges {
                let exacts = (exacts.0.map(|(_, exact)| exact), exacts.1.map(|(_, exact)| exact));
                let query = table.query_by_text("l").within(texts.clone());
                check(query.all().await, &things, &texts, |thing| thing.text.clone().unwrap());
                let query = table.query_by_number("l").within(numbers);
                check(query.page_size(1).all().await, &things, &numbers, |thing| thing.number);
                let query = table.query_by_bytes("l").within(byte_ranges.clone());
                check(query.all().await, &things, &byte_ranges, |thing| thing.bytes.clone());
                let query = table.query_by_exact("l").within(exacts);
                check(query.page_size(2).all().await, &things, &exacts, |thing| thing.exact);
                // An excluded end is neither counted nor taken.
                let expected = things.iter().filter(|thing| {
                    texts.contains(thing.text.as_ref().unwrap())
                }).count();
                if !is_reversed(&texts) {
                    let query = || table.query_by_text("l").within(texts.clone());
                    assert_eq!(query().count().await.unwrap(), expected as u64);
                    let taken = query().take(2).newest_first().all().await.unwrap();
                    assert_eq!(taken.len(), expected.min(2));
                    let mut page = query().take(1).send().await.unwrap();
                    let mut found = page.items.len();
                    while let Some(cursor) = page.cursor {
                        page = query().take(1).start_at(cursor).send().await.unwrap();
                        found += page.items.len();
                    }
                    assert_eq!(found, expected);
                }
            }
        });
    });
}

fn number_of(tenths: i64) -> dynamap::Number {
    format!("{tenths}E-1").parse().unwrap()
}

fn check<B: Ord + std::fmt::Debug>(
    found: dynamap::Result<Vec<Thing>>,
    things: &[Thing],
    range: &(Bound<B>, Bound<B>),
    key: impl Fn(&Thing) -> B,
) {
    if is_reversed(range) {
        assert_eq!(found.unwrap_err().kind(), ErrorKind::InvalidRange);
        return;
    }
    let mut expected: Vec<B> = things.iter().map(&key).collect();
    expected.retain(|value| range.contains(value));
    expected.sort();
    let found: Vec<B> = found.unwrap().iter().map(key).collect();
    assert_eq!(found, expected);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Level {
    Low,
    High,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "notes",
    index(name = "by_day", partition_key = "line", sort_key = "day"),
    index(name = "by_level", partition_key = "line", sort_key = "level"),
    index(name = "by_bytes", partition_key = "line", sort_key = "bytes"),
    index(name = "by_iso", partition_key = "line", sort_key = "iso"),
    index(name = "by_time", partition_key = "line", sort_key = "maybe")
)]
struct Note {
    #[partition_key]
    line: String,
    #[sort_key]
    name: String,
    day: Date,
    level: Level,
    bytes: Vec<u8>,
    #[ts(iso)]
    iso: OffsetDateTime,
    #[ts(millis)]
    maybe: Option<OffsetDateTime>,
}

fn note(name: &str, day: Date) -> Note {
    Note {
        line: "l".into(),
        name: name.into(),
        day,
        level: if name < "c" { Level::Low } else { Level::High },
        bytes: name.as_bytes().to_vec(),
        iso: day.midnight().assume_utc(),
        maybe: (name != "a").then(|| day.midnight().assume_utc()),
    }
}

async fn notes(fixture: &Fixture) -> NoteTable {
    let table = fixture.create::<Note>().await;
    for (name, day) in [
        ("a", date!(2024 - 01 - 31)),
        ("C#1#x", date!(2024 - 10 - 01)),
        ("C#10#x", date!(2024 - 11 - 01)),
        ("b", date!(2024 - 02 - 01)),
    ] {
        table.put(note(name, day)).send().await.unwrap();
    }
    fixture.requests().clear();
    table
}

fn names(notes: dynamap::Result<Vec<Note>>) -> Vec<String> {
    notes.unwrap().into_iter().map(|note| note.name).collect()
}

/// FC-89, R02: a whole part needs its separator.
#[tokio::test]
async fn prefixes() {
    let fixture = Fixture::new();
    let table = notes(&fixture).await;
    let query = || table.query("l");
    assert_eq!(names(query().begins_with("C#1#").all().await), ["C#1#x"]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "line = 'l' AND begins_with(name, 'C#1#')"
    );
    let both = query()
        .begins_with("C#1".to_owned())
        .newest_first()
        .all()
        .await;
    assert_eq!(names(both), ["C#10#x", "C#1#x"]);
    let january = table.query_by_iso("l").begins_with("2024-01-").all().await;
    assert_eq!(names(january), ["a"]);
    let last_quarter = table.query_by_iso("l").begins_with("2024-1").all().await;
    assert_eq!(names(last_quarter), ["C#1#x", "C#10#x"]);
    let bytes = table
        .query_by_bytes("l")
        .begins_with(&b"C#1"[..])
        .all()
        .await;
    assert_eq!(names(bytes), ["C#1#x", "C#10#x"]);
    let bytes = table
        .query_by_bytes("l")
        .begins_with(vec![b'a'])
        .count()
        .await;
    assert_eq!(bytes.unwrap(), 1);
    fixture.requests().clear();
    for error in [
        query().begins_with("").all().await.unwrap_err(),
        query()
            .begins_with("x".repeat(1_025))
            .all()
            .await
            .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidKey);
        assert_eq!(error.attribute(), Some("name"));
    }
    for error in [
        query().begins_with(vec![1_u8]).all().await.unwrap_err(),
        table
            .query_by_bytes("l")
            .begins_with("a")
            .all()
            .await
            .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    }
    // FC-137: a sort key has 1,024 bytes, however many characters they are.
    let error = query().eq("€".repeat(342)).all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert!(
        error
            .to_string()
            .contains("1026 bytes and DynamoDB takes 1024")
    );
    assert!(fixture.requests().take().is_empty());
    query().eq("€".repeat(341)).all().await.unwrap();
}

#[tokio::test]
async fn days_levels_and_optional_times() {
    let fixture = Fixture::new();
    let table = notes(&fixture).await;
    let range = date!(2024 - 01 - 31)..date!(2024 - 10 - 01);
    let days = table.query_by_day("l").within(range).all().await;
    assert_eq!(names(days), ["a", "b"]);
    let low = table.query_by_level("l").eq(Level::Low).count().await;
    assert_eq!(low.unwrap(), 4);
    let low = table.query_by_level("l").gt(Level::High).count().await;
    assert_eq!(low.unwrap(), 4);
    // K20: an item whose index key is None is not in the index.
    let all = table.query_by_time("l").all().await;
    assert_eq!(names(all), ["b", "C#1#x", "C#10#x"]);
    let since = table
        .query_by_time("l")
        .since(datetime!(2024-02-01 0:00:00.000_000_001 UTC));
    assert_eq!(names(since.all().await), ["C#1#x", "C#10#x"]);
    assert_eq!(
        fixture.requests().take().last().unwrap().key_condition(),
        "line = 'l' AND maybe >= 1706745600001"
    );
    // FC-6: a day is a day to its last millisecond.
    let day = table
        .query_by_iso("l")
        .on(date!(2024 - 02 - 01))
        .all()
        .await;
    assert_eq!(names(day), ["b"]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "line = 'l' AND iso BETWEEN '2024-02-01T00:00:00.000Z' AND '2024-02-01T23:59:59.999Z'"
    );
    let last_day = table.query_by_iso("l").on(Date::MAX).all().await;
    assert_eq!(names(last_day), [""; 0]);
}

/// K22.
#[tokio::test]
async fn numbers_are_ordered_by_value() {
    let fixture = Fixture::new();
    let table = fixture.create::<Thing>().await;
    for number in [100, 5, 20, 1, 50, 10] {
        let thing = Thing {
            id: number.to_string(),
            line: "l".into(),
            text: None,
            number,
            bytes: vec![1],
            exact: number.into(),
        };
        table.put(thing).send().await.unwrap();
    }
    let of = |things: dynamap::Result<Vec<Thing>>| -> Vec<i64> {
        things.unwrap().iter().map(|thing| thing.number).collect()
    };
    let query = || table.query_by_number("l");
    assert_eq!(of(query().all().await), [1, 5, 10, 20, 50, 100]);
    assert_eq!(
        of(query().descending().all().await),
        [100, 50, 20, 10, 5, 1]
    );
    assert_eq!(of(query().gt(15).all().await), [20, 50, 100]);
    assert_eq!(of(query().between(5, 50).all().await), [5, 10, 20, 50]);
    assert_eq!(of(query().within(5..50).all().await), [5, 10, 20]);
    let page = query().page_size(3).send().await.unwrap();
    assert!(page.cursor.is_some());
    assert_eq!(of(Ok(page.items)), [1, 5, 10]);
    // No text, so not in the index.
    assert_eq!(table.query_by_text("l").count().await.unwrap(), 0);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    id: String,
}

/// FC-33, FC-77, FC-89: two events at one time are two items, and a time is one text whatever its offset.
#[tokio::test]
async fn a_suffix_tells_events_apart() {
    let fixture = Fixture::new();
    let table = fixture.create::<Reading>().await;
    let at = datetime!(2026-11-30 12:00 UTC);
    let reading = |id: &str, at| Reading {
        device: "d".into(),
        at,
        id: id.into(),
    };
    for (id, at) in [
        ("1", at),
        ("#2", at),
        ("1", datetime!(2026-11-30 12:00:00.001 UTC)),
        ("1", datetime!(2026-11-30 11:59:59.999 UTC)),
    ] {
        table.create(reading(id, at)).send().await.unwrap();
    }
    let error = table.create(reading("1", at)).send().await.unwrap_err();
    assert!(error.is_already_exists());
    fixture.requests().clear();
    let at_home = datetime!(2026-11-30 17:30 +05:30);
    let ids = |found: dynamap::Result<Vec<Reading>>| -> Vec<String> {
        found
            .unwrap()
            .into_iter()
            .map(|reading| reading.id)
            .collect()
    };
    assert_eq!(ids(table.query("d").at(at_home).all().await), ["#2", "1"]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "device = 'd' AND begins_with(at, '2026-11-30T12:00:00.000Z#')"
    );
    let second = table
        .query("d")
        .begins_with("2026-11-30T12:00:00")
        .count()
        .await;
    assert_eq!(second.unwrap(), 3);
    fixture.requests().clear();
    let query = table.query("d").within(at_home..=at_home).newest_first();
    assert_eq!(ids(query.all().await), ["1", "#2"]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "device = 'd' AND at BETWEEN '2026-11-30T12:00:00.000Z' AND '2026-11-30T12:00:00.000Z$'"
    );
    let got = table
        .get(("d", at_home, "#2"))
        .send()
        .await
        .unwrap()
        .unwrap();
    assert_eq!((got.id.as_str(), got.at), ("#2", at));
    // The rest of the last day of all times.
    let late = reading("z", datetime!(9999-12-31 23:59:59.999 UTC));
    table.create(late).send().await.unwrap();
    assert_eq!(ids(table.query("d").on(Date::MAX).all().await), ["z"]);
}
