//! Pages of ranges and the cursors between them.

use dynamap::operation::RangeQuery;
use dynamap::{Cursor, ErrorKind};
use dynamap_tests::{Fixture, Request};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::paths::*;
use crate::row::{Row, add, device, device_named, iso, numbers, stored};

const START: OffsetDateTime = datetime!(2025-03-20 0:00 UTC);

/// So many rows, one a minute.
fn minutes<I: RangePath>(count: u32) -> Vec<Row> {
    (0..count)
        .map(|n| Row::at::<I>(START + Duration::minutes(1) * n, n))
        .collect()
}

/// A cursor as a client gives it back.
fn handed_over(cursor: Cursor) -> Cursor {
    cursor.to_string().parse().unwrap()
}

/// Every page of a range, each by a query of its own that goes on behind the cursor of the one before.
async fn page_by_page<S>(query: impl Fn() -> RangeQuery<Row, Hours3, S>) -> Vec<Vec<u32>> {
    let mut pages = Vec::new();
    let mut cursor = None;
    loop {
        let query = query();
        let query = match cursor {
            Some(cursor) => query.start_at(cursor),
            None => query,
        };
        let page = query.send().await.unwrap();
        pages.push(numbers(&page.items));
        match page.cursor {
            Some(next) => cursor = Some(handed_over(next)),
            None => return pages,
        }
        assert!(pages.len() < 1_000, "the cursor does not get on");
    }
}

#[tokio::test]
async fn pages_of_one_row_give_each_row_once_in_both_directions() {
    // G17
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(103)).await;
    let range = START..START + Duration::hours(2);
    let query = || device::<Hours3>(&table).range(range.clone()).page_size(1);
    let mut pages = page_by_page(query).await;
    pages.retain(|page| !page.is_empty());
    assert_eq!(pages, (0..103).map(|n| vec![n]).collect::<Vec<_>>());
    let mut pages = page_by_page(|| query().newest_first()).await;
    pages.retain(|page| !page.is_empty());
    assert_eq!(pages, (0..103).rev().map(|n| vec![n]).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_page_has_as_many_rows_as_it_may_until_its_bucket_ends() {
    // G16, G12
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(103)).await;
    let range = START..START + Duration::hours(2);
    let query = || device::<Hours3>(&table).range(range.clone()).page_size(32);
    let page = query().send().await.unwrap();
    assert_eq!(numbers(&page.items), (0..32).collect::<Vec<_>>());
    // One request per shard.
    assert_eq!(fixture.requests().take().len(), 3);
    let page = query().newest_first().send().await.unwrap();
    assert_eq!(numbers(&page.items), (71..103).rev().collect::<Vec<_>>());
    let sizes = |pages: &[Vec<u32>]| pages.iter().map(Vec::len).collect::<Vec<_>>();
    let pages = page_by_page(query).await;
    assert_eq!(pages.concat(), (0..103).collect::<Vec<_>>());
    assert_eq!(sizes(&pages), [32, 28, 32, 11]);
    let pages = page_by_page(|| query().newest_first()).await;
    assert_eq!(pages.concat(), (0..103).rev().collect::<Vec<_>>());
    assert_eq!(sizes(&pages), [32, 11, 32, 28]);
}

#[tokio::test]
async fn a_page_costs_at_most_a_request_per_shard_and_what_empty_buckets_need() {
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(180)).await;
    let range = START..START + Duration::hours(3);
    let mut pages = device::<Hours3>(&table).range(range).page_size(7).pages();
    let mut rows = Vec::new();
    let mut finds_the_end = 0;
    while let Some(page) = pages.next().await {
        let page = page.unwrap();
        let requests = fixture.requests().take();
        let mut asked: Vec<_> = requests.iter().map(Request::key_condition).collect();
        asked.sort_unstable();
        let before = asked.len();
        asked.dedup();
        assert_eq!(asked.len(), before, "a shard was asked twice for one page");
        assert!(page.items.len() <= 7);
        finds_the_end += usize::from(before > 3);
        rows.extend(numbers(&page.items));
    }
    assert_eq!(rows, (0..180).collect::<Vec<_>>());
    assert!(finds_the_end <= 2);
}

#[tokio::test]
async fn no_empty_page_is_given_out_while_buckets_are_left() {
    // G13: twice a page of rows in the bucket, of which the range has the last one only.
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(60)).await;
    let last = START + Duration::minutes(59);
    let query = device::<Hours3>(&table).range(last..START + Duration::hours(9));
    let page = query.page_size(30).send().await.unwrap();
    assert_eq!(numbers(&page.items), [59]);
    // And one whose first buckets are empty.
    let early = START - Duration::hours(4)..START + Duration::hours(1);
    let page = device::<Hours3>(&table)
        .range(early)
        .page_size(2)
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(&page.items), [0, 1]);
}

