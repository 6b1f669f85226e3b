//! One row: its events, chunk by chunk, each chunk one transaction with their claims.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::claim::{ClaimPage, EventId, Page, Pages, Slot};
use super::contribution::{Contribution, Definition};
use super::outcome::{RollupFailure, RollupOutcome};
use super::plan::{Plan, Write};
use crate::item::{EncodedKey, Item};
use crate::operation::rollup_write::{
    self, BackOff, RollupWrite, is_born_expired, is_expired, read_many,
};
use crate::table::Shared;
use crate::time::Moment;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// Pages of one transaction: DynamoDB takes 100 items, and the row is one of them.
const PAGES: usize = 99;

/// The claims' table, and how long they stay.
pub(super) struct Claims {
    pub(super) shared: Arc<Shared>,
    pub(super) kept_for: Duration,
}

/// A row and what is to be done with it.
pub(super) struct Row {
    pub(super) definition: Arc<Definition>,
    pub(super) key: Item,
    /// The row and its key, hashed: the beginning of the names of its pages.
    pub(super) hash: u128,
    pub(super) contributions: Vec<Contribution>,
    /// The row as it was last seen.
    pub(super) stored: Option<Item>,
    pub(super) pages: Pages,
}

/// The events of one transaction, by their places in the row's list, and the pages they are claimed in.
#[derive(Default)]
struct Chunk {
    events: Vec<usize>,
    pages: BTreeMap<Page, Vec<EventId>>,
}

