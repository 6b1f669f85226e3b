//! Series over buckets and shards: order, ends, pages and cursors.

use std::ops::Bound::{Excluded, Included};

use dynamap::operation::RangeQuery;
use dynamap::{Cursor, DynamoItem, ErrorKind};
use dynamap_tests::{Fixture, Request};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// A row for each event of a feed, in the hours of the events.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "feeds")]
struct Entry {
    #[partition_key(bucket = hour, of = "at", shards = 3)]
    #[dynamo(rename = "pk")]
    feed: String,
    #[sort_key(iso, precision = nanos, suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
}

const START: OffsetDateTime = datetime!(2026-11-30 10:30 UTC);
const LATER: OffsetDateTime = datetime!(2026-12-01 0:00 UTC);

fn entry(at: OffsetDateTime, id: &str) -> Entry {
    Entry {
        feed: "f".into(),
        at,
        id: id.into(),
    }
}

fn minute(number: usize) -> OffsetDateTime {
    START + Duration::minutes(i64::try_from(number).unwrap())
}

/// `rows` events, one a minute.
async fn feed(fixture: &Fixture, rows: usize) -> EntryTable {
    let table = fixture.create::<Entry>().await;
    let entries = (0..rows).map(|number| entry(minute(number), &format!("{number:03}")));
    let outcome = table.batch_write().put_all(entries).send().await.unwrap();
    assert!(outcome.is_complete());
    fixture.requests().clear();
    table
}

fn ids(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.id.as_str()).collect()
}

fn numbers(numbers: impl Iterator<Item = usize>) -> Vec<String> {
    numbers.map(|number| format!("{number:03}")).collect()
}

/// G16: three hours of a row a minute, whole and limited, in both directions.
#[tokio::test]
async fn a_limit_takes_the_first_of_its_direction() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 103).await;
    let range = || table.range("f", START..LATER);

    assert_eq!(ids(&range().all().await.unwrap()), numbers(0..103));
    let oldest = range().take(32).all().await.unwrap();
    assert_eq!(ids(&oldest), numbers(0..32));
    let newest = range().newest_first().take(32).all().await.unwrap();
    assert_eq!(ids(&newest), numbers((71..103).rev()));
    assert_eq!(range().count().await.unwrap(), 103);
    let latest = table.query("f").latest_within(START..LATER).await.unwrap();
    assert_eq!(latest, Some(entry(minute(102), "102")));
}

/// G17: one row a page, each cursor handed over as text, to the end in both directions.
#[tokio::test]
async fn a_row_a_page_finds_each_row_once() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 103).await;
    for newest_first in [false, true] {
        let range = || {
            let range = table.range("f", START..LATER).page_size(1);
            if newest_first {
                range.newest_first()
            } else {
                range.oldest_first()
            }
        };
        let mut found = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let page = match &cursor {
                None => range().send().await.unwrap(),
                Some(text) => {
                    let cursor: Cursor = text.parse().unwrap();
                    range().start_at(cursor).send().await.unwrap()
                }
            };
            assert!(page.items.len() <= 1);
            found.extend(page.items);
            assert!(found.len() <= 103, "a row is read again");
            match page.cursor {
                Some(next) => cursor = Some(next.to_string()),
                None => break,
            }
        }
        let expected = if newest_first {
            numbers((0..103).rev())
        } else {
            numbers(0..103)
        };
        assert_eq!(ids(&found), expected);
    }
}

/// G12, G13: a page is not empty because the bucket's rows are not those that are wanted.
#[tokio::test]
async fn pages_of_a_bucket_are_full() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 30).await;
    let hour = datetime!(2026-11-30 10:00 UTC)..datetime!(2026-11-30 11:00 UTC);
    let mut pages = table.range("f", hour.clone()).page_size(10).pages();
    let (mut found, mut count) = (Vec::new(), 0);
    while let Some(page) = pages.next().await {
        let page = page.unwrap();
        assert!(!page.items.is_empty(), "page {count} is empty");
        found.extend(page.items);
        count += 1;
    }
    assert!(count >= 3, "{count}");
    assert_eq!(ids(&found), numbers(0..30));

    let last = table.range("f", minute(29)..hour.end).page_size(10);
    let page = last.send().await.unwrap();
    assert_eq!(ids(&page.items), ["029"]);
    assert_eq!(page.cursor, None);
}

