//! What a range over time buckets and write shards costs beside the same queries by hand.
//!
//! ```text
//! cargo bench -p dynamap-tests --bench time_series                # 200,000 items
//! cargo bench -p dynamap-tests --bench time_series -- 20000       # so many
//! ```
//!
//! The table is in the embedded engine: readings spread evenly over 7 days, in day buckets of 4 shards. By hand
//! the SDK's client queries the same 28 partitions, page after page, as many at a time as the range does, decodes
//! each item into the same struct and leaves the items unmerged. Both run in turns on one thread; the
//! figures are medians of their times, and the median of the ratios of one round each. The first item is of a
//! stream newest first, with the requests that were sent before it. That both give every item is checked, and
//! that the range gives them in order.

use std::collections::HashMap;
use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::DynamoItem;
use dynamap_embedded::Engine;
use futures_util::stream::{self, StreamExt as _};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    celsius: f64,
    room: String,
    battery: Option<u32>,
}

const DEVICE: &str = "123";
const START: OffsetDateTime = datetime!(2025-03-17 0:00 UTC);
const DAYS: u32 = 7;
const SHARDS: u16 = 4;
/// Requests at one time, by hand; the range's default is one per shard.
const AT_ONCE: usize = SHARDS as usize;
const ROUNDS: usize = 7;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        // `cargo test --benches` runs benchmarks to see that they start.
        println!("nothing is measured without `--bench`");
        return;
    }
    let items = arguments.iter().find_map(|it| it.parse().ok());
    measure(items.unwrap_or(200_000)).await;
}

/// Counts the requests that are sent.
#[derive(Debug, Clone, Default)]
struct Sent(Arc<AtomicUsize>);

impl Sent {
    fn take(&self) -> usize {
        self.0.swap(0, Ordering::Relaxed)
    }
}

impl Intercept for Sent {
    fn name(&self) -> &'static str {
        "Sent"
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

async fn measure(items: u32) {
    let engine = Engine::in_memory().expect("an engine");
    let sent = Sent::default();
    let config = engine.client_config().interceptor(sent.clone());
    let client = Client::from_conf(config.http_client(engine.http_client()).build());
    let readings = Reading::table(&client);
    prepare(&readings, items).await;
    sent.take();

    let week = START..START + time::Duration::days(DAYS.into());
    let mut times = [const { Vec::new() }; 3];
    let mut ratios = Vec::new();
    let mut requests = [0; 3];
    for round in 0..ROUNDS {
        let mut took = [Duration::ZERO; 2];
        // Another one begins in each round.
        for turn in 0..2 {
            let which = (round + turn) % 2;
            let start = Instant::now();
            let found = if which == 0 {
                by_hand(&client).await
            } else {
                let mut stream = readings.range(DEVICE, week.clone()).stream();
                let mut found = Vec::new();
                while let Some(reading) = stream.next().await {
                    found.push(reading.expect("a reading"));
                }
                found
            };
            took[which] = start.elapsed();
            times[which].push(took[which]);
            requests[which] = sent.take();
            assert_eq!(found.len(), items as usize);
            assert!(which == 0 || found.is_sorted_by_key(|reading| reading.at));
        }
        ratios.push(took[1].as_secs_f64() / took[0].as_secs_f64());

        let start = Instant::now();
        let newest = readings.range(DEVICE, week.clone()).newest_first();
        let first = newest.stream().next().await.expect("an item");
        times[2].push(start.elapsed());
        requests[2] = sent.take();
        assert_eq!(first.expect("a reading").id, id(items - 1));
    }
    println!("{items} items in {DAYS} days of {SHARDS} shards, {AT_ONCE} requests at a time");
    let what = [
        "queries by hand, unmerged",
        "range, oldest first",
        "first item, newest first",
    ];
    for ((what, times), requests) in what.into_iter().zip(&mut times).zip(requests) {
        let seconds = median(times).as_secs_f64();
        println!("{what:<28} {seconds:>9.4} s {requests:>5} requests");
    }
    ratios.sort_by(f64::total_cmp);
    println!("range / by hand: {:.2}", ratios[ROUNDS / 2]);
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn id(n: u32) -> String {
    format!("r-{n:06}")
}

async fn prepare(readings: &ReadingTable, items: u32) {
    readings.create_table().send().await.expect("a new table");
    let step = time::Duration::days(DAYS.into()) / items;
    let rows = (0..items).map(|n| Reading {
        device_id: DEVICE.to_owned(),
        at: START + step * n,
        id: id(n),
        celsius: f64::from(n % 400) / 10.0 - 5.0,
        room: format!("room {}", n % 50),
        battery: n.is_multiple_of(10).then_some(n % 100),
    });
    let outcome = readings.batch_write().put_all(rows).send().await;
    assert!(outcome.expect("the batches").is_complete());
}

/// The queries of one partition after the other, as many at a time as allowed.
async fn by_hand(client: &Client) -> Vec<Reading> {
    let days = (0..DAYS).map(|day| START + time::Duration::days(day.into()));
    let partitions = days.flat_map(|day| (0..SHARDS).map(move |shard| (day, shard)));
    let queries = stream::iter(partitions)
        .map(|(day, shard)| partition(client, day, shard))
        .buffer_unordered(AT_ONCE);
    let found: Vec<Vec<Reading>> = queries.collect().await;
    found.into_iter().flatten().collect()
}

async fn partition(client: &Client, day: OffsetDateTime, shard: u16) -> Vec<Reading> {
    let text =
        |day: OffsetDateTime| AttributeValue::S(format!("time#{}T00:00:00.000Z", day.date()));
    let key = format!("device#{DEVICE}#{}#{shard}", day.date());
    let mut readings = Vec::new();
    let mut position = None;
    loop {
        let page = client
            .query()
            .table_name("readings")
            .key_condition_expression("pk = :pk AND sk BETWEEN :from AND :to")
            .expression_attribute_values(":pk", AttributeValue::S(key.clone()))
            .expression_attribute_values(":from", text(day))
            .expression_attribute_values(":to", text(day + time::Duration::DAY))
            .set_exclusive_start_key(position)
            .send()
            .await
            .expect("a page");
        readings.extend(page.items().iter().map(decode));
        position = page.last_evaluated_key;
        if position.is_none() {
            return readings;
        }
    }
}

fn decode(item: &HashMap<String, AttributeValue>) -> Reading {
    let text = |name: &str| item[name].as_s().expect("a text");
    let time = text("sk").split('#').nth(1).expect("a time");
    let number = |name: &str| item.get(name).map(|value| value.as_n().expect("a number"));
    Reading {
        device_id: text("pk").split('#').nth(1).expect("a device").to_owned(),
        at: OffsetDateTime::parse(time, &Rfc3339).expect("a time"),
        id: text("id").clone(),
        celsius: number("celsius")
            .expect("a number")
            .parse()
            .expect("a number"),
        room: text("room").clone(),
        battery: number("battery").map(|battery| battery.parse().expect("a number")),
    }
}
