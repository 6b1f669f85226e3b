//! Parallel scans: the segments of a table as one read.

#![allow(missing_docs, reason = "test types")]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dynamap::aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{Cursor, DynamoItem, ErrorKind};
use dynamap_tests::{Answer, Fixture, Request, START};
use proptest::prelude::*;
use serde_json::Value;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "events",
    index(name = "by_kind", partition_key = "kind", sort_key = "size")
)]
struct Event {
    #[partition_key]
    id: u64,
    kind: String,
    size: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: u64,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

fn event(id: u64) -> Event {
    let kind = if id.is_multiple_of(2) { "even" } else { "odd" };
    Event {
        id,
        kind: kind.to_owned(),
        size: id % 7,
    }
}

async fn events(fixture: &Fixture, count: u64) -> EventTable {
    let table = fixture.create::<Event>().await;
    let outcome = table.batch_write().put_all((0..count).map(event));
    outcome.send().await.unwrap();
    fixture.requests().clear();
    table
}

fn ids(events: &[Event]) -> Vec<u64> {
    events.iter().map(|event| event.id).collect()
}

fn sorted(mut ids: Vec<u64>) -> Vec<u64> {
    ids.sort_unstable();
    ids
}

/// The segments that were asked, in order.
fn asked(requests: &[Request], total: u64) -> Vec<u64> {
    let asked = requests.iter().map(|request| {
        assert_eq!(request.operation, "Scan");
        assert_eq!(request.get("TotalSegments"), total);
        request.get("Segment").as_u64().unwrap()
    });
    asked.collect()
}

/// The items of each segment, by the engine itself.
async fn by_segment(fixture: &Fixture, total: i32) -> Vec<Vec<u64>> {
    let client = fixture.raw_client();
    let mut segments = Vec::new();
    for segment in 0..total {
        let scan = client.scan().table_name("events").segment(segment);
        let reply = scan.total_segments(total).send().await.unwrap();
        let id = |item: &dynamap::Item| Event::from_item(item).unwrap().id;
        segments.push(reply.items().iter().map(id).collect());
    }
    segments
}

/// B18: the union of all segments is the table, and nothing is there twice.
#[tokio::test]
async fn every_item_comes_once() {
    let fixture = Fixture::new();
    let table = events(&fixture, 40).await;
    for segments in [1, 2, 7, 64] {
        let found = table.scan().segments(segments).all().await.unwrap();
        assert_eq!(sorted(ids(&found)), (0..40).collect::<Vec<_>>());
        let requests = fixture.requests().take();
        let asked = asked(&requests, segments as u64);
        assert_eq!(asked, (0..segments as u64).collect::<Vec<_>>());
    }
}

/// A round asks as many segments as may be asked at one time; the next one goes on with the others.
#[tokio::test]
async fn segments_are_asked_in_turn() {
    let fixture = Fixture::new();
    let table = events(&fixture, 60).await;
    let sizes: Vec<usize> = by_segment(&fixture, 3).await.iter().map(Vec::len).collect();
    assert!(sizes.iter().all(|size| *size > 4), "{sizes:?}");
    let scan = table.scan().segments(3).concurrency(2).page_size(2);
    let mut pages = scan.pages();
    for expected in [[0, 1], [2, 0], [1, 2]] {
        let page = pages.next().await.unwrap().unwrap();
        assert_eq!((page.items.len(), page.scanned_count), (4, 4));
        assert!(page.cursor.is_some());
        let requests = fixture.requests().take();
        assert_eq!(asked(&requests, 3), expected);
        assert!(requests.iter().all(|request| request.get("Limit") == 2));
    }
}

/// No more requests are in flight than allowed, and no fewer.
#[tokio::test]
async fn requests_in_flight_are_bounded() {
    for (concurrency, most) in [(None, 16), (Some(3), 3), (Some(50), 20)] {
        let fixture = Fixture::embedded();
        events(&fixture, 5).await;
        let (now, peak) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let answers = (0..20).map(|_| {
            let (now, peak) = (Arc::clone(&now), Arc::clone(&peak));
            Answer::Pass.after(move || async move {
                peak.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(20)).await;
                now.fetch_sub(1, Ordering::SeqCst);
            })
        });
        let (table, script) = fixture.scripted_table::<Event>(answers);
        let mut scan = table.scan().segments(20);
        if let Some(concurrency) = concurrency {
            scan = scan.concurrency(concurrency);
        }
        assert_eq!(scan.all().await.unwrap().len(), 5);
        assert_eq!(script.left(), 0);
        assert_eq!(peak.load(Ordering::SeqCst), most);
    }
}

