//! What a TTL audit costs beside a bare scan of the same table.
//!
//! ```text
//! cargo bench -p dynamap-tests --bench ttl_audit                # 20,000 and 200,000 items
//! cargo bench -p dynamap-tests --bench ttl_audit -- 1000000     # so many
//! ```
//!
//! The table is a file of the embedded engine: six attributes per item, and one item in a thousand
//! has a faulty TTL, of five kinds. The bare scan is the SDK's paginator, which counts the items. Both
//! run in turns on one thread; the figures are medians of their times and the ratio of the times of one
//! round. Memory is by how much the process grew, at most, during the audit (Linux only): it does not
//! depend on the number of items. That every planted fault was found is checked.

use std::env;
use std::fs;
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType, PutRequest,
    ScalarAttributeType, WriteRequest,
};
use dynamap::ttl::{Audit, Class, TimeToLive};
use dynamap_embedded::Engine;
use time::OffsetDateTime;

/// Prepares one of the audits that are compared.
type Start = fn(&TimeToLive) -> Audit;

const TABLE: &str = "sessions";
const TTL: &str = "expires_at";
const ROUNDS: usize = 7;
/// One faulty item in so many.
const FAULTY: u64 = 1_000;
const FAULTS: [Class; 5] = [
    Class::Millis,
    Class::TextSeconds,
    Class::TextIso,
    Class::Stale,
    Class::Relative,
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        // `cargo test --benches` runs benchmarks to see that they start.
        println!("nothing is measured without `--bench`");
        return;
    }
    let mut sizes: Vec<u64> = arguments.iter().filter_map(|it| it.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![20_000, 200_000];
    }
    println!(
        "{:>9}  {:<18} {:>9} {:>7} {:>12}",
        "items", "", "seconds", "ratio", "memory, MiB"
    );
    for items in sizes {
        measure(items).await;
    }
}

async fn measure(items: u64) {
    let directory = env::temp_dir().join(format!("dynamap-ttl-audit-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("a directory for the table");
    let engine = Engine::open(directory.join("table.db")).expect("a database file");
    let client = engine.client();
    prepare(&client, items).await;
    let ttl = TimeToLive::new(&client, TABLE, TTL);

    let audits: [(&str, Start); 2] = [
        ("audit", |ttl| ttl.audit()),
        ("audit, keys only", |ttl| ttl.audit().keys_only()),
    ];
    let mut bare = Vec::new();
    let mut times = audits.map(|_| Vec::new());
    let mut memory = audits.map(|_| 0);
    for round in 0..ROUNDS {
        // Another one begins in each round.
        for turn in 0..=audits.len() {
            match (round + turn) % (audits.len() + 1) {
                0 => {
                    let start = Instant::now();
                    assert_eq!(scan(&client).await, items);
                    bare.push(start.elapsed());
                }
                one => {
                    let (_, audit) = audits[one - 1];
                    let before = reset_peak();
                    let start = Instant::now();
                    check(audit(&ttl), items).await;
                    times[one - 1].push(start.elapsed());
                    memory[one - 1] = memory[one - 1].max(peak().saturating_sub(before));
                }
            }
        }
    }
    line(items, "bare scan", &bare, &bare, None);
    for ((name, _), (times, memory)) in audits.iter().zip(times.iter().zip(memory)) {
        line(items, name, times, &bare, Some(memory));
    }
    fs::remove_dir_all(&directory).expect("the table's directory");
}

/// Audits, and checks that every fault is found.
async fn check(audit: Audit, items: u64) {
    let report = audit.await.expect("an audit");
    assert_eq!(report.scanned(), items);
    for (index, class) in FAULTS.into_iter().enumerate() {
        let planted = (0..items)
            .filter(|item| fault(*item) == Some(index))
            .count();
        assert_eq!(report.count(class), planted as u64, "{class}");
    }
    assert_eq!(report.faults(), items.div_ceil(FAULTY));
}

async fn scan(client: &Client) -> u64 {
    let mut items = client
        .scan()
        .table_name(TABLE)
        .into_paginator()
        .items()
        .send();
    let mut count = 0;
    while let Some(item) = items.next().await {
        item.expect("an item");
        count += 1;
    }
    count
}

/// Which fault an item has.
fn fault(item: u64) -> Option<usize> {
    let faulty = item.is_multiple_of(FAULTY);
    faulty.then(|| usize::try_from(item / FAULTY).unwrap_or_default() % FAULTS.len())
}

fn item(number: u64, now: i64) -> PutRequest {
    let n = |number: i64| AttributeValue::N(number.to_string());
    let s = |text: &str| AttributeValue::S(text.to_owned());
    let expiry = match fault(number) {
        None => n(now + 86_400),
        Some(0) => n((now + 86_400) * 1_000),
        Some(1) => s(&(now + 86_400).to_string()),
        Some(2) => s("2150-01-01T00:00:00Z"),
        Some(3) => n(1_000_000_000),
        Some(_) => n(3_600),
    };
    PutRequest::builder()
        .item("token", s(&format!("token-{number:012}")))
        .item("user", s(&format!("user-{}", number % 997)))
        .item(
            "agent",
            s("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101"),
        )
        .item("created_at", n(now * 1_000))
        .item("version", n(1))
        .item(TTL, expiry)
        .build()
        .expect("a put")
}

async fn prepare(client: &Client, items: u64) {
    let key = KeySchemaElement::builder()
        .attribute_name("token")
        .key_type(KeyType::Hash);
    let token = AttributeDefinition::builder()
        .attribute_name("token")
        .attribute_type(ScalarAttributeType::S);
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(key.build().expect("a key"))
        .attribute_definitions(token.build().expect("a definition"))
        .send()
        .await
        .expect("a table");
    let now = OffsetDateTime::now_utc().unix_timestamp();
    for first in (0..items).step_by(25) {
        let puts = (first..items.min(first + 25))
            .map(|number| {
                WriteRequest::builder()
                    .put_request(item(number, now))
                    .build()
            })
            .collect();
        let batch = client.batch_write_item().request_items(TABLE, puts);
        batch.send().await.expect("a batch");
    }
}

fn line(items: u64, name: &str, times: &[Duration], bare: &[Duration], memory: Option<u64>) {
    let seconds = times.iter().map(Duration::as_secs_f64).collect();
    let ratios = times
        .iter()
        .zip(bare)
        .map(|(time, bare)| time.as_secs_f64() / bare.as_secs_f64())
        .collect();
    let memory = memory.map_or_else(String::new, |kilobytes| {
        let mebibytes = f64::from(u32::try_from(kilobytes).unwrap_or(u32::MAX)) / 1_024.0;
        format!("{mebibytes:.1}")
    });
    println!(
        "{items:>9}  {name:<18} {:>9.3} {:>7.2} {memory:>12}",
        median(seconds),
        median(ratios),
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Lets the kernel count the peak anew; the size now, in KiB.
fn reset_peak() -> u64 {
    let _ = fs::write("/proc/self/clear_refs", "5");
    status("VmRSS:")
}

/// The largest size since [`reset_peak`], in KiB.
fn peak() -> u64 {
    status("VmHWM:")
}

fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or_default()
}