#[tokio::test]
async fn behind_the_last_row_of_a_bucket_the_cursor_is_the_start_of_the_next() {
    // G14
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(120)).await;
    let query = |hours| device::<Hours3>(&table).range(START..START + Duration::hours(hours));
    let page = query(2).send().await.unwrap();
    assert_eq!(numbers(&page.items), (0..60).collect::<Vec<_>>());
    fixture.requests().clear();
    let page = query(2)
        .start_at(handed_over(page.cursor.unwrap()))
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(&page.items), (60..120).collect::<Vec<_>>());
    for request in fixture.requests().take() {
        assert!(request.key_condition().contains("#2025-03-20T01:00#"));
        assert!(request.get("ExclusiveStartKey").is_null());
    }
    // The next bucket lies beyond the range.
    assert!(page.cursor.is_none());
    assert!(query(1).send().await.unwrap().cursor.is_none());
    // G20: nothing there, and nothing behind it.
    let future = START + Duration::days(400);
    let nothing = device::<Hours3>(&table).range(future..future + Duration::hours(2));
    let page = nothing.send().await.unwrap();
    assert!(page.items.is_empty() && page.cursor.is_none());
}

#[tokio::test]
async fn only_the_shard_of_the_last_row_is_asked_for_what_is_behind_a_key() {
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(60)).await;
    let query = || {
        device::<Hours3>(&table)
            .range(START..START + Duration::hours(1))
            .page_size(10)
    };
    let cursor = query().send().await.unwrap().cursor.unwrap();
    fixture.requests().clear();
    let page = query().start_at(cursor).send().await.unwrap();
    assert_eq!(numbers(&page.items), (10..20).collect::<Vec<_>>());
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 3);
    let last = format!("time#{}#r-9", iso(START + Duration::minutes(9)));
    let (behind, from): (Vec<_>, Vec<_>) = requests
        .iter()
        .partition(|request| !request.get("ExclusiveStartKey").is_null());
    assert_eq!(behind.len(), 1);
    assert_eq!(behind[0].get("ExclusiveStartKey")["sk"]["S"], last.as_str());
    for request in from {
        let condition = request.key_condition();
        let expected = format!("sk BETWEEN '{last}' AND 'time#2025-03-20T01:00:00.000Z'");
        assert!(condition.ends_with(&expected), "{condition}");
    }
}

#[tokio::test]
async fn what_arrives_behind_a_cursor_is_seen_and_what_arrives_before_it_is_not() {
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(60)).await;
    let query = || {
        device::<Hours3>(&table)
            .range(START..START + Duration::hours(1))
            .page_size(10)
    };
    let second = Duration::seconds(1);
    let arrives = |minute: i64, n| {
        (0..4).map(move |step| {
            let at = START + Duration::minutes(minute) + second * (step + 1);
            Row::at::<Hours3>(at, n + u32::try_from(step).unwrap())
        })
    };
    let forward = query().send().await.unwrap().cursor.unwrap();
    let backward = query().newest_first().send().await.unwrap().cursor.unwrap();
    // Four late ones on each side of both cursors, in whatever shards.
    add(&table, arrives(8, 800).chain(arrives(9, 900))).await;
    add(&table, arrives(49, 4_900).chain(arrives(50, 5_000))).await;
    let page = query().start_at(forward).send().await.unwrap();
    assert_eq!(
        numbers(&page.items),
        [900, 901, 902, 903, 10, 11, 12, 13, 14, 15]
    );
    let page = query()
        .newest_first()
        .start_at(backward)
        .send()
        .await
        .unwrap();
    assert_eq!(
        numbers(&page.items),
        [4_903, 4_902, 4_901, 4_900, 49, 48, 47, 46, 45, 44]
    );
}

#[tokio::test]
async fn rows_of_one_instant_are_told_apart_by_their_suffix() {
    // G21, G22
    let fixture = Fixture::new();
    let at = datetime!(2025-03-20 10:00 UTC);
    let later = at + Duration::milliseconds(1);
    let rows = (1..=3).map(|n| Row::at::<Hours3>(at, n));
    let rows = rows.chain((4..=5).map(|n| Row::at::<Hours3>(later, n)));
    let table = stored(&fixture, rows.collect::<Vec<_>>()).await;
    let query = || device::<Hours3>(&table).range(at..=later).page_size(1);
    let pages = page_by_page(query).await.concat();
    assert_eq!(pages, [1, 2, 3, 4, 5]);
    let pages = page_by_page(|| query().newest_first()).await.concat();
    assert_eq!(pages, [5, 4, 3, 2, 1]);
    // G18: bounds that exclude their own instant.
    let excluded = (
        std::ops::Bound::Excluded(at),
        std::ops::Bound::Included(later),
    );
    let found = device::<Hours3>(&table)
        .range(excluded)
        .all()
        .await
        .unwrap();
    assert_eq!(numbers(&found), [4, 5]);
    let found = device::<Hours3>(&table)
        .range(at..later)
        .all()
        .await
        .unwrap();
    assert_eq!(numbers(&found), [1, 2, 3]);
}