/// `send()` reads one page: one request to each segment.
#[tokio::test]
async fn pages_go_on_where_the_last_one_ended() {
    let fixture = Fixture::new();
    let table = events(&fixture, 30).await;
    let scan = || table.scan().segments(4).page_size(3);
    let mut found = Vec::new();
    let mut page = scan().send().await.unwrap();
    assert_eq!(asked(&fixture.requests().take(), 4), [0, 1, 2, 3]);
    loop {
        assert!(page.items.len() <= 12);
        found.extend(ids(&page.items));
        let Some(cursor) = page.cursor else { break };
        let text = cursor.to_string();
        assert!(
            text.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        );
        let cursor: Cursor = text.parse().unwrap();
        page = scan().start_at(cursor).send().await.unwrap();
    }
    assert_eq!(sorted(found), (0..30).collect::<Vec<_>>());
}

/// What is wanted is divided among the requests, so that hardly more is read.
#[tokio::test]
async fn take_is_divided_among_the_segments() {
    let fixture = Fixture::new();
    let table = events(&fixture, 60).await;
    let taken = table.scan().segments(3).take(10).all().await.unwrap();
    assert_eq!(taken.len(), 10);
    let requests = fixture.requests().take();
    assert_eq!(asked(&requests, 3), [0, 1, 2]);
    assert!(requests.iter().all(|request| request.get("Limit") == 4));
    assert!(
        table
            .scan()
            .segments(3)
            .take(0)
            .all()
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(fixture.requests().operations(), [""; 0]);
    let first = table.scan().segments(3).first().await.unwrap();
    assert!(first.is_some());
    let requests = fixture.requests().take();
    assert!(requests.iter().all(|request| request.get("Limit") == 1));
}

/// The cursor of a page that `take` cut, at every place, with and without a filter, on table and index.
#[tokio::test]
async fn a_page_that_take_cuts_goes_on_behind_its_last_item() {
    let fixture = Fixture::new();
    let table = events(&fixture, 20).await;
    for taken in 1..12 {
        let scan = || table.scan().segments(3).filter(Event::KIND.eq("odd"));
        let page = scan().take(taken).send().await.unwrap();
        assert_eq!(page.items.len(), taken.min(10));
        let mut found = ids(&page.items);
        if let Some(cursor) = page.cursor {
            found.extend(ids(&scan().start_at(cursor).all().await.unwrap()));
        }
        let odd: Vec<u64> = (0..20).filter(|id| id % 2 == 1).collect();
        assert_eq!(sorted(found), odd, "{taken}");

        let scan = || {
            let scan = table.scan_index(EventByKind).segments(2).page_size(4);
            scan.project_attributes(Event::ID)
        };
        let mut stream = scan().take(taken).pages();
        let (mut found, mut cursor) = (Vec::new(), None);
        while let Some(page) = stream.next().await {
            let page = page.unwrap();
            found.extend(page.items);
            cursor = page.cursor;
        }
        assert_eq!(found.len(), taken);
        found.extend(scan().start_at(cursor.unwrap()).all().await.unwrap());
        assert_eq!(sorted(found), (0..20).collect::<Vec<_>>(), "{taken}");
    }
}

#[tokio::test]
async fn items_are_counted() {
    let fixture = Fixture::new();
    let table = events(&fixture, 25).await;
    let scan = || table.scan().segments(4).page_size(2);
    assert_eq!(scan().count().await.unwrap(), 25);
    let requests = fixture.requests().take();
    assert!(
        requests
            .iter()
            .all(|request| request.get("Select") == "COUNT")
    );
    assert_eq!(asked(&requests, 4)[..4], [0, 1, 2, 3]);
    let odd = scan().filter(Event::KIND.eq("odd"));
    assert_eq!(odd.count().await.unwrap(), 12);
    assert_eq!(scan().take(7).count().await.unwrap(), 7);
    let page = scan().send().await.unwrap();
    let rest = scan().start_at(page.cursor.unwrap()).count().await.unwrap();
    assert_eq!(rest, 25 - page.items.len() as u64);
}

fn refusal() -> Answer {
    Answer::refuse("ValidationException", "The value is invalid")
}

/// What the others brought comes first; the cursor of that page asks the failed segment again.
#[tokio::test]
async fn a_segment_that_fails_ends_the_read() {
    let fixture = Fixture::embedded();
    let whole = events(&fixture, 12).await;
    let segments = by_segment(&fixture, 3).await;
    let others: Vec<u64> = [&segments[0][..], &segments[2][..]].concat();
    assert!(!segments[1].is_empty() && !others.is_empty());

    let answers = || [Answer::Pass, refusal(), Answer::Pass];
    let (table, _) = fixture.scripted_table::<Event>(answers());
    let mut stream = table.scan().segments(3).stream();
    let mut found = Vec::new();
    let error = loop {
        match stream.next().await.unwrap() {
            Ok(event) => found.push(event.id),
            Err(error) => break error,
        }
    };
    assert!(stream.next().await.is_none());
    assert_eq!(found, others);
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(
        error.to_string(),
        "Scan on `events`: in segment 1 of 3: The value is invalid (ValidationException)"
    );

    let (table, _) = fixture.scripted_table::<Event>(answers());
    let page = table.scan().segments(3).send().await.unwrap();
    assert_eq!(ids(&page.items), others);
    fixture.requests().clear();
    let rest = whole.scan().segments(3).start_at(page.cursor.unwrap());
    assert_eq!(ids(&rest.all().await.unwrap()), segments[1]);
    assert_eq!(asked(&fixture.requests().take(), 3), [1]);

    let (table, _) = fixture.scripted_table::<Event>([refusal(), refusal(), refusal()]);
    let error = table.scan().segments(3).send().await.unwrap_err();
    assert!(error.to_string().contains("in segment 0 of 3: "), "{error}");
    let (table, _) = fixture.scripted_table::<Event>(answers());
    let error = table.scan().segments(3).count().await.unwrap_err();
    assert!(error.to_string().contains("in segment 1 of 3: "), "{error}");
}

/// A row that cannot be read is one error, and the scan goes on.
#[tokio::test]
async fn a_row_that_cannot_be_read_is_one_error() {
    let fixture = Fixture::new();
    let table = events(&fixture, 10).await;
    let put = fixture.raw_client().put_item().table_name("events");
    let put = put.item("id", AttributeValue::N("10".into()));
    put.send().await.unwrap();
    let mut stream = table.scan().segments(3).stream();
    let (mut found, mut failed) = (Vec::new(), Vec::new());
    while let Some(event) = stream.next().await {
        match event {
            Ok(event) => found.push(event.id),
            Err(error) => failed.push(error.kind()),
        }
    }
    assert_eq!(sorted(found), (0..10).collect::<Vec<_>>());
    assert_eq!(failed, [ErrorKind::Decode]);
    let scan = table.scan().segments(3).skip_failures();
    // More are wanted than the first shares give, since a row that is skipped does not count.
    assert_eq!(scan.take(10).all().await.unwrap().len(), 10);
}

#[tokio::test]
async fn expired_items_are_left_out() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    for id in 0..12 {
        let length = if id % 3 == 0 { -60 } else { 60 };
        let session = Session {
            id,
            expires_at: Some(START + time::Duration::seconds(length)),
        };
        table.put(session).await.unwrap();
    }
    fixture.requests().clear();
    let scan = || table.scan().segments(3);
    assert_eq!(scan().all().await.unwrap().len(), 8);
    let requests = fixture.requests().take();
    assert!(
        requests
            .iter()
            .all(|request| request.body["FilterExpression"].is_string())
    );
    assert_eq!(scan().count().await.unwrap(), 8);
    assert_eq!(scan().include_expired().count().await.unwrap(), 12);
}

