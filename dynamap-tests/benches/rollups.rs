//! What it costs to keep an aggregate of a stream, beside a consumer that updates it once for each event.
//!
//! ```text
//! cargo bench -p dynamap-tests --bench rollups           # 200 batches
//! cargo bench -p dynamap-tests --bench rollups -- 20     # so many
//! ```
//!
//! A batch has 100 events for each of 4 devices, in one hour; the hours go by. The rollup keeps a count, a sum, the
//! smallest, largest and last value, with a claim for each event. The naive consumer keeps the count and the sum with one
//! UpdateItem (`ADD`) for each event, as many at a time as the rollup writes rows; it counts a batch twice that is delivered twice. Both
//! run in turns on tables of one embedded engine, in memory; figures are medians over the batches, and the median of the
//! ratios of one batch each. That both count every event is checked.

use std::env;
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::streams::{Change, Event, RollupClaims, Rollups, SequenceNumber};
use dynamap::{DynamoItem, DynamoRollup, Number};
use dynamap_embedded::Engine;
use futures_util::{StreamExt, stream};
use time::OffsetDateTime;
use time::macros::datetime;

const START: OffsetDateTime = datetime!(2026-01-01 0:00 UTC);
const DEVICES: u32 = 4;
/// Events for one row in one batch.
const EVENTS: u32 = 100;
/// Batches of one hour.
const BATCHES: u32 = 10;
/// Rows, and naive updates, that are written at a time.
const AT_ONCE: usize = 8;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device_id: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
    celsius: f64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "hourly")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Hourly {
    #[partition_key]
    device_id: String,
    #[sort_key(iso, precision = seconds)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(count)]
    count: u64,
    #[rollup(sum = "celsius")]
    sum: Number,
    #[rollup(min = "celsius")]
    coldest: Option<f64>,
    #[rollup(max = "celsius")]
    hottest: Option<f64>,
    #[rollup(last = "celsius" by "at")]
    latest: Option<f64>,
    #[rollup(stale)]
    stale: Option<u64>,
}

/// What the naive consumer keeps.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "naive")]
struct Naive {
    #[partition_key]
    device_id: String,
    #[sort_key(iso, precision = seconds)]
    hour: OffsetDateTime,
    count: u64,
    sum: Number,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        // `cargo test --benches` runs benchmarks to see that they start.
        println!("nothing is measured without `--bench`");
        return;
    }
    let batches = arguments.iter().find_map(|it| it.parse().ok());
    measure(batches.unwrap_or(200)).await;
}

async fn measure(batches: u32) {
    let client = Engine::in_memory().expect("an engine").client();
    let (claims, hourly) = (RollupClaims::new(&client), Hourly::table(&client));
    let naive = Naive::table(&client);
    claims.create_table().await.expect("a table");
    hourly.create_table().send().await.expect("a table");
    naive.create_table().send().await.expect("a table");
    let rollups = Rollups::new(&claims).rollup(&hourly).concurrency(AT_ONCE);

    let (mut kept, mut updated, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..batches {
        let batch = batch(number);
        let keep = async {
            let started = Instant::now();
            let counts = rollups.apply(&batch).await.into_result().expect("written");
            assert_eq!(counts.applied, batch.len());
            started.elapsed()
        };
        let update = async {
            let started = Instant::now();
            one_by_one(&client, &batch).await;
            started.elapsed()
        };
        // Another one begins in each round.
        let (keep, update) = if number % 2 == 0 {
            let keep = keep.await;
            (keep, update.await)
        } else {
            let update = update.await;
            (keep.await, update)
        };
        kept.push(keep);
        updated.push(update);
        let started = Instant::now();
        let counts = rollups.apply(&batch).await.into_result().expect("known");
        assert_eq!(counts.duplicates, batch.len());
        again.push(started.elapsed());
    }

    let mut rows = hourly.scan().all().await.expect("rows");
    let mut others = naive.scan().all().await.expect("rows");
    rows.sort_by(|a, b| (&a.device_id, a.hour).cmp(&(&b.device_id, b.hour)));
    others.sort_by(|a, b| (&a.device_id, a.hour).cmp(&(&b.device_id, b.hour)));
    assert_eq!(rows.len(), others.len());
    for (row, other) in rows.iter().zip(&others) {
        assert_eq!((row.count, row.sum), (other.count, other.sum));
    }
    let counted: u64 = rows.iter().map(|row| row.count).sum();
    assert_eq!(counted, u64::from(batches * DEVICES * EVENTS));

    let mut ratios: Vec<f64> = kept
        .iter()
        .zip(&updated)
        .map(|(kept, updated)| updated.as_secs_f64() / kept.as_secs_f64())
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "{batches} batches of {DEVICES} × {EVENTS} events, {} rows",
        rows.len()
    );
    println!("{:<34} {:>10} {:>12}", "", "ms a batch", "events a s");
    print("rollup, exactly once", kept);
    print("one update an event, at least once", updated);
    print("rollup, a batch delivered again", again);
    println!(
        "as many events a second: {:.1} times",
        ratios[ratios.len() / 2]
    );
}

fn print(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let median = times[times.len() / 2].as_secs_f64();
    let events = f64::from(DEVICES * EVENTS) / median;
    println!("{name:<34} {:>10.2} {events:>12.0}", median * 1_000.0);
}

/// The changes of a batch: 100 insertions for each device, one each second and device.
fn batch(number: u32) -> Vec<Change<Reading>> {
    let hour = START + time::Duration::hours(i64::from(number / BATCHES));
    (0..EVENTS)
        .flat_map(|event| (0..DEVICES).map(move |device| (event, device)))
        .map(|(event, device)| {
            let second = i64::from(number % BATCHES * EVENTS + event);
            let at = hour + time::Duration::seconds(second);
            let id = format!("{number:012x}{event:010x}{device:010x}");
            let place = u64::from(number) * 1_000 + u64::from(event * DEVICES + device);
            let sequence = SequenceNumber::new(format!("1{place:020}")).expect("digits");
            Change::Inserted {
                new: Reading {
                    device_id: format!("device-{device}"),
                    at,
                    celsius: f64::from((event * 37 + number * 11) % 400) / 10.0,
                },
                event: Event::new(id, sequence).with_created_at(at),
            }
        })
        .collect()
}

/// One UpdateItem an event, by the SDK alone.
async fn one_by_one(client: &Client, batch: &[Change<Reading>]) {
    let updates = batch.iter().filter_map(Change::new).map(|reading| {
        let hour = reading.at.truncate_to_hour();
        let hour = format!("{}T{:02}:00:00Z", hour.date(), hour.hour());
        let update = client
            .update_item()
            .table_name("naive")
            .key("device_id", AttributeValue::S(reading.device_id.clone()))
            .key("hour", AttributeValue::S(hour))
            .update_expression("ADD #count :one, #sum :celsius")
            .expression_attribute_names("#count", "count")
            .expression_attribute_names("#sum", "sum")
            .expression_attribute_values(":one", AttributeValue::N("1".into()))
            .expression_attribute_values(
                ":celsius",
                AttributeValue::N(reading.celsius.to_string()),
            );
        async move {
            update.send().await.expect("updated");
        }
    });
    stream::iter(updates)
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<()>>()
        .await;
}