impl Row {
    /// The first page of each event.
    pub(super) fn first_pages(&self) -> Vec<Page> {
        let mut pages: Vec<Page> = self
            .contributions
            .iter()
            .filter_map(|one| one.claim.pages().next())
            .collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    /// Carries everything out that was not carried out before.
    pub(super) async fn carry_out(mut self, claims: Arc<Claims>) -> RollupOutcome {
        let mut outcome = RollupOutcome::default();
        if let Err(error) = self.run(&claims, &mut outcome).await {
            let table = self.definition.shared.table.clone();
            outcome.failed.push(RollupFailure {
                error: error.during("TransactWriteItems", &table),
                table,
                key: Some(self.key),
                events: self
                    .contributions
                    .into_iter()
                    .map(|one| one.event)
                    .collect(),
            });
        }
        outcome
    }

    async fn run(&mut self, claims: &Claims, outcome: &mut RollupOutcome) -> Result<()> {
        if self.is_born_expired()? {
            outcome.counts.unchanged += self.contributions.len();
            self.contributions.clear();
            return Ok(());
        }
        let mut back_off = BackOff::default();
        let mut again = false;
        while !self.contributions.is_empty() {
            let (chunk, taken) = match self.next_chunk() {
                Ok(next) => next,
                Err(unread) => {
                    self.read_pages(claims, unread).await?;
                    continue;
                }
            };
            outcome.counts.duplicates += taken.len();
            if chunk.events.is_empty() {
                self.forget(&taken);
                continue;
            }
            let lost = match self.write(claims, &chunk).await {
                Ok(lost) => lost,
                Err(error) => {
                    outcome.counts.duplicates -= taken.len();
                    if !(self.learn(&chunk, &error) && back_off.goes_on(false)) {
                        return Err(error);
                    }
                    // The refusal told what has changed, so the first retry knows better at once.
                    if again {
                        back_off.wait(&claims.shared).await?;
                    }
                    again = true;
                    continue;
                }
            };
            back_off = BackOff::default();
            again = false;
            outcome.counts.applied += chunk.events.len();
            outcome.counts.stale += usize::from(lost);
            for (page, events) in &chunk.pages {
                self.pages.add(*page, events);
            }
            let done: Vec<usize> = chunk.events.iter().chain(&taken).copied().collect();
            self.forget(&done);
        }
        Ok(())
    }

    /// Whether the row of this window would have expired before it was written: nobody would read it.
    fn is_born_expired(&self) -> Result<bool> {
        let first = self.contributions.first();
        let row = first.and_then(|one| one.plus.as_ref().or(one.minus.as_ref()));
        row.map_or(Ok(false), |row| {
            let now = self.definition.shared.now();
            is_born_expired(self.definition.schema, &row.item, &row.parts, now)
        })
    }

    /// As many events as one transaction takes, from the first, and those up to there that are claimed
    /// already; or the pages that have to be read before that is known.
    fn next_chunk(&self) -> std::result::Result<(Chunk, Vec<usize>), Vec<Page>> {
        let mut chunk = Chunk::default();
        let mut taken = Vec::new();
        let mut unread = Vec::new();
        for (index, contribution) in self.contributions.iter().enumerate() {
            let claim = contribution.claim;
            let added = |page: Page| chunk.pages.get(&page).map_or(0, Vec::len);
            match self.pages.slot(claim, added) {
                Slot::Taken => taken.push(index),
                Slot::Unread(page) => unread.push(page),
                Slot::In(_) if !unread.is_empty() => {}
                Slot::In(page) => {
                    if !chunk.pages.contains_key(&page) && chunk.pages.len() == PAGES {
                        break;
                    }
                    chunk.pages.entry(page).or_default().push(claim.id);
                    chunk.events.push(index);
                }
            }
        }
        if unread.is_empty() {
            Ok((chunk, taken))
        } else {
            Err(unread)
        }
    }

    fn forget(&mut self, done: &[usize]) {
        let mut index = 0;
        self.contributions.retain(|_| {
            index += 1;
            !done.contains(&(index - 1))
        });
    }

    async fn read_pages(&mut self, claims: &Claims, pages: Vec<Page>) -> Result<()> {
        let table = &claims.shared.table;
        let keys = pages
            .iter()
            .map(|page| (table.clone(), page.key(self.hash)));
        let found = read_many(&claims.shared, keys).await?;
        for page in pages {
            let place = rollup_write::place(table, &page.key(self.hash));
            self.pages.note(page, found.get(&place));
        }
        Ok(())
    }

    /// Writes a chunk in one transaction; whether an extreme was lost.
    async fn write(&mut self, claims: &Claims, chunk: &Chunk) -> Result<bool> {
        let definition = Arc::clone(&self.definition);
        let now = definition.shared.now();
        let shared = definition.shared.at(now);
        let contributions: Vec<&Contribution> = chunk
            .events
            .iter()
            .filter_map(|index| self.contributions.get(*index))
            .collect();
        let plan = definition.plan(&contributions, self.stored.as_ref(), now)?;
        let (row, written) = match plan {
            Plan::Nothing(condition) => {
                let schema = definition.schema;
                let check = rollup_write::check(&shared, schema, self.key.clone(), &condition)?;
                (check, None)
            }
            Plan::Write(write) => {
                let row = self.row_write(shared, &contributions, &write, now)?;
                (row, Some(write))
            }
        };
        let mut writes = vec![row];
        let expires_at = expiry(claims.shared.now(), claims.kept_for);
        for (page, events) in &chunk.pages {
            let (updates, unchanged) = Page::claim(events, self.pages.size(*page), expires_at);
            writes.push(rollup_write::plain_update(
                &claims.shared,
                ClaimPage::SCHEMA,
                page.key(self.hash),
                &updates,
                &unchanged,
            )?);
        }
        rollup_write::send(Arc::clone(&definition.shared), writes).await?;
        Ok(written.is_some_and(|write| {
            let lost = write.lost;
            self.note(*write, now);
            lost
        }))
    }

    fn row_write(
        &self,
        shared: Arc<Shared>,
        contributions: &[&Contribution],
        write: &Write,
        now: Moment,
    ) -> Result<RollupWrite> {
        let schema = self.definition.schema;
        let parts = contributions
            .iter()
            .find_map(|one| one.plus.as_ref().or(one.minus.as_ref()))
            .map(|row| row.parts.clone());
        let key = EncodedKey {
            key: self.key.clone(),
            parts: parts.unwrap_or_default(),
        };
        let expired = self
            .stored
            .as_ref()
            .filter(|row| is_expired(schema, row, now));
        rollup_write::row_write(
            shared,
            schema,
            key,
            write.updates.clone(),
            write.initial.clone(),
            write.unchanged.clone(),
            expired,
        )
    }

    /// The row as a write left it, as far as the next one asks.
    fn note(&mut self, write: Write, now: Moment) {
        let schema = self.definition.schema;
        let live = self
            .stored
            .take()
            .filter(|row| !is_expired(schema, row, now));
        let mut row = live.or(write.initial).unwrap_or_default();
        for (name, value) in write.left {
            match value {
                Some(value) => row.insert(name, value),
                None => row.remove(&name),
            };
        }
        self.stored = Some(row);
    }

    /// Takes from a cancelled transaction what it says of the row and the pages; whether another try is
    /// worth it.
    fn learn(&mut self, chunk: &Chunk, error: &Error) -> bool {
        if error.kind() == ErrorKind::Throttled {
            return true;
        }
        let mut learnt = false;
        for (index, step) in error.steps() {
            // What has a code is a fault of the service's, and not of a condition.
            match (step.code(), step.kind()) {
                (None, _) => {}
                (Some(_), ErrorKind::TransactionConflict | ErrorKind::Throttled) => {
                    learnt = true;
                    continue;
                }
                (Some(_), _) => return false,
            }
            learnt = true;
            match index.checked_sub(1) {
                None => self.stored = step.current_item().cloned(),
                Some(position) => {
                    if let Some(page) = chunk.pages.keys().nth(position) {
                        self.pages.note(*page, step.current_item());
                    }
                }
            }
        }
        learnt
    }
}

/// When claims that are written now may go, in seconds.
fn expiry(now: Moment, kept_for: Duration) -> i128 {
    now.checked_add(kept_for).unwrap_or(Moment::MAX).seconds()
}
