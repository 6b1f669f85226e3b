use std::fmt;
use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use dynamap::DynamoItem;
use dynamap::streams::{Change, MemoryCheckpoint, Reader, Record, Rollups};
use dynamap_embedded::Engine;

use crate::Outcome;
use crate::reading::Reading;

/// The batches in which the consumer dies.
const DIES_IN: [usize; 2] = [11, 24];

/// What a consumer did that goes wrong in the ways that a stream allows.
#[derive(Default)]
pub(crate) struct Report {
    batches: usize,
    delivered: usize,
    applied: usize,
    duplicates: usize,
    crashes: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} changes delivered in {} batches, {} crashes; {} effects counted, {} known already",
            self.delivered, self.batches, self.crashes, self.applied, self.duplicates
        )
    }
}

/// Reads the stream to its end, starting over after each crash.
pub(crate) async fn consume(engine: &Engine, rollups: &Rollups<Reading>) -> Outcome<Report> {
    let checkpoint = MemoryCheckpoint::new();
    let mut report = Report::default();
    while !read(engine, rollups, &checkpoint, &mut report).await? {
        report.crashes += 1;
    }
    Ok(report)
}

/// Reads on from the checkpoint; `false` if it dies.
async fn read(
    engine: &Engine,
    rollups: &Rollups<Reading>,
    checkpoint: &MemoryCheckpoint,
    report: &mut Report,
) -> Outcome<bool> {
    let mut reader = Reader::of_table(&engine.streams_client(), Reading::SCHEMA.table)
        .checkpoint(checkpoint.clone())
        .batch_size(100)
        .poll_interval(Duration::from_millis(20), Duration::from_millis(50))
        .stop_when_idle(Duration::from_millis(200));
    while let Some(batch) = reader.next().await {
        let batch = batch?;
        let changes: Vec<Change<Reading>> = batch
            .records()
            .iter()
            .map(Record::change)
            .collect::<Result<_, _>>()?;
        report.batches += 1;
        report.delivered += changes.len();
        if DIES_IN.contains(&report.batches) {
            die_within(rollups, &changes).await;
            return Ok(false);
        }
        let counts = rollups.apply(&changes).await.into_result()?;
        report.applied += counts.applied;
        report.duplicates += counts.duplicates;
        // The checkpoint comes after the writes, and not after each batch: what lies between comes again.
        if report.batches.is_multiple_of(4) {
            batch.checkpoint().await?;
        }
    }
    Ok(true)
}

/// Starts to apply a batch, and is gone when the first of its rows are written.
async fn die_within(rollups: &Rollups<Reading>, changes: &[Change<Reading>]) {
    let mut apply = Box::pin(rollups.apply(changes));
    for _ in 0..6 {
        let polled = poll_fn(|context| Poll::Ready(apply.as_mut().poll(context).is_ready()));
        if polled.await {
            break;
        }
        tokio::task::yield_now().await;
    }
}
