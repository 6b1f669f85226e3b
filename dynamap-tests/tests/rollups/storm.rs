//! Twenty thousand changes, two consumers at once, redelivery and crashes: every row equals a plain fold.

use std::collections::{BTreeMap, HashMap};
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use dynamap::Number;
use dynamap::streams::{Change, Recomputed, Rollups};
use dynamap_tests::{Fixture, START};
use fastrand::Rng;
use futures_util::stream;
use time::{Duration, OffsetDateTime};

use crate::support::{Daily, DailyTable, Hourly, Reading, create_claims, event, reading};

const CHANGES: u32 = 20_000;
const DEVICES: u32 = 4;
const HOURS: u32 = 40;

/// The changes of a stream, and the items that the rollups count in the end.
struct History {
    changes: Vec<Change<Reading>>,
    counted: Vec<Reading>,
}

impl History {
    fn new(rng: &mut Rng) -> Self {
        let mut changes: Vec<Change<Reading>> = Vec::new();
        let mut live: Vec<Reading> = Vec::new();
        let mut expired: Vec<Reading> = Vec::new();
        for number in 1..=CHANGES {
            let happened = START + Duration::milliseconds(200 * i64::from(number));
            let event = event(number).with_created_at(happened);
            let pick = (!live.is_empty()).then(|| rng.usize(..live.len()));
            let change = match (rng.u32(..100), pick) {
                (0..70, _) | (_, None) => {
                    let new = fresh(rng, number, &format!("r{number}"));
                    live.push(new.clone());
                    Change::Inserted { new, event }
                }
                (70..85, Some(pick)) => {
                    let old = live[pick].clone();
                    // In its window, or in another one, or of another device, or in nothing that counts.
                    let new = match rng.u32(..4) {
                        0 => fresh(rng, number, &old.id),
                        1 => Reading {
                            note: Some(format!("change {number}")),
                            ..old.clone()
                        },
                        _ => Reading {
                            celsius: celsius(rng),
                            humidity: Some(rng.u8(..100)),
                            ..old.clone()
                        },
                    };
                    live[pick] = new.clone();
                    Change::Modified { old, new, event }
                }
                (85..95, Some(pick)) => Change::Removed {
                    old: live.swap_remove(pick),
                    event,
                },
                (_, Some(pick)) => {
                    let old = live.swap_remove(pick);
                    expired.push(old.clone());
                    Change::Expired { old, event }
                }
            };
            changes.push(change);
        }
        live.append(&mut expired);
        Self {
            changes,
            counted: live,
        }
    }
}

/// A reading of the hours up to now, late by up to two; no two are of one instant.
fn fresh(rng: &mut Rng, number: u32, id: &str) -> Reading {
    let hour = number * HOURS / CHANGES;
    let hour = hour.saturating_sub(rng.u32(..3));
    let millis = i64::from(number) * 131 % 3_600_000;
    Reading {
        device_id: format!("device-{}", rng.u32(..DEVICES)),
        at: START + Duration::hours(i64::from(hour)) + Duration::milliseconds(millis),
        humidity: rng.bool().then(|| rng.u8(..100)),
        ..reading(id, 0, celsius(rng))
    }
}

fn celsius(rng: &mut Rng) -> f64 {
    f64::from(rng.i32(-300..400)) / 10.0
}

/// A consumer of the whole stream.
struct Consumer {
    rng: Rng,
    rollups: Rollups<Reading>,
    /// Before which batches it dies in the middle of its work.
    crashes: Vec<usize>,
    delivered: usize,
    applied: usize,
    duplicates: usize,
}

impl Consumer {
    async fn run(mut self, history: Arc<History>) -> Self {
        let (mut position, mut checkpoint) = (0, 0);
        let mut batches = 0;
        while position < history.changes.len() {
            let end = (position + self.rng.usize(1..1_000)).min(history.changes.len());
            let batch = &history.changes[position..end];
            batches += 1;
            if self.crashes.contains(&batches) {
                let polls = self.rng.usize(1..30);
                self.die_after(polls, batch).await;
                position = checkpoint;
                continue;
            }
            let outcome = self.rollups.apply(batch).await;
            if !outcome.failed.is_empty() {
                // Too much of a race: the same batch again.
                assert!(
                    outcome
                        .failed
                        .iter()
                        .all(|row| row.error.is_condition_failed()
                            || row.error.kind() == dynamap::ErrorKind::TransactionCancelled),
                    "{outcome:?}"
                );
                continue;
            }
            self.delivered += batch.len();
            self.applied += outcome.counts.applied;
            self.duplicates += outcome.counts.duplicates;
            // Three in ten changes come again: the consumer starts over before its end.
            position = end - batch.len() * 3 / 10 * usize::from(end < history.changes.len());
            if batches % 5 == 0 {
                checkpoint = position;
            }
        }
        self
    }

    async fn die_after(&self, polls: usize, batch: &[Change<Reading>]) {
        let mut apply = Box::pin(self.rollups.apply(batch));
        for _ in 0..polls {
            let polled = poll_fn(|context| Poll::Ready(apply.as_mut().poll(context).is_ready()));
            if polled.await {
                break;
            }
            tokio::task::yield_now().await;
        }
    }
}

