//! What is in flight, and what is held, while a stream is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dynamap::DynamoItem;
use dynamap_tests::{Answer, Fixture};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::paths::*;
use crate::row::{Row, device, stored};

const START: OffsetDateTime = datetime!(2025-03-20 0:00 UTC);

/// So many rows, one a minute.
fn rows<I: RangePath>(count: u32) -> Vec<Row> {
    (0..count)
        .map(|n| Row::at::<I>(START + Duration::minutes(1) * n, n))
        .collect()
}

/// How many requests are in flight: now, and at most so far.
#[derive(Default)]
struct Flight {
    now: AtomicUsize,
    most: AtomicUsize,
}

/// Answers that are counted while they are on their way.
fn counted(flight: &Arc<Flight>, answers: usize) -> Vec<Answer> {
    let answer = |flight: Arc<Flight>| {
        Answer::Pass.after(move || async move {
            let now = flight.now.fetch_add(1, Ordering::SeqCst) + 1;
            flight.most.fetch_max(now, Ordering::SeqCst);
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
            flight.now.fetch_sub(1, Ordering::SeqCst);
        })
    };
    std::iter::repeat_with(|| answer(Arc::clone(flight)))
        .take(answers)
        .collect()
}

/// The most requests that were in flight, and how many answers were left of the script.
async fn most_in_flight<I>(concurrency: Option<usize>, hours: i64) -> (usize, usize)
where
    I: RangePath<Sort = ByTime, Partition = dynamap::key::SortBuckets>,
{
    let fixture = Fixture::new();
    stored(&fixture, rows::<I>(600)).await;
    let flight = Arc::new(Flight::default());
    let (table, script) = fixture.scripted_table::<Row>(counted(&flight, 10_000));
    let range = START..START + Duration::hours(hours);
    let mut query = device::<I>(&table).range(range).page_size(10);
    if let Some(concurrency) = concurrency {
        query = query.concurrency(concurrency);
    }
    let found = query.all().await.unwrap();
    let numbers: Vec<_> = found.iter().map(|row| row.n).collect();
    assert_eq!(numbers, (0..600).collect::<Vec<_>>());
    (flight.most.load(Ordering::SeqCst), 10_000 - script.left())
}

#[tokio::test]
async fn never_more_requests_are_in_flight_than_allowed() {
    // By default as many as there are shards.
    assert_eq!(most_in_flight::<Hours3>(None, 10).await.0, 3);
    assert_eq!(most_in_flight::<Days4>(None, 24).await.0, 4);
    assert_eq!(most_in_flight::<Hours>(None, 10).await.0, 1);
    for concurrency in [1, 2, 5] {
        let (most, _) = most_in_flight::<Hours3>(Some(concurrency), 10).await;
        assert_eq!(most, concurrency);
    }
    // More than shards: the hours to come are read ahead.
    assert_eq!(most_in_flight::<Hours>(Some(7), 10).await.0, 7);
}

#[tokio::test]
async fn reading_ahead_sends_no_request_twice() {
    let (_, one_by_one) = most_in_flight::<Hours3>(Some(1), 12).await;
    let (_, ahead) = most_in_flight::<Hours3>(Some(8), 12).await;
    assert_eq!(ahead, one_by_one);
}

#[tokio::test]
async fn counting_keeps_to_the_bound_too() {
    let fixture = Fixture::new();
    stored(&fixture, rows::<Hours3>(600)).await;
    for (concurrency, expected) in [(None, 3), (Some(1), 1), (Some(6), 6)] {
        let flight = Arc::new(Flight::default());
        let (table, _) = fixture.scripted_table::<Row>(counted(&flight, 1_000));
        let range = START..START + Duration::hours(10);
        let mut query = device::<Hours3>(&table).range(range);
        if let Some(concurrency) = concurrency {
            query = query.concurrency(concurrency);
        }
        assert_eq!(query.count().await.unwrap(), 600);
        assert_eq!(flight.most.load(Ordering::SeqCst), expected);
    }
}

/// Reads a stream to its end; the most rows that had come and were not given out yet.
async fn most_held<I>(concurrency: usize, page_size: usize, descending: bool) -> usize
where
    I: RangePath<Sort = ByTime, Partition = dynamap::key::SortBuckets>,
{
    let fixture = Fixture::embedded();
    stored(&fixture, rows::<I>(900)).await;
    let came = Arc::new(AtomicUsize::new(0));
    let noted = |came: Arc<AtomicUsize>| {
        Answer::edit(move |answer| {
            let items = answer["Items"].as_array().map_or(0, Vec::len);
            came.fetch_add(items, Ordering::SeqCst);
            answer
        })
    };
    let answers = std::iter::repeat_with(|| noted(Arc::clone(&came))).take(2_000);
    let (table, _) = fixture.scripted_table::<Row>(answers.collect::<Vec<_>>());
    let range = START..START + Duration::hours(15);
    let query = device::<I>(&table).range(range).page_size(page_size);
    let query = query.concurrency(concurrency);
    let query = if descending {
        query.newest_first()
    } else {
        query.oldest_first()
    };
    let mut stream = query.stream();
    let mut most = 0;
    let mut given = 0;
    while let Some(row) = stream.next().await {
        row.unwrap();
        most = most.max(came.load(Ordering::SeqCst) - given);
        given += 1;
    }
    assert_eq!(given, 900);
    most
}

#[tokio::test]
async fn a_stream_holds_a_page_per_shard_however_long_it_is() {
    for descending in [false, true] {
        // A page of each of 4 shards, and at most a quarter of each of the pages before.
        let held = most_held::<Days4>(4, 20, descending).await;
        assert!((41..=4 * 25).contains(&held), "{held}");
        let held = most_held::<Hours3>(2, 20, descending).await;
        assert!((21..=3 * 25).contains(&held), "{held}");
        // As many pages as requests, where these are more.
        let held = most_held::<Hours>(6, 20, descending).await;
        assert!((61..=6 * 25).contains(&held), "{held}");
    }
}

#[tokio::test]
async fn nothing_is_sent_before_the_stream_is_polled_and_nothing_after_it_is_dropped() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Hours3>(600)).await;
    let range = START..START + Duration::hours(10);
    let mut stream = device::<Hours3>(&table).range(range).page_size(5).stream();
    assert_eq!(fixture.requests().take(), []);
    stream.next().await.unwrap().unwrap();
    assert_eq!(fixture.requests().take().len(), 3);
    // What has come is given out without a request.
    for _ in 0..4 {
        stream.next().await.unwrap().unwrap();
    }
    drop(stream);
    tokio::task::yield_now().await;
    assert_eq!(fixture.requests().take(), []);
    assert_eq!(Row::SCHEMA.table, "readings");
}