async fn cursor_of(scan: impl Future<Output = dynamap::Result<dynamap::Page<Event>>>) -> Cursor {
    scan.await.unwrap().cursor.expect("more items")
}

/// A cursor goes on in a scan of as many segments, and nowhere else.
#[tokio::test]
async fn a_cursor_is_bound_to_its_segments() {
    let fixture = Fixture::new();
    let table = events(&fixture, 20).await;
    let plain = cursor_of(table.scan().page_size(1).send()).await;
    let three = cursor_of(table.scan().segments(3).page_size(1).send()).await;
    fixture.requests().clear();
    for (scan, text) in [
        (
            table.scan().segments(3).start_at(plain),
            "the cursor comes from a scan without segments: ",
        ),
        (
            table.scan().segments(4).start_at(three.clone()),
            "the cursor comes from a scan of 3 segments: ",
        ),
        (
            table.scan().start_at(three.clone()),
            "the cursor comes from a scan of 3 segments: ",
        ),
    ] {
        let error = scan.all().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidCursor);
        assert!(error.to_string().contains(text), "{error}");
        assert_eq!((error.operation(), error.table()), ("Scan", "events"));
    }
    let error = table
        .scan_index(EventByKind)
        .segments(3)
        .start_at(three.clone());
    let error = error.all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
    let error = table.query_by_kind("odd").start_at(three).all().await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidCursor);
    assert_eq!(fixture.requests().operations(), [""; 0]);
}