/// G14: a page that ends with its bucket goes on with the next one, and nowhere if there is none.
#[tokio::test]
async fn the_end_of_a_bucket_is_the_start_of_the_next() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 90).await;
    let hours = |end| table.range("f", datetime!(2026-11-30 10:00 UTC)..end);

    // Thirty rows in the first hour, sixty in the second, and no third.
    let page = hours(datetime!(2026-11-30 11:00 UTC)).page_size(30);
    let page = page.send().await.unwrap();
    assert_eq!((page.items.len(), page.cursor), (30, None));

    let two = || hours(datetime!(2026-11-30 12:00 UTC)).page_size(60);
    let first = two().send().await.unwrap();
    assert_eq!(ids(&first.items), numbers(0..30));
    let second = two().start_at(first.cursor.unwrap()).send().await.unwrap();
    assert_eq!(ids(&second.items), numbers(30..90));
    assert_eq!(second.cursor, None);
}

/// G18, G21: ends that are excluded, and instants that several rows share.
#[tokio::test]
async fn ends_are_exact_to_the_nanosecond() {
    let fixture = Fixture::new();
    let table = fixture.create::<Entry>().await;
    let next = START + Duration::nanoseconds(1);
    let rows = [
        entry(START, "a"),
        entry(START, "b"),
        entry(START, "c"),
        entry(next, "a"),
        entry(next, "b"),
    ];
    for row in rows.iter().rev() {
        table.create(row).send().await.unwrap();
    }

    let all = table.range("f", START..=next).all().await.unwrap();
    assert_eq!(all, rows);
    let newest = table.range("f", START..=next).newest_first().all().await;
    assert!(newest.unwrap().iter().eq(rows.iter().rev()));
    for (bounds, found) in [
        ((Included(START), Excluded(next)), &rows[..3]),
        ((Excluded(START), Included(next)), &rows[3..]),
        ((Excluded(START), Excluded(next)), &[]),
        ((Included(START), Included(START)), &rows[..3]),
        ((Included(next), Included(LATER)), &rows[3..]),
    ] {
        let query = table.range("f", bounds);
        assert_eq!(query.all().await.unwrap(), found, "{bounds:?}");
    }

    // Behind a row of an instant come the other rows of it.
    for (behind, row) in rows.iter().enumerate() {
        let range = || table.range("f", START..=next);
        let page = range().take(behind + 1).page_size(1);
        let mut pages = page.pages();
        let mut cursor = None;
        while let Some(page) = pages.next().await {
            let page = page.unwrap();
            if page.items.last() == Some(row) {
                cursor = page.cursor;
                break;
            }
        }
        let rest = match cursor {
            Some(cursor) => range().start_at(cursor).all().await.unwrap(),
            None => Vec::new(),
        };
        assert_eq!(rest, rows[behind + 1..], "behind {row:?}");
    }
}

/// G19, FC-24: an empty range is empty without a request, and one whose start lies behind its end a
/// mistake.
#[tokio::test]
async fn empty_and_reversed_ranges_send_nothing() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 1).await;
    for empty in [
        (Included(START), Excluded(START)),
        (Excluded(START), Excluded(START)),
    ] {
        let range = || table.range("f", empty);
        assert_eq!(range().all().await.unwrap(), []);
        assert_eq!(range().count().await.unwrap(), 0);
        assert_eq!(range().explain().unwrap(), []);
        let page = range().newest_first().send().await.unwrap();
        assert_eq!((page.items.len(), page.cursor), (0, None));
    }
    let error = table.range("f", LATER..START).all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRange);
    assert!(fixture.requests().take().is_empty());
}

/// G20: a range of all time is refused before it is sent, and one in which nothing is ends.
#[tokio::test]
async fn a_range_of_all_time_is_refused() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 3).await;
    let ages = datetime!(0000-01-01 0:00 UTC)..datetime!(9999-12-31 0:00 UTC);
    let error = table.range("f", ages.clone()).all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRange);
    assert!(error.to_string().contains("87658176 buckets"), "{error}");
    assert!(error.to_string().contains("max_buckets"), "{error}");
    assert!(fixture.requests().take().is_empty());

    let future = datetime!(2080-01-01 0:00 UTC)..datetime!(2080-01-02 0:00 UTC);
    let page = table.range("f", future).newest_first().send().await;
    let page = page.unwrap();
    assert_eq!((page.items.len(), page.cursor), (0, None));
}

/// FC-119: no page is of nothing, and of nothing there is nothing to ask.
#[tokio::test]
async fn a_limit_of_zero_asks_nothing() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 3).await;
    let range = || table.range("f", START..LATER);
    assert_eq!(range().take(0).all().await.unwrap(), []);
    let error = range().page_size(0).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(fixture.requests().take().is_empty());
}

