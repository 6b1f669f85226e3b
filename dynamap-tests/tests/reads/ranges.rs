//! Every range of every time key gives exactly what a filter over the data gives, in both directions,
//! however it is paged.

use std::ops::{Bound, RangeBounds};

use dynamap::expression::HoldsItems;
use dynamap::key::{AccessPath, HasSortKey, Narrowed, SortBound, SortDescription, TimeSorted};
use dynamap::operation::Query;
use dynamap::{Cursor, DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use time::OffsetDateTime;

/// An event on the one line that the tests query.
trait Event: DynamoItem + Clone + Send + Sync {
    fn new(id: usize, at: OffsetDateTime) -> Self;
    fn id(&self) -> &str;
    fn at(&self) -> OffsetDateTime;
}

const LINE: &str = "line";

/// What is asked of the sort key.
#[derive(Debug, Clone)]
enum Ask {
    Within(Bound<OffsetDateTime>, Bound<OffsetDateTime>),
    Between(OffsetDateTime, OffsetDateTime),
    Eq(OffsetDateTime),
    At(OffsetDateTime),
    Lt(OffsetDateTime),
    Le(OffsetDateTime),
    Gt(OffsetDateTime),
    Ge(OffsetDateTime),
    Since(OffsetDateTime),
    Before(OffsetDateTime),
    On(OffsetDateTime),
}

impl Ask {
    fn has(&self, time: OffsetDateTime) -> bool {
        match self {
            Self::Within(start, end) => (*start, *end).contains(&time),
            Self::Between(low, high) => (low..=high).contains(&&time),
            Self::Eq(other) | Self::At(other) => time == *other,
            Self::Lt(other) | Self::Before(other) => time < *other,
            Self::Le(other) => time <= *other,
            Self::Gt(other) => time > *other,
            Self::Ge(other) | Self::Since(other) => time >= *other,
            Self::On(day) => time.date() == day.date(),
        }
    }

    fn is_reversed(&self) -> bool {
        match self {
            Self::Within(
                Bound::Included(start) | Bound::Excluded(start),
                Bound::Included(end) | Bound::Excluded(end),
            )
            | Self::Between(start, end) => start > end,
            _ => false,
        }
    }

    fn of<T, I>(&self, query: Query<T, I>) -> Query<T, I, Narrowed>
    where
        T: Event,
        I: AccessPath<Item = T, Sort: SortDescription<AfterEquality = Narrowed>> + HoldsItems,
        I::Sort: SortBound<OffsetDateTime> + SortBound<dynamap::time::Moment> + TimeSorted,
    {
        match *self {
            Self::Within(start, end) => query.within((start, end)),
            Self::Between(low, high) => query.between(low, high),
            Self::Eq(time) => query.eq(time),
            Self::At(time) => query.at(time),
            Self::Lt(time) => query.lt(time),
            Self::Le(time) => query.le(time),
            Self::Gt(time) => query.gt(time),
            Self::Ge(time) => query.ge(time),
            Self::Since(time) => query.since(time),
            Self::Before(time) => query.before(time),
            Self::On(day) => query.on(day.date()),
        }
    }
}

/// Times near each other: some on one unit, some on two sides of a unit's start, before 1970, at a
/// day's end.
fn times(unit: i64) -> impl Strategy<Value = OffsetDateTime> {
    let base = prop_oneof![
        Just(-i128::from(unit)),
        Just(1_643_673_600 * 1_000_000_000_i128),
    ];
    let beyond = prop_oneof![4 => Just(0), 1 => Just(-1), 1 => Just(1), 1 => Just(unit / 2)];
    (base, -2..3_i64, beyond).prop_map(move |(base, units, beyond)| {
        OffsetDateTime::from_unix_timestamp_nanos(base + i128::from(units * unit + beyond))
            .expect("a time near 1970 or 2022")
    })
}

fn bounds(unit: i64) -> impl Strategy<Value = Bound<OffsetDateTime>> {
    prop_oneof![
        3 => times(unit).prop_map(Bound::Included),
        3 => times(unit).prop_map(Bound::Excluded),
        1 => Just(Bound::Unbounded),
    ]
}

fn asks(unit: i64) -> impl Strategy<Value = Ask> {
    prop_oneof![
        8 => (bounds(unit), bounds(unit)).prop_map(|(start, end)| Ask::Within(start, end)),
        1 => (times(unit), times(unit)).prop_map(|(low, high)| Ask::Between(low, high)),
        1 => times(unit).prop_map(Ask::Eq),
        1 => times(unit).prop_map(Ask::At),
        1 => times(unit).prop_map(Ask::Lt),
        1 => times(unit).prop_map(Ask::Le),
        1 => times(unit).prop_map(Ask::Gt),
        1 => times(unit).prop_map(Ask::Ge),
        1 => times(unit).prop_map(Ask::Since),
        1 => times(unit).prop_map(Ask::Before),
        1 => times(unit).prop_map(Ask::On),
    ]
}

fn ids<T: Event>(items: &[T]) -> Vec<&str> {
    items.iter().map(Event::id).collect()
}

/// Reads page after page, each by a query of its own that starts at the cursor before.
async fn by_cursors<T, I, S>(page: impl Fn(Option<Cursor>) -> Query<T, I, S>) -> Vec<T>
where
    T: Event,
    I: AccessPath<Item = T, Sort: SortDescription<AfterEquality = Narrowed>> + HoldsItems,
{
    let mut items = Vec::new();
    let mut cursor = None;
    loop {
        let page = page(cursor).send().await.expect("a page");
        items.extend(page.items);
        match page.cursor {
            // As a client gives it back.
            Some(next) => cursor = Some(next.to_string().parse().expect("a cursor")),
            None => return items,
        }
    }
}

async fn check<T, I>(ask: &Ask, data: &[T], size: usize, query: impl Fn() -> Query<T, I>)
where
    T: Event,
    I: AccessPath<Item = T, Sort: SortDescription<AfterEquality = Narrowed>> + HoldsItems,
    I::Sort: SortBound<OffsetDateTime> + SortBound<dynamap::time::Moment> + TimeSorted + HasSortKey,
{
    let asked = || ask.of(query());
    if ask.is_reversed() {
        let error = asked().all().await.err().expect("a refusal");
        assert_eq!(error.kind(), ErrorKind::InvalidRange);
        return;
    }
    let oldest = asked().all().await.expect("items");
    let mut expected: Vec<_> = data.iter().filter(|event| ask.has(event.at())).collect();
    expected.sort_by_key(|event| event.at());
    let times = |events: &[T]| events.iter().map(Event::at).collect::<Vec<_>>();
    let expected_times: Vec<_> = expected.iter().map(|event| event.at()).collect();
    assert_eq!(times(&oldest), expected_times);
    let mut found = ids(&oldest);
    let mut wanted: Vec<_> = expected.iter().map(|event| event.id()).collect();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);

    let newest = asked().newest_first().all().await.expect("items");
    let mut reversed = ids(&newest);
    reversed.reverse();
    assert_eq!(reversed, ids(&oldest));

    let count = asked().count().await.expect("a count");
    assert_eq!(count, expected.len() as u64);
    let latest = asked().latest().await.expect("the latest");
    assert_eq!(
        latest.as_ref().map(Event::id),
        newest.first().map(Event::id)
    );
    let first = asked().first().await.expect("the first");
    assert_eq!(first.as_ref().map(Event::id), oldest.first().map(Event::id));

    let paged = asked().page_size(size).all().await.expect("items");
    assert_eq!(ids(&paged), ids(&oldest));
    let taken = asked().take(size).all().await.expect("items");
    assert_eq!(ids(&taken), ids(&oldest[..size.min(oldest.len())]));
    let taken = asked().take(size + 1).page_size(size);
    let taken = taken.newest_first().all().await.expect("items");
    assert_eq!(ids(&taken), ids(&newest[..(size + 1).min(newest.len())]));

    let forward = by_cursors(|cursor| match cursor {
        Some(cursor) => asked().page_size(size).start_at(cursor),
        None => asked().page_size(size),
    });
    assert_eq!(ids(&forward.await), ids(&oldest));
    let backward = by_cursors(|cursor| match cursor {
        Some(cursor) => asked().newest_first().take(size).start_at(cursor),
        None => asked().newest_first().take(size),
    });
    assert_eq!(ids(&backward.await), ids(&newest));
}