#[tokio::test]
async fn a_filter_that_empties_a_page_leaves_a_cursor_that_gets_on() {
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(120)).await;
    let range = START..START + Duration::hours(2);
    let query = || {
        let query = device::<Hours3>(&table).range(range.clone());
        query.filter(Row::N.is_in([50, 51, 100])).page_size(5)
    };
    let page = query().send().await.unwrap();
    assert!(page.items.is_empty() && page.cursor.is_some());
    assert_eq!(page.scanned_count, 15);
    assert_eq!(fixture.requests().take().len(), 3);
    assert_eq!(page_by_page(query).await.concat(), [50, 51, 100]);
    assert_eq!(
        page_by_page(|| query().newest_first()).await.concat(),
        [100, 51, 50]
    );
    assert_eq!(numbers(&query().all().await.unwrap()), [50, 51, 100]);
}

#[tokio::test]
async fn take_over_several_pages_ends_with_a_cursor() {
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(120)).await;
    let query = || device::<Hours3>(&table).range(START..START + Duration::hours(2));
    let page = query().take(70).send().await.unwrap();
    assert_eq!(numbers(&page.items), (0..60).collect::<Vec<_>>());
    let mut pages = query().take(70).pages();
    let mut last = None;
    while let Some(page) = pages.next().await {
        last = page.unwrap().cursor;
    }
    let rest = query().start_at(last.unwrap()).all().await.unwrap();
    assert_eq!(numbers(&rest), (70..120).collect::<Vec<_>>());
    assert_eq!(
        query()
            .start_at(cursor_at(&table, 70).await)
            .count()
            .await
            .unwrap(),
        50
    );
}

async fn cursor_at(table: &crate::row::RowTable, rows: usize) -> Cursor {
    let query = device::<Hours3>(table).range(START..START + Duration::hours(2));
    let mut pages = query.take(rows).pages();
    let mut last = None;
    while let Some(page) = pages.next().await {
        last = page.unwrap().cursor;
    }
    last.unwrap()
}

#[tokio::test]
async fn a_cursor_belongs_to_one_range_of_one_key() {
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(120)).await;
    let query = || device::<Hours3>(&table).range(START..START + Duration::hours(2));
    let cursor = || cursor_at(&table, 70);
    let hour = START + Duration::hours(1);
    fixture.requests().clear();
    for (what, refused) in [
        ("direction", query().newest_first().start_at(cursor().await)),
        (
            "partition",
            device_named::<Hours3>(&table, "8")
                .range(START..START + Duration::hours(2))
                .start_at(cursor().await),
        ),
        // The position: row 69, at 01:09.
        (
            "earlier",
            device::<Hours3>(&table)
                .range(START..hour)
                .start_at(cursor().await),
        ),
        (
            "later",
            device::<Hours3>(&table)
                .range(hour + Duration::minutes(10)..hour + Duration::hours(1))
                .start_at(cursor().await),
        ),
        (
            "another layout",
            device::<Hours3>(&table)
                .range(hour + Duration::hours(3)..hour + Duration::hours(4))
                .start_at(cursor().await),
        ),
    ] {
        fixture.requests().clear();
        let error = refused.send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidCursor, "{what}");
        assert_eq!(fixture.requests().take(), [], "{what}");
    }
    // A shard that the key does not have.
    let error = device::<Hours>(&table)
        .range(START..START + Duration::hours(2))
        .start_at(cursor().await)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
    // A wider range of the same key goes on behind the same row.
    let wider =
        device::<Hours3>(&table).range(START - Duration::hours(5)..hour + Duration::hours(1));
    let rest = wider.start_at(cursor().await).all().await.unwrap();
    assert_eq!(numbers(&rest), (70..120).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_plan_behind_a_cursor_starts_with_its_bucket() {
    let fixture = Fixture::new();
    let table = stored(&fixture, minutes::<Hours3>(120)).await;
    let query = device::<Hours3>(&table).range(START..START + Duration::hours(4));
    let plan = query
        .start_at(cursor_at(&table, 70).await)
        .explain()
        .unwrap();
    let buckets: Vec<_> = plan
        .iter()
        .map(|planned| planned.bucket.as_deref().unwrap())
        .collect();
    let three = |hour| [hour; 3];
    assert_eq!(
        buckets,
        [
            three("2025-03-20T01:00"),
            three("2025-03-20T02:00"),
            three("2025-03-20T03:00")
        ]
        .concat()
    );
    let behind: Vec<_> = plan
        .iter()
        .filter(|planned| planned.behind_cursor)
        .collect();
    assert_eq!(behind.len(), 1);
    assert!(behind[0].to_string().ends_with(", behind the cursor"));
}
