//! Random rows, layouts, ranges, orders and page sizes: the stream is a sorted linear filter of the rows,
//! and a cursor goes on behind what was given out, whatever arrived in between.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ops::Bound;

use dynamap::Cursor;
use dynamap::aws_sdk_dynamodb::types::AttributeValue;
use dynamap::key::{FieldBuckets, SortBuckets};
use dynamap::operation::RangeQuery;
use dynamap_tests::Fixture;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::paths::*;
use crate::row::{Row, RowTable, STEM, add, bucket, device, era, partition, stored};

/// What is asked of the rows. Times are in steps of the layout's own length from its own start.
#[derive(Debug, Clone)]
struct Case {
    rows: Vec<(i64, i64)>,
    arrivals: Vec<(i64, i64)>,
    range: (Bound<i64>, Bound<i64>),
    forward: bool,
    page_size: Option<usize>,
    concurrency: Option<usize>,
    take: Option<usize>,
    filter: Option<u32>,
    /// After how many pages the arrivals come.
    pages: usize,
}

/// A time and a level of a row.
fn row() -> impl Strategy<Value = (i64, i64)> {
    (0..200_i64, 0..12_i64)
}

fn range() -> impl Strategy<Value = (Bound<i64>, Bound<i64>)> {
    let bounds = || {
        prop_oneof![
            Just(Bound::Included as fn(i64) -> _),
            Just(Bound::Excluded as fn(i64) -> _)
        ]
    };
    (-10..210_i64, 0..220_i64, bounds(), bounds())
        .prop_map(|(start, length, from, to)| (from(start), to(start + length)))
}

fn case() -> impl Strategy<Value = Case> {
    let rows = (vec(row(), 0..40), vec(row(), 0..12), range());
    let settings = (
        any::<bool>(),
        option::of(1..9_usize),
        option::of(1..7_usize),
        option::weighted(0.3, 0..20_usize),
        option::weighted(0.3, 0..40_u32),
        0..8_usize,
    );
    (rows, settings).prop_map(
        |((rows, arrivals, range), (forward, page_size, concurrency, take, filter, pages))| Case {
            rows,
            arrivals,
            range,
            forward,
            page_size,
            concurrency,
            take,
            filter,
            pages,
        },
    )
}

/// Fewer on an engine behind a network.
fn config() -> ProptestConfig {
    let cases = if env::var_os("DYNAMODB_ENDPOINT").is_some() {
        12
    } else {
        64
    };
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn buckets_of_the_sort_key(layout in 0..8_u8, case in case()) {
        block_on(async {
            let days = Duration::minutes(36);
            let march = datetime!(2025-03-20 0:00 UTC);
            match layout {
                0 => by_time::<Days4>(case, march, days).await,
                1 => by_time::<Days>(case, march, days).await,
                2 => by_time::<Minutes>(case, march, Duration::milliseconds(1_500)).await,
                3 => by_time::<Hours3>(case, datetime!(1969-12-31 22:00 UTC), Duration::seconds(90)).await,
                4 => by_time::<Months2>(case, datetime!(2023-12-20 0:00 UTC), Duration::hours(18)).await,
                5 => by_time::<Years>(case, datetime!(1968-06-01 0:00 UTC), Duration::days(9)).await,
                6 => by_time::<Grown>(case, datetime!(2025-02-10 0:00 UTC), Duration::hours(6)).await,
                _ => by_time::<Reshard>(case, datetime!(2025-02-10 0:00 UTC), Duration::hours(6)).await,
            }
        });
    }

    #[test]
    fn buckets_of_another_field_in_an_index(layout in 0..4_u8, case in case()) {
        block_on(async {
            match layout {
                0 => by_level::<LevelDays4>(case, datetime!(2025-03-20 0:00 UTC), Duration::minutes(36)).await,
                1 => by_level::<LevelMonths>(case, datetime!(2025-01-20 0:00 UTC), Duration::hours(12)).await,
                2 => by_level::<LevelReshard>(case, datetime!(2025-02-20 0:00 UTC), Duration::hours(6)).await,
                _ => by_level::<LevelGrown>(case, datetime!(2025-02-10 0:00 UTC), Duration::hours(12)).await,
            }
        });
    }
}