fn run<T, I, F>(unit: i64, query: F)
where
    T: Event,
    F: Fn(&T::Handle) -> Query<T, I>,
    T::Handle: std::ops::Deref<Target = dynamap::Table<T>>,
    I: AccessPath<Item = T, Sort: SortDescription<AfterEquality = Narrowed>> + HoldsItems,
    I::Sort: SortBound<OffsetDateTime> + SortBound<dynamap::time::Moment> + TimeSorted + HasSortKey,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let cases = (
        prop::collection::vec(times(unit), 0..10),
        prop::collection::vec(asks(unit), 5),
        1..4_usize,
    );
    let config = Config {
        cases: 6,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&cases, |(times, asks, size)| {
        runtime.block_on(async {
            let fixture = Fixture::new();
            let table = fixture.create::<T>().await;
            let mut data = Vec::new();
            for (id, time) in times.into_iter().enumerate() {
                let event = T::new(id, time);
                data.push(table.put(event).send().await.expect("a put"));
            }
            for ask in asks {
                check(&ask, &data, size, || query(&table)).await;
            }
        });
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

macro_rules! timeline {
    ($module:ident, $unit:expr, [$($time:tt)*]) => {
        mod $module {
            use dynamap::DynamoItem;
            use time::OffsetDateTime;

            /// Events at one time are told apart by the table's key only.
            #[derive(Debug, Clone, PartialEq, DynamoItem)]
            #[dynamo(
                table = "events",
                index(name = "by_time", partition_key = "line", sort_key = "at")
            )]
            struct Event {
                #[partition_key]
                id: String,
                line: String,
                #[$($time)*]
                at: OffsetDateTime,
            }

            timeline!(@event Event);

            #[test]
            fn ranges_are_exact() {
                super::run($unit, |table: &EventTable| table.query_by_time(super::LINE));
            }
        }
    };
    (suffixed $module:ident, $unit:expr, [$($time:tt)*]) => {
        mod $module {
            use dynamap::DynamoItem;
            use time::OffsetDateTime;

            #[derive(Debug, Clone, PartialEq, DynamoItem)]
            #[dynamo(table = "events")]
            struct Event {
                #[partition_key]
                line: String,
                #[$($time)*]
                at: OffsetDateTime,
                id: String,
            }

            timeline!(@event Event);

            #[test]
            fn ranges_are_exact() {
                super::run($unit, |table: &EventTable| table.query(super::LINE));
            }
        }
    };
    (@event $event:ident) => {
        impl super::Event for $event {
            fn new(id: usize, at: OffsetDateTime) -> Self {
                Self { id: format!("event {id}"), line: super::LINE.into(), at }
            }

            fn id(&self) -> &str {
                &self.id
            }

            fn at(&self) -> OffsetDateTime {
                self.at
            }
        }
    };
}

timeline!(seconds, 1_000_000_000, [ts(seconds)]);
timeline!(millis, 1_000_000, [ts(millis)]);
timeline!(micros, 1_000, [ts(micros)]);
timeline!(nanos, 1, [ts(nanos)]);
timeline!(iso_seconds, 1_000_000_000, [ts(iso, precision = seconds)]);
timeline!(iso_millis, 1_000_000, [ts(iso)]);
timeline!(iso_micros, 1_000, [ts(iso, precision = micros)]);
timeline!(iso_nanos, 1, [ts(iso, precision = nanos)]);
timeline!(suffixed suffixed_seconds, 1_000_000_000, [sort_key(iso, precision = seconds, suffix = "id")]);
timeline!(suffixed suffixed_millis, 1_000_000, [sort_key(iso, suffix = "id")]);
timeline!(suffixed suffixed_nanos, 1, [sort_key(iso, precision = nanos, suffix = "id")]);
