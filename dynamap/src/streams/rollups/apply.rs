//! A batch of changes: folded per row, the rows written side by side.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::StreamExt;
use futures_util::stream;
use xxhash_rust::xxh3::xxh3_128;

use super::claim::{EventId, Pages};
use super::contribution::{Contribution, Target};
use super::outcome::{RollupFailure, RollupOutcome};
use super::row::{Claims, Row};
use crate::operation::rollup_write::{Place, place, read_many};
use crate::streams::Change;
use crate::time::Moment;
use crate::{DynamoItem, Error, ErrorKind};

/// The work of [`Rollups::apply`](super::Rollups::apply); it is done by awaiting it.
#[must_use = "nothing is written until this is awaited"]
pub struct Apply(Pin<Box<dyn Future<Output = RollupOutcome> + Send>>);

impl Future for Apply {
    type Output = RollupOutcome;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<RollupOutcome> {
        self.0.as_mut().poll(context)
    }
}

impl fmt::Debug for Apply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Apply").finish_non_exhaustive()
    }
}

/// The rows of a batch.
#[derive(Default)]
pub(super) struct Batch {
    rows: Vec<Row>,
    places: HashMap<Place, usize>,
    events: Vec<HashSet<EventId>>,
    outcome: RollupOutcome,
}

impl Batch {
    /// Notes what a change means for a rollup.
    pub(super) fn add<T: DynamoItem>(
        &mut self,
        target: &Target<T>,
        change: &Change<T>,
        now: Moment,
    ) {
        match target.contributions(change, now) {
            Ok(contributions) => {
                self.outcome.counts.unchanged += usize::from(contributions.is_empty());
                for contribution in contributions {
                    self.give(target, contribution);
                }
            }
            Err(error) => {
                let table = target.definition.shared.table.clone();
                self.fail(table, change, error);
            }
        }
    }

    fn give<T: DynamoItem>(&mut self, target: &Target<T>, contribution: Contribution) {
        let definition = &target.definition;
        let source = contribution.plus.as_ref().or(contribution.minus.as_ref());
        let Some(key) = source.map(|row| row.key.clone()) else {
            return;
        };
        let place = place(&definition.shared.table, &key);
        let index = match self.places.get(&place) {
            Some(index) => *index,
            None => {
                self.rows.push(Row {
                    definition: Arc::clone(definition),
                    key,
                    hash: hash(&place),
                    contributions: Vec::new(),
                    stored: None,
                    pages: Pages::default(),
                });
                self.events.push(HashSet::new());
                self.places.insert(place, self.rows.len() - 1);
                self.rows.len() - 1
            }
        };
        let (Some(row), Some(events)) = (self.rows.get_mut(index), self.events.get_mut(index))
        else {
            return;
        };
        if !Arc::ptr_eq(&row.definition, definition) {
            self.outcome.failed.push(RollupFailure {
                table: definition.shared.table.clone(),
                key: Some(row.key.clone()),
                events: vec![contribution.event],
                error: Error::new(
                    ErrorKind::InvalidKey,
                    "two rollups write one row: give each a table or a prefix in its key",
                ),
            });
        } else if events.insert(contribution.claim.id) {
            row.contributions.push(contribution);
        } else {
            self.outcome.counts.duplicates += 1;
        }
    }

    fn fail<T>(&mut self, table: String, change: &Change<T>, error: Error) {
        self.outcome.failed.push(RollupFailure {
            table,
            key: None,
            events: vec![change.event().clone()],
            error,
        });
    }

    /// Reads what is known of the rows and writes them.
    pub(super) fn carry_out(self, claims: Arc<Claims>, at_once: usize) -> Apply {
        Apply(Box::pin(self.run(claims, at_once)))
    }

    async fn run(mut self, claims: Arc<Claims>, at_once: usize) -> RollupOutcome {
        let mut outcome = std::mem::take(&mut self.outcome);
        if let Err(error) = self.read(&claims).await {
            let error = Arc::new(error);
            outcome
                .failed
                .extend(self.rows.into_iter().map(|row| RollupFailure {
                    table: row.definition.shared.table.clone(),
                    key: Some(row.key),
                    events: row.contributions.into_iter().map(|one| one.event).collect(),
                    error: Error::same_as(&error),
                }));
            return outcome;
        }
        let mut done = stream::iter(self.rows)
            .map(|row| row.carry_out(Arc::clone(&claims)))
            .buffer_unordered(at_once);
        while let Some(row) = done.next().await {
            outcome.join(row);
        }
        outcome
    }

    /// Reads every row and the first page of each event, all at once.
    async fn read(&mut self, claims: &Claims) -> Result<(), Error> {
        let claims = &claims.shared;
        let mut keys = Vec::new();
        for row in &self.rows {
            keys.push((row.definition.shared.table.clone(), row.key.clone()));
            keys.extend(
                row.first_pages()
                    .into_iter()
                    .map(|page| (claims.table.clone(), page.key(row.hash))),
            );
        }
        if keys.is_empty() {
            return Ok(());
        }
        let found = read_many(claims, keys).await?;
        for row in &mut self.rows {
            let stored = place(&row.definition.shared.table, &row.key);
            row.stored = found.get(&stored).cloned();
            for page in row.first_pages() {
                let place = place(&claims.table, &page.key(row.hash));
                row.pages.note(page, found.get(&place));
            }
        }
        Ok(())
    }
}

/// What names the pages of a row: its table, which an ARN ends in, and its key.
fn hash((table, key): &Place) -> u128 {
    let name = table.rsplit('/').next().unwrap_or(table);
    let mut bytes = name.as_bytes().to_vec();
    bytes.push(b'/');
    bytes.extend_from_slice(key.as_bytes());
    xxh3_128(&bytes)
}