fn block_on(future: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future);
}

/// A row's place in the order of a range; equal where DynamoDB does not say which comes first.
type Place = (usize, String);

async fn by_time<I>(case: Case, start: OffsetDateTime, step: Duration)
where
    I: RangePath<Sort = ByTime, Partition = SortBuckets>,
{
    let at = |steps: i64| start + step * i32::try_from(steps).unwrap();
    let rows = |times: &[(i64, i64)], first: u32| -> Vec<Row> {
        let numbered = (first..).zip(times);
        numbered
            .map(|(n, (steps, _))| Row::at::<I>(at(*steps), n))
            .collect()
    };
    let (from, to) = (case.range.0.map(at), case.range.1.map(at));
    let is_behind_start = |at: OffsetDateTime| match from {
        Bound::Included(start) => at >= start,
        Bound::Excluded(start) => at > start,
        Bound::Unbounded => true,
    };
    let is_before_end = |at: OffsetDateTime| match to {
        Bound::Included(end) => at <= end,
        Bound::Excluded(end) => at < end,
        Bound::Unbounded => true,
    };
    let place =
        |row: &Row| (is_behind_start(row.at) && is_before_end(row.at)).then(|| (0, row.sk.clone()));
    let (rows, arrivals) = (rows(&case.rows, 0), rows(&case.arrivals, 100));
    let query = |table: &RowTable| device::<I>(table).range((from, to));
    check::<I, _>(&case, rows, arrivals, query, place).await;
}

async fn by_level<I>(case: Case, start: OffsetDateTime, step: Duration)
where
    I: RangePath<Sort = ByLevel, Partition = FieldBuckets>,
{
    let at = |steps: i64| start + step * i32::try_from(steps).unwrap();
    let rows = |rows: &[(i64, i64)], first: u32| -> Vec<Row> {
        let numbered = (first..).zip(rows);
        let row =
            |(n, (steps, level)): (u32, &(i64, i64))| Row::indexed::<I>(at(*steps), *level, n);
        numbered.map(row).collect()
    };
    let (from, to) = (case.range.0.map(at), case.range.1.map(at));
    let touched = touched::<I>(from, to);
    let place = |row: &Row| {
        let partition = row.gpk.as_ref().unwrap();
        let bucket = touched.get(partition)?;
        Some((*bucket, format!("{:020}", row.level.unwrap())))
    };
    let (rows, arrivals) = (rows(&case.rows, 0), rows(&case.arrivals, 100));
    let query = |table: &RowTable| device::<I>(table).buckets((from, to));
    check::<I, _>(&case, rows, arrivals, query, place).await;
}

/// The partitions that a range touches, each with the number of its bucket, found by walking through every
/// half hour.
fn touched<I: RangePath>(
    from: Bound<OffsetDateTime>,
    to: Bound<OffsetDateTime>,
) -> BTreeMap<String, usize> {
    let nanosecond = Duration::nanoseconds(1);
    let first = match from {
        Bound::Included(start) => start,
        Bound::Excluded(start) => start + nanosecond,
        Bound::Unbounded => unreachable!(),
    };
    let last = match to {
        Bound::Included(end) => end,
        Bound::Excluded(end) => end - nanosecond,
        Bound::Unbounded => unreachable!(),
    };
    let mut buckets = BTreeMap::new();
    let mut partitions = BTreeMap::new();
    let mut at = first;
    while at <= last {
        let era = era(I::LAYOUT, at);
        let text = era.bucket.map(|width| bucket(width, at));
        let count = buckets.len();
        let bucket = *buckets.entry(text.clone()).or_insert(count);
        let text = text.map_or(STEM.to_owned(), |text| format!("{STEM}#{text}"));
        match era.shards {
            None => partitions.insert(text, bucket),
            Some(shards) => (0..shards)
                .map(|shard| partitions.insert(format!("{text}#{shard}"), bucket))
                .last()
                .flatten(),
        };
        at = if at < last {
            (at + Duration::minutes(30)).min(last)
        } else {
            last + nanosecond
        };
    }
    partitions
}