/// Keys of a forged cursor have to be keys of the table.
#[tokio::test]
async fn a_forged_cursor_is_refused() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    let fixture = Fixture::new();
    let table = events(&fixture, 20).await;
    let cursor = cursor_of(table.scan().segments(2).page_size(1).send()).await;
    fixture.requests().clear();
    let json = URL_SAFE_NO_PAD.decode(cursor.as_ref()).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    for (name, value) in [
        ("id", serde_json::json!({"S": "1"})),
        ("other", serde_json::json!({"N": "1"})),
    ] {
        let mut forged = json.clone();
        forged["g"]["L"][0] = serde_json::json!({"M": {name: value}});
        let text = URL_SAFE_NO_PAD.encode(forged.to_string());
        let scan = table.scan().segments(2).start_at(text.parse().unwrap());
        let error = scan.all().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidCursor, "{name}");
    }
    assert_eq!(fixture.requests().operations(), [""; 0]);
}

#[tokio::test]
async fn numbers_out_of_range_are_refused() {
    let fixture = Fixture::new();
    let table = events(&fixture, 1).await;
    for (scan, text) in [
        (
            table.scan().segments(0),
            "a scan has 1 to 1,000,000 segments",
        ),
        (
            table.scan().segments(1_000_001),
            "a scan has 1 to 1,000,000 segments",
        ),
        (
            table.scan().segments(2).concurrency(0),
            "`concurrency(0)` sends nothing",
        ),
    ] {
        let error = scan.all().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().contains(text), "{error}");
    }
    assert_eq!(fixture.requests().operations(), [""; 0]);
}

#[tokio::test]
async fn costs_are_summed_over_the_segments() {
    let fixture = Fixture::new();
    let table = events(&fixture, 12).await;
    let scan = table.scan().segments(3).return_consumed_capacity();
    let page = scan.send().await.unwrap();
    assert_eq!((page.items.len(), page.scanned_count), (12, 12));
    let capacity = page.consumed_capacity.unwrap();
    let units = capacity.capacity_units().unwrap();
    // Half a unit for each segment.
    assert!((units - 1.5).abs() < 1e-9, "{units}");
}

#[tokio::test]
async fn the_sdk_scans_the_first_segment() {
    let fixture = Fixture::new();
    let table = events(&fixture, 12).await;
    let segments = by_segment(&fixture, 3).await;
    fixture.requests().clear();
    let builder = table.scan().segments(3).into_sdk().unwrap();
    let reply = builder.send().await.unwrap();
    assert_eq!(asked(&fixture.requests().take(), 3), [0]);
    assert_eq!(reply.items().len(), segments[0].len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever the number of segments, the sizes and where the read is broken off: every item once.
    #[test]
    fn nothing_is_lost_and_nothing_comes_twice(
        count in 0_u64..40,
        segments in 1_usize..9,
        concurrency in 1_usize..6,
        page_size in proptest::option::of(1_usize..6),
        filtered: bool,
        takes in proptest::collection::vec(1_usize..9, 1..12),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let fixture = Fixture::embedded();
            let table = events(&fixture, count).await;
            let scan = || {
                let mut scan = table.scan().segments(segments).concurrency(concurrency);
                if let Some(rows) = page_size {
                    scan = scan.page_size(rows);
                }
                if filtered {
                    scan = scan.filter(Event::SIZE.ge(3_u64));
                }
                scan
            };
            let expected: BTreeSet<u64> =
                (0..count).filter(|id| !filtered || event(*id).size >= 3).collect();
            let mut found = Vec::new();
            let mut cursor = None;
            let mut is_over = false;
            for take in takes {
                let mut part = scan().take(take);
                if let Some(cursor) = cursor.take() {
                    part = part.start_at(cursor);
                }
                let mut pages = part.pages();
                let before = found.len();
                while let Some(page) = pages.next().await {
                    let page = page.unwrap();
                    found.extend(ids(&page.items));
                    cursor = page.cursor;
                }
                assert!(found.len() - before <= take);
                if cursor.is_none() {
                    is_over = true;
                    break;
                }
                assert_eq!(found.len() - before, take);
            }
            if !is_over {
                let rest = scan().start_at(cursor.unwrap()).all().await.unwrap();
                found.extend(ids(&rest));
            }
            let distinct: BTreeSet<u64> = found.iter().copied().collect();
            assert_eq!(distinct.len(), found.len(), "{found:?}");
            assert_eq!(distinct, expected);
            let counted = scan().count().await.unwrap();
            assert_eq!(counted, expected.len() as u64);
        });
    }
}