/// FC-61, B17: a cursor goes on with its own range, and with no other.
#[tokio::test]
async fn a_cursor_is_bound_to_its_range() {
    let fixture = Fixture::new();
    let table = feed(&fixture, 40).await;
    let page = table.range("f", START..LATER).page_size(5).send().await;
    let cursor = page.unwrap().cursor.unwrap();
    fixture.requests().clear();
    let fails = async |range: RangeQuery<_, _, _>| {
        let error = range.start_at(cursor.clone()).send().await.unwrap_err();
        assert!(error.is_invalid_cursor(), "{error}");
    };
    fails(table.range("other", START..LATER)).await;
    fails(table.range("f", START..LATER).newest_first()).await;
    fails(table.range("f", minute(20)..LATER)).await;
    assert!(fixture.requests().take().is_empty());
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at")]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, precision = seconds, prefix = "time")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
}

/// FC-6, FC-77, FC-27: the keys and the bounds of a day, of a month and of an instant.
#[tokio::test]
async fn a_day_a_month_and_an_instant() {
    let fixture = Fixture::new();
    let table = fixture.create::<Reading>().await;
    let at = datetime!(2025-03-21 12:30 UTC);
    let reading = |at| Reading {
        device_id: "123".into(),
        at,
    };
    table.create(reading(at)).send().await.unwrap();
    let item = fixture.requests().only().item().clone();
    assert_eq!(item["pk"]["S"], "device#123#2025-03-21");
    assert_eq!(item["sk"]["S"], "time#2025-03-21T12:30:00Z");

    let day = datetime!(2025-03-21 0:00 UTC)..datetime!(2025-03-22 0:00 UTC);
    let found = table.range("123", day).all().await.unwrap();
    assert_eq!(found, [reading(at)]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "pk = 'device#123#2025-03-21' AND sk BETWEEN 'time#2025-03-21T00:00:00Z' AND 'time#2025-03-21T23:59:59Z'"
    );

    let found = table.range("123", at..=at).all().await.unwrap();
    assert_eq!(found, [reading(at)]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "pk = 'device#123#2025-03-21' AND sk BETWEEN 'time#2025-03-21T12:30:00Z' AND 'time#2025-03-21T12:30:00Z'"
    );

    let march = datetime!(2025-03-01 0:00 UTC)..datetime!(2025-04-01 0:00 UTC);
    let found = table.range("123", march).all().await.unwrap();
    assert_eq!(found, [reading(at)]);
    let sent: Vec<_> = fixture.requests().take();
    let mut conditions: Vec<_> = sent.iter().map(Request::key_condition).collect();
    conditions.sort();
    assert_eq!(conditions.len(), 31);
    assert_eq!(
        conditions[30],
        "pk = 'device#123#2025-03-31' AND sk BETWEEN 'time#2025-03-31T00:00:00Z' AND 'time#2025-03-31T23:59:59Z'"
    );
}

/// FC-90: ranges stay inside the prefix, open ends too, and so does a query without any.
#[tokio::test]
async fn ranges_stay_inside_their_prefix() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "blog")]
    struct Author {
        #[partition_key]
        pk: String,
        #[sort_key(prefix = "AUTHOR")]
        #[dynamo(rename = "sk")]
        name: String,
    }
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "blog")]
    struct Post {
        #[partition_key]
        pk: String,
        #[sort_key(prefix = "POST")]
        #[dynamo(rename = "sk")]
        title: String,
    }
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "blog")]
    struct Site {
        #[partition_key]
        pk: String,
        #[sort_key(prefix = "SITE")]
        #[dynamo(rename = "sk")]
        address: String,
    }

    let fixture = Fixture::new();
    let posts = fixture.create::<Post>().await;
    let pk = || "blog".to_owned();
    let post = Post {
        pk: pk(),
        title: "2".into(),
    };
    let author = Author {
        pk: pk(),
        name: "1".into(),
    };
    let site = Site {
        pk: pk(),
        address: "x".into(),
    };
    fixture.table::<Author>().put(author).send().await.unwrap();
    fixture.table::<Site>().put(site).send().await.unwrap();
    posts.put(&post).send().await.unwrap();
    for query in [
        posts.query("blog").lt("9"),
        posts.query("blog").ge("0"),
        posts.query("blog").within("0".to_owned()..),
        posts.query("blog").within(.."9".to_owned()),
        posts.query("blog").begins_with("2"),
    ] {
        let found = query.all().await.unwrap();
        assert_eq!(found, std::slice::from_ref(&post));
    }
    let all = posts.query("blog").all().await.unwrap();
    assert_eq!(all, [post]);
}