/// The rows of a range in its order, where it is one.
fn in_order(case: &Case, rows: &[Row], place: impl Fn(&Row) -> Option<Place>) -> Vec<(Place, u32)> {
    let placed = rows.iter().filter_map(|row| Some((place(row)?, row.n)));
    let mut placed: Vec<_> = placed.collect();
    placed.sort_unstable();
    if !case.forward {
        placed.reverse();
    }
    placed
}

fn places(placed: &[(Place, u32)]) -> Vec<&Place> {
    placed.iter().map(|(place, _)| place).collect()
}

fn numbers(placed: &[(Place, u32)]) -> BTreeSet<u32> {
    placed.iter().map(|(_, n)| *n).collect()
}

async fn check<I: RangePath, S>(
    case: &Case,
    rows: Vec<Row>,
    arrivals: Vec<Row>,
    query: impl Fn(&RowTable) -> RangeQuery<Row, I, S>,
    place: impl Fn(&Row) -> Option<Place>,
) where
    I::Sort: dynamap::key::HasSortKey,
{
    let fixture = Fixture::new();
    let table = stored(&fixture, rows.clone()).await;
    let query = || {
        let query = query(&table);
        let query = if case.forward {
            query.ascending()
        } else {
            query.descending()
        };
        let query = match case.page_size {
            Some(rows) => query.page_size(rows),
            None => query,
        };
        match case.concurrency {
            Some(requests) => query.concurrency(requests),
            None => query,
        }
    };
    is_a_sorted_filter(case, &rows, &query, &place).await;
    goes_on(case, &table, &rows, &arrivals, &query, &place).await;
}

/// The items of a page as places and numbers.
fn placed(rows: &[Row], place: impl Fn(&Row) -> Option<Place>) -> Vec<(Place, u32)> {
    let placed = rows.iter().map(|row| (place(row).unwrap(), row.n));
    placed.collect()
}

/// The stream and the count, with a filter and a `take`.
async fn is_a_sorted_filter<I, S>(
    case: &Case,
    rows: &[Row],
    query: &impl Fn() -> RangeQuery<Row, I, S>,
    place: &impl Fn(&Row) -> Option<Place>,
) where
    I: RangePath,
    I::Sort: dynamap::key::HasSortKey,
{
    let mut expected = in_order(case, rows, place);
    let mut asked = query();
    if let Some(below) = case.filter {
        expected.retain(|(_, n)| *n < below);
        asked = asked.filter(Row::N.lt(below));
    }
    let whole = expected.clone();
    if let Some(take) = case.take {
        expected.truncate(take);
        asked = asked.take(take);
    }
    let found = placed(&asked.all().await.unwrap(), place);
    assert_eq!(places(&found), places(&expected));
    assert!(numbers(&found).is_subset(&numbers(&whole)));
    assert_eq!(numbers(&found).len(), expected.len());
    let mut asked = query();
    if let Some(below) = case.filter {
        asked = asked.filter(Row::N.lt(below));
    }
    if let Some(take) = case.take {
        asked = asked.take(take);
    }
    assert_eq!(asked.count().await.unwrap(), expected.len() as u64);
}

