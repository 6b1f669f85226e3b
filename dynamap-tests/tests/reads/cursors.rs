//! Cursors: where reads go on, and what they are bound to.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use dynamap::{Cursor, ErrorKind};
use dynamap_tests::Fixture;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::rows::{AT, Event, EventTable, event, events, numbers};

/// FC-62: items with equal sort keys are told apart by the table's keys.
#[tokio::test]
async fn an_index_cursor_has_all_keys() {
    let fixture = Fixture::new();
    let table = events(&fixture, 14).await;
    for backward in [false, true] {
        let query = || {
            let query = table.query_by_kind("odd").at(AT).page_size(3);
            if backward {
                query.newest_first()
            } else {
                query
            }
        };
        let whole = numbers(&query().all().await.unwrap());
        let mut distinct = whole.clone();
        distinct.sort_unstable();
        assert_eq!(distinct, [1, 3, 5, 7, 9, 11, 13]);
        let mut found = Vec::new();
        let mut page = query().send().await.unwrap();
        fixture.requests().clear();
        loop {
            found.extend(numbers(&page.items));
            let Some(cursor) = page.cursor else { break };
            page = query().start_at(cursor).send().await.unwrap();
            let request = fixture.requests().only();
            let start = request.get("ExclusiveStartKey").as_object().unwrap();
            let mut names: Vec<_> = start.keys().collect();
            names.sort();
            assert_eq!(names, ["at", "kind", "line", "number"]);
        }
        assert_eq!(found, whole);
    }
}

/// The cursor of a page that the client cut, at every place.
#[tokio::test]
async fn a_page_that_take_cuts_goes_on_behind_its_last_row() {
    let fixture = Fixture::new();
    let table = events(&fixture, 9).await;
    for taken in 1..9 {
        // A projection without keys, on an index, with a filter: nothing of the position is asked for.
        let query = || {
            let query = table.query_by_kind("odd").filter(Event::SIZE.gt(0_u32));
            query.project_attributes(Event::SIZE).newest_first()
        };
        let whole = query().all().await.unwrap();
        let page = query().take(taken).send().await.unwrap();
        assert_eq!(page.items, whole[..taken.min(5)]);
        let rest = match page.cursor {
            Some(cursor) => query().start_at(cursor).all().await.unwrap(),
            None => Vec::new(),
        };
        assert_eq!(rest, whole[taken.min(5)..]);
    }
}

async fn refused(query: impl Future<Output = dynamap::Result<Vec<Event>>>) -> dynamap::Error {
    let error = query.await.expect_err("a refusal");
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
    error
}

/// B17.
#[tokio::test]
async fn a_cursor_is_bound_to_its_query() {
    let fixture = Fixture::new();
    let table = events(&fixture, 4).await;
    table.put(event("b", 1)).send().await.unwrap();
    let cursor = |page: dynamap::Page<Event>| page.cursor.expect("a cursor");
    let of_query = cursor(table.query("a").page_size(2).send().await.unwrap());
    let of_index = cursor(
        table
            .query_by_kind("odd")
            .page_size(1)
            .send()
            .await
            .unwrap(),
    );
    let of_scan = cursor(table.scan().page_size(2).send().await.unwrap());
    fixture.requests().clear();
    let to = || of_query.clone();

    let rest = table.query("a").start_at(to()).all().await.unwrap();
    assert_eq!(numbers(&rest), [3, 4]);
    fixture.requests().clear();

    let other_partition = refused(table.query("b").start_at(to()).all()).await;
    assert_eq!(
        other_partition.to_string(),
        "Query on `events`: the cursor comes from another query (table, index, partition or \
         direction): give it to the query it came from"
    );
    refused(table.query("a").newest_first().start_at(to()).all()).await;
    refused(table.query_by_size("a").start_at(to()).all()).await;
    refused(table.query_by_kind("odd").start_at(to()).all()).await;
    refused(table.scan().start_at(to()).all()).await;
    refused(table.table_name("other").query("a").start_at(to()).all()).await;
    refused(table.query("a").start_at(of_index.clone()).all()).await;
    refused(table.query("a").start_at(of_scan.clone()).all()).await;
    refused(table.query_by_kind("even").start_at(of_index).all()).await;
    assert!(table.query("a").start_at(of_scan).into_sdk().is_err());
    let counted = table.query("b").start_at(to()).count().await.unwrap_err();
    assert_eq!(counted.kind(), ErrorKind::InvalidCursor);
    assert!(fixture.requests().take().is_empty());
}

/// FC-61.
#[tokio::test]
async fn a_position_outside_of_the_range_is_refused() {
    let fixture = Fixture::new();
    let table = events(&fixture, 6).await;
    let page = table.query("a").page_size(2).send().await.unwrap();
    let at_two = page.cursor.unwrap();
    fixture.requests().clear();
    let error = refused(
        table
            .query("a")
            .within(3_u32..)
            .start_at(at_two.clone())
            .all(),
    )
    .await;
    assert_eq!(
        error.to_string(),
        "Query on `events`: the cursor lies outside of this query's range: give it to the \
         query it came from"
    );
    refused(table.query("a").lt(2_u32).start_at(at_two.clone()).all()).await;
    refused(table.query("a").eq(1_u32).start_at(at_two.clone()).all()).await;
    assert!(fixture.requests().take().is_empty());
    let inside = table.query("a").within(2_u32..5).start_at(at_two).all();
    assert_eq!(numbers(&inside.await.unwrap()), [3, 4]);
}

