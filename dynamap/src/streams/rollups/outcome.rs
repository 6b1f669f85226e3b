//! What became of the changes of a batch.

use std::fmt;

use crate::item::Item;
use crate::streams::Event;
use crate::{Error, Result};

/// What became of the changes that [`Rollups::apply`](super::Rollups::apply) was given.
#[derive(Debug, Default)]
#[must_use = "a failed row has not counted its changes: hand the batch in again"]
#[non_exhaustive]
pub struct RollupOutcome {
    /// What was written, and what did not have to be.
    pub counts: RollupCounts,
    /// Rows that could not be written, with the changes that they lack.
    pub failed: Vec<RollupFailure>,
}

/// How many effects changes had: a change of an item that two rollups count has two, as has one that
/// moves an item from one window to another.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RollupCounts {
    /// Effects that were written now.
    pub applied: usize,
    /// Effects that had been written before: the change was delivered again.
    pub duplicates: usize,
    /// Changes without an effect on a rollup: an expiry, an update of other attributes, an item without
    /// a time, a window whose row has expired.
    pub unchanged: usize,
    /// Rows of which an extreme was lost, so that they are stale now.
    pub stale: usize,
}

/// A row that could not be written, and the changes that it lacks.
#[non_exhaustive]
pub struct RollupFailure {
    /// The rollup's table.
    pub table: String,
    /// The primary key of the row; `None` if an item could not be turned into a row.
    pub key: Option<Item>,
    /// The changes.
    pub events: Vec<Event>,
    /// Why.
    pub error: Error,
}

impl RollupOutcome {
    /// The counts if no row failed, else the first error: then the batch is handed in again, and what
    /// was written is not counted a second time.
    pub fn into_result(mut self) -> Result<RollupCounts> {
        if self.failed.is_empty() {
            Ok(self.counts)
        } else {
            Err(self.failed.swap_remove(0).error)
        }
    }

    /// The changes that some row lacks, each once, in no order: what a Lambda function reports as failed.
    pub fn failed_events(&self) -> Vec<&Event> {
        let mut events: Vec<&Event> = self.failed.iter().flat_map(|row| &row.events).collect();
        events.sort_by_key(|event| event.id());
        events.dedup_by_key(|event| event.id());
        events
    }

    pub(super) fn join(&mut self, other: Self) {
        self.counts.applied += other.counts.applied;
        self.counts.duplicates += other.counts.duplicates;
        self.counts.unchanged += other.counts.unchanged;
        self.counts.stale += other.counts.stale;
        self.failed.extend(other.failed);
    }
}

/// Without the key, which is data.
impl fmt::Debug for RollupFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RollupFailure")
            .field("table", &self.table)
            .field("events", &self.events.len())
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}