/// What a plain fold over the items finds.
#[derive(Debug, Default, PartialEq)]
struct Fold {
    count: u64,
    sum: i64,
    humidities: u64,
    humidity_sum: u64,
    coldest: Option<f64>,
    hottest: Option<f64>,
    latest: Option<(OffsetDateTime, f64)>,
}

impl Fold {
    fn add(&mut self, reading: &Reading) {
        self.count += 1;
        #[expect(clippy::cast_possible_truncation, reason = "tenths of a degree")]
        let tenths = (reading.celsius * 10.0).round() as i64;
        self.sum += tenths;
        if let Some(humidity) = reading.humidity {
            self.humidities += 1;
            self.humidity_sum += u64::from(humidity);
        }
        let celsius = reading.celsius;
        self.coldest = Some(self.coldest.map_or(celsius, |so_far| so_far.min(celsius)));
        self.hottest = Some(self.hottest.map_or(celsius, |so_far| so_far.max(celsius)));
        if self.latest.is_none_or(|(at, _)| at < reading.at) {
            self.latest = Some((reading.at, celsius));
        }
    }
}

fn tenths(tenths: i64) -> Number {
    format!("{tenths}E-1").parse().expect("a number")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_thousand_changes_count_once_through_redelivery_crashes_and_two_consumers() {
    let mut rng = Rng::with_seed(20_261_130);
    let history = Arc::new(History::new(&mut rng));
    let fixture = Fixture::embedded();
    let claims = create_claims(&fixture).await;
    let hourly = fixture.create::<Hourly>().await;
    let daily = fixture.create::<Daily>().await;
    let rollups = Rollups::new(&claims).rollup(&hourly).rollup(&daily);

    let consumer = |seed: u64, crashes: &[usize]| Consumer {
        rng: Rng::with_seed(seed),
        rollups: rollups.clone(),
        crashes: crashes.to_vec(),
        delivered: 0,
        applied: 0,
        duplicates: 0,
    };
    let first = tokio::spawn(consumer(1, &[7, 21]).run(Arc::clone(&history)));
    let second = tokio::spawn(consumer(2, &[13]).run(Arc::clone(&history)));
    let (first, second) = (first.await.unwrap(), second.await.unwrap());

    // Each of them was delivered everything, and three in ten changes twice or more.
    let whole = history.changes.len();
    for consumer in [&first, &second] {
        assert!(
            consumer.delivered * 10 > whole * 13,
            "{}",
            consumer.delivered
        );
    }
    assert!(
        first.applied > 0 && second.applied > 0,
        "both consumers wrote"
    );
    assert!(first.duplicates > 0 && second.duplicates > 0);

    let hour_of = |at: OffsetDateTime| at.truncate_to_hour();
    let mut by_hour: BTreeMap<(String, OffsetDateTime), Fold> = BTreeMap::new();
    let mut by_day: BTreeMap<(String, OffsetDateTime), Fold> = BTreeMap::new();
    let mut items: HashMap<(String, OffsetDateTime), Vec<Reading>> = HashMap::new();
    for reading in &history.counted {
        let hour = (reading.device_id.clone(), hour_of(reading.at));
        let day = (reading.device_id.clone(), reading.at.truncate_to_day());
        items.entry(hour.clone()).or_default().push(reading.clone());
        by_hour.entry(hour).or_default().add(reading);
        by_day.entry(day).or_default().add(reading);
    }

    let mut stale = 0;
    let mut seen = 0;
    for row in hourly.scan().all().await.unwrap() {
        let key = (row.device_id.clone(), row.hour);
        let expected = by_hour.remove(&key).unwrap_or_default();
        let totals = (row.count, row.celsius_sum, row.humidities, row.humidity_sum);
        assert_eq!(
            totals,
            (
                expected.count,
                tenths(expected.sum),
                expected.humidities,
                expected.humidity_sum
            ),
            "{key:?}"
        );
        let row = if row.is_stale() {
            stale += 1;
            let items = items.get(&key).cloned().unwrap_or_default();
            let outcome = rollups
                .recompute(&hourly, &row, |_| {
                    stream::iter(items.clone().into_iter().map(Ok))
                })
                .await
                .unwrap();
            match outcome {
                Recomputed::Exact(row) => row,
                other => panic!("{other:?}"),
            }
        } else {
            row
        };
        assert_eq!(
            (row.coldest, row.hottest, row.latest),
            (
                expected.coldest,
                expected.hottest,
                expected.latest.map(|(_, celsius)| celsius)
            ),
            "{key:?}"
        );
        seen += 1;
    }
    assert_eq!(by_hour, BTreeMap::new(), "hours without a row");
    assert!(
        stale > 10 && seen > 100,
        "{stale} of {seen} rows were stale"
    );
    check_days(&daily, by_day).await;
}

/// Every day is what a plain fold finds.
async fn check_days(daily: &DailyTable, mut by_day: BTreeMap<(String, OffsetDateTime), Fold>) {
    for row in daily.scan().all().await.unwrap() {
        let expected = by_day
            .remove(&(row.device.clone(), row.day))
            .unwrap_or_default();
        let readings = u64::try_from(row.readings).unwrap();
        assert_eq!(
            (readings, row.total),
            (expected.count, tenths(expected.sum))
        );
    }
    assert_eq!(by_day, BTreeMap::new(), "days without a row");
}