#[test]
fn a_cursor_is_text_without_contents_in_its_debug_output() {
    for text in ["", "a", "é", "e30", "bm90IGpzb24", "{}", "AAAA====", "%00"] {
        let error = text.parse::<Cursor>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidCursor, "{text}");
    }
    let empty = URL_SAFE_NO_PAD.encode(r#"{"f":{"N":"1"},"p":{"M":{}}}"#);
    let cursor: Cursor = empty.parse().unwrap();
    assert_eq!(cursor.to_string(), empty);
    assert_eq!(format!("{cursor:?}"), "Cursor(…)");
}

fn contents(cursor: &Cursor) -> Value {
    let bytes = URL_SAFE_NO_PAD.decode(cursor.to_string()).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// The query of line `a` from 2 to 5 goes on at a cursor: no answer but rows of that line and range.
async fn resume(table: &EventTable, text: &str) -> Option<Vec<Event>> {
    let cursor = text.parse::<Cursor>().ok()?;
    let query = table.query("a").within(2_u32..=5).start_at(cursor);
    match query.all().await {
        Ok(items) => Some(items),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidCursor, "{error}");
            None
        }
    }
}

/// Whoever knows the form can write a cursor, and gets nowhere with it.
#[tokio::test]
async fn a_forged_cursor_does_not_leave_the_partition_nor_the_range() {
    let fixture = Fixture::new();
    let table = events(&fixture, 8).await;
    for number in 1..9 {
        table.put(event("b", number)).send().await.unwrap();
    }
    let query = table.query("a").within(2_u32..=5).page_size(2);
    let cursor = query.send().await.unwrap().cursor.unwrap();
    let genuine = contents(&cursor);
    assert_eq!(genuine["p"], json!({"M": {"number": {"N": "3"}}}));
    let forged = |position: Value| {
        let mut forged = genuine.clone();
        forged["p"] = json!({"M": position});
        URL_SAFE_NO_PAD.encode(forged.to_string())
    };
    // A position of the caller's own is as good as any in the range.
    let items = resume(&table, &forged(json!({"number": {"N": "4"}}))).await;
    assert_eq!(numbers(&items.unwrap()), [5]);
    fixture.requests().clear();
    for position in [
        json!({"number": {"N": "6"}}),
        json!({"number": {"N": "1"}}),
        json!({"number": {"N": "x"}}),
        json!({"number": {"N": ""}}),
        json!({"number": {"N": "NaN"}}),
        json!({"number": {"S": "3"}}),
        json!({"number": {"B": "AAAA"}}),
        json!({"number": {"NULL": true}}),
        json!({"number": {"N": "3"}, "size": {"N": "3"}}),
        json!({"size": {"N": "3"}}),
        json!({}),
    ] {
        let items = resume(&table, &forged(position.clone())).await;
        assert!(items.is_none(), "{position}");
    }
    assert!(fixture.requests().take().is_empty());
    // The partition is the query's own, whatever the cursor says.
    let other = forged(json!({"line": {"S": "b"}, "number": {"N": "3"}}));
    let items = resume(&table, &other).await;
    assert_eq!(numbers(&items.unwrap()), [4, 5]);
    let request = fixture.requests().only();
    assert_eq!(request.get("ExclusiveStartKey")["line"], json!({"S": "a"}));

    let query = table.query_by_kind("odd").page_size(1);
    let cursor = query.send().await.unwrap().cursor.unwrap();
    let mut forged = contents(&cursor);
    forged["p"]["M"]["line"] = json!({"S": ""});
    let cursor: Cursor = URL_SAFE_NO_PAD.encode(forged.to_string()).parse().unwrap();
    refused(table.query_by_kind("odd").start_at(cursor).all()).await;
}

#[derive(Debug, Clone)]
enum Damage {
    Flip(usize, u8),
    Insert(usize, u8),
    Remove(usize),
    Truncate(usize),
}

impl Damage {
    fn of(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len().max(1);
        match *self {
            Self::Flip(at, bits) => {
                if let Some(byte) = bytes.get_mut(at % length) {
                    *byte ^= bits;
                }
            }
            Self::Insert(at, byte) => bytes.insert(at % length, byte),
            Self::Remove(at) if !bytes.is_empty() => {
                bytes.remove(at % length);
            }
            Self::Remove(_) => {}
            Self::Truncate(at) => bytes.truncate(at % length),
        }
    }
}

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let damage = prop_oneof![
        (any::<usize>(), 1..=255_u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        (any::<usize>(), 0..8_u32).prop_map(|(at, bit)| Damage::Flip(at, 1 << bit)),
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        any::<usize>().prop_map(Damage::Remove),
        any::<usize>().prop_map(Damage::Truncate),
    ];
    prop::collection::vec(damage, 1..4)
}

/// Damaged text, and damaged contents in sound text.
#[test]
fn a_damaged_cursor_is_refused_or_stays_in_place() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let (table, genuine) = runtime.block_on(async {
        let fixture = Fixture::new();
        let table = events(&fixture, 8).await;
        for number in 1..9 {
            table.put(event("b", number)).send().await.unwrap();
        }
        let query = table.query("a").within(2_u32..=5).page_size(2);
        let cursor = query.send().await.unwrap().cursor.unwrap();
        (table, cursor.to_string())
    });
    proptest!(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() },
        |(damages in damages(), inside in any::<bool>())| {
            let mut bytes = if inside {
                URL_SAFE_NO_PAD.decode(&genuine).unwrap()
            } else {
                genuine.clone().into_bytes()
            };
            for damage in &damages {
                damage.of(&mut bytes);
            }
            let text = if inside {
                URL_SAFE_NO_PAD.encode(&bytes)
            } else {
                String::from_utf8_lossy(&bytes).into_owned()
            };
            if let Some(items) = runtime.block_on(resume(&table, &text)) {
                prop_assert!(items.iter().all(|event| event.line == "a" && (2..=5).contains(&event.number)));
            }
        }
    );
}
