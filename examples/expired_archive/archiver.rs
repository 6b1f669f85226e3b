//! A reader of the table's stream, and the archive that it fills.

use std::path::PathBuf;
use std::time::Duration;

use dynamap::aws_sdk_dynamodb::Client;
use dynamap::streams::{Archive, NdjsonFile, Reader, TableCheckpoint};
use dynamap::time::SystemClock;

use crate::session::Session;

/// What the readers that share the work have in common.
pub(crate) const NAME: &str = "expired-archive";

/// A short lease, for the example shall not wait for half a minute.
const LEASE: Duration = Duration::from_millis(300);

pub(crate) struct Archiver {
    pub(crate) client: Client,
    pub(crate) streams_client: aws_sdk_dynamodbstreams::Client,
    pub(crate) path: PathBuf,
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Behind the archive and before the checkpoint of the first batch with an expired session.
    Crash,
    /// When nothing came for a while.
    WhenIdle,
}

impl Archiver {
    /// Archives what expired since the last checkpoint, and returns how many items.
    pub(crate) async fn run(&self, end: End) -> dynamap::Result<usize> {
        let mut archive = Archive::new(NdjsonFile::open(&self.path)?);
        // Leases are about real time, whatever the sessions' clock shows.
        let checkpoint = TableCheckpoint::new(&self.client, NAME)
            .with_clock(SystemClock)
            .lease(LEASE);
        let mut reader = Reader::of_table(&self.streams_client, "sessions")
            .checkpoint(checkpoint)
            .discovery_interval(Duration::from_millis(50))
            .poll_interval(Duration::from_millis(20), Duration::from_millis(100))
            .stop_when_idle(LEASE * 5);
        let mut archived = 0;
        while let Some(batch) = reader.next().await {
            let batch = batch?;
            let expired = archive.apply::<Session>(batch.records()).await?;
            archived += expired;
            if end == End::Crash && expired > 0 {
                return Ok(archived);
            }
            batch.checkpoint().await?;
        }
        Ok(archived)
    }
}