/// Page by page, each by a query of its own; after some of them more rows arrive.
async fn goes_on<I, S>(
    case: &Case,
    table: &RowTable,
    rows: &[Row],
    arrivals: &[Row],
    query: &impl Fn() -> RangeQuery<Row, I, S>,
    place: &impl Fn(&Row) -> Option<Place>,
) where
    I: RangePath,
    I::Sort: dynamap::key::HasSortKey,
{
    let mut given: Vec<(Place, u32)> = Vec::new();
    let mut before_arrivals = None;
    let mut cursor: Option<Cursor> = None;
    for page in 0.. {
        assert!(page < 120, "the cursor does not get on");
        if page == case.pages {
            add(table, arrivals.to_vec()).await;
            before_arrivals = Some(given.len());
        }
        let asked = match cursor.take() {
            Some(cursor) => query().start_at(cursor.to_string().parse().unwrap()),
            None => query(),
        };
        let answer = asked.send().await.unwrap();
        if let Some(rows) = case.page_size {
            assert!(answer.items.len() <= rows);
        }
        given.extend(placed(&answer.items, place));
        cursor = answer.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(numbers(&given).len(), given.len(), "a row was given twice");
    let mut sorted = places(&given);
    sorted.sort_unstable();
    if !case.forward {
        sorted.reverse();
    }
    assert_eq!(places(&given), sorted);
    let old = numbers(&in_order(case, rows, place));
    assert!(old.is_subset(&numbers(&given)), "a row was left out");
    let Some(before) = before_arrivals else {
        assert_eq!(old, numbers(&given));
        return;
    };
    arrived_behind::<I>(case, rows, arrivals, &given, before, place);
}

/// Of the rows that arrived, those behind the last one given are there: in its own bucket unless this was
/// through, and those in later buckets always.
fn arrived_behind<I: RangePath>(
    case: &Case,
    rows: &[Row],
    arrivals: &[Row],
    given: &[(Place, u32)],
    before: usize,
    place: &impl Fn(&Row) -> Option<Place>,
) {
    let arrived = in_order(case, arrivals, place);
    let last = before.checked_sub(1).and_then(|last| given.get(last));
    let bucket_of = |n: u32| {
        let row = rows.iter().chain(arrivals).find(|row| row.n == n).unwrap();
        bucket_id::<I>(row)
    };
    let is_through = last.is_some_and(|(_, last)| {
        let rest = given.iter().skip(before).filter(|(_, n)| *n < 100);
        !rest
            .into_iter()
            .any(|(_, n)| bucket_of(*n) == bucket_of(*last))
    });
    for (place, n) in arrived {
        let is_given = numbers(given).contains(&n);
        let Some((last_place, last)) = last else {
            assert!(is_given, "a row that had arrived before is missing");
            continue;
        };
        let is_behind = if case.forward {
            place > *last_place
        } else {
            place < *last_place
        };
        let is_equal = place == *last_place;
        if is_behind && !(is_through && bucket_of(n) == bucket_of(*last)) {
            assert!(is_given, "a row that arrived behind the cursor is missing");
        } else if !is_behind && !is_equal {
            assert!(!is_given, "a row that arrived before the cursor was given");
        }
    }
}

/// What a row's partition has in common with the other shards of its bucket, and with no other.
fn bucket_id<I: RangePath>(row: &Row) -> String {
    let era = era(I::LAYOUT, row.at);
    let bucket = era.bucket.map(|width| bucket(width, row.at));
    let by_field = row.level.is_some();
    // Where the sort key is cut to it, each layout has its own part of a bucket.
    format!("{bucket:?} {:?}", (!by_field).then_some(era.before))
}

#[test]
fn the_tests_put_rows_where_the_rules_say() {
    let at = datetime!(2025-03-21 12:30 UTC);
    let sort_key = AttributeValue::S("time#2025-03-21T12:30:00.000Z#r-77".to_owned());
    let shard = dynamap::key::shard(&sort_key, 4).unwrap();
    assert_eq!(
        partition(Days4::LAYOUT, "device#123", at, &sort_key),
        format!("device#123#2025-03-21#{shard}")
    );
    assert_eq!(
        partition(
            Grown::LAYOUT,
            "device#123",
            at - Duration::days(60),
            &sort_key
        ),
        "device#123"
    );
}
