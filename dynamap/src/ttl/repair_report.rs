//! What a repair did.

use std::fmt;

use super::Class;
use super::propose::skip_reason;
use super::tally::{Counts, ShownKey};
use crate::Error;
use crate::item::Item;
use crate::time::{Moment, Resolution, TimeFormat};

/// So many failures are kept by key; all are counted.
const FAILURES: usize = 1_000;

/// What a repair would write, or wrote, to one item.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The item's primary key.
    pub key: Item,
    /// What its TTL was.
    pub class: Class,
    /// The new number of seconds; none if the attribute is taken off.
    pub seconds: Option<i64>,
}

impl fmt::Debug for Change {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change")
            .field("class", &self.class)
            .finish_non_exhaustive()
    }
}

/// A write of a repair that failed.
#[non_exhaustive]
pub struct RepairFailure {
    /// The item's primary key.
    pub key: Item,
    /// Why.
    pub error: Error,
}

impl fmt::Debug for RepairFailure {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RepairFailure")
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

/// What became of one item with a faulty TTL.
pub(super) enum Outcome {
    /// A dry run would write it.
    Proposed,
    Repaired,
    /// It holds another value by now, or it is gone.
    Changed,
    Failed(Error),
}

/// What a [`Repair`](super::Repair) did, or would do.
///
/// `Display` is the report for people, with keys; `Debug` leaves them out.
pub struct RepairReport {
    pub(super) table: String,
    pub(super) attribute: String,
    pub(super) at: Moment,
    pub(super) applied: bool,
    pub(super) key: Vec<String>,
    pub(super) examples_kept: usize,
    pub(super) read_units: f64,
    pub(super) write_units: f64,
    scanned: u64,
    proposed: Counts,
    repaired: Counts,
    skipped: Counts,
    changed: u64,
    expired: u64,
    failed: u64,
    changes: Vec<Change>,
    skips: Vec<(Class, Vec<Item>)>,
    failures: Vec<RepairFailure>,
}

impl RepairReport {
    pub(super) fn new(table: &str, attribute: &str, at: Moment, applied: bool) -> Self {
        Self {
            table: table.to_owned(),
            attribute: attribute.to_owned(),
            at,
            applied,
            key: Vec::new(),
            examples_kept: 0,
            read_units: 0.0,
            write_units: 0.0,
            scanned: 0,
            proposed: Counts::NONE,
            repaired: Counts::NONE,
            skipped: Counts::NONE,
            changed: 0,
            expired: 0,
            failed: 0,
            changes: Vec::new(),
            skips: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// The error that ends a repair in which nothing can be written.
    pub(super) fn take_last_failure(&mut self) -> Option<Error> {
        self.failures.pop().map(|failure| failure.error)
    }

    pub(super) fn scan(&mut self, items: usize) {
        self.scanned += items as u64;
    }

    pub(super) fn skip(&mut self, class: Class, key: Item) {
        self.skipped.add(class, 1);
        self.keep_skip(class, key);
    }

    fn keep_skip(&mut self, class: Class, key: Item) {
        let kept = self.examples_kept;
        match self.skips.iter_mut().find(|(known, _)| *known == class) {
            Some((_, keys)) if keys.len() < kept => keys.push(key),
            None if kept > 0 => self.skips.push((class, vec![key])),
            Some(_) | None => {}
        }
    }

    pub(super) fn change(&mut self, change: Change, outcome: Outcome) {
        self.proposed.add(change.class, 1);
        match outcome {
            Outcome::Proposed => {}
            Outcome::Repaired => self.repaired.add(change.class, 1),
            Outcome::Changed => {
                self.changed += 1;
                return;
            }
            Outcome::Failed(error) => {
                self.failed += 1;
                if self.failures.len() < FAILURES {
                    let key = change.key;
                    self.failures.push(RepairFailure { key, error });
                }
                return;
            }
        }
        if change
            .seconds
            .is_some_and(|seconds| i128::from(seconds) <= self.at.seconds())
        {
            self.expired += 1;
        }
        self.keep_change(change);
    }

    fn keep_change(&mut self, change: Change) {
        let same = self
            .changes
            .iter()
            .filter(|kept| kept.class == change.class);
        if same.count() < self.examples_kept {
            self.changes.push(change);
        }
    }

    /// Adds the report of another part of the same table: of a run that this one resumed, or was
    /// resumed by.
    pub fn merge(&mut self, other: Self) {
        self.read_units += other.read_units;
        self.write_units += other.write_units;
        self.scanned += other.scanned;
        self.proposed.merge(&other.proposed);
        self.repaired.merge(&other.repaired);
        self.skipped.merge(&other.skipped);
        self.changed += other.changed;
        self.expired += other.expired;
        self.failed += other.failed;
        for change in other.changes {
            self.keep_change(change);
        }
        for (class, keys) in other.skips {
            for key in keys {
                self.keep_skip(class, key);
            }
        }
        let room = FAILURES.saturating_sub(self.failures.len());
        self.failures.extend(other.failures.into_iter().take(room));
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The TTL attribute.
    pub fn attribute(&self) -> &str {
        &self.attribute
    }

    /// Whether the repairs were written; else it was a dry run.
    pub fn is_applied(&self) -> bool {
        self.applied
    }

    /// How many items were read.
    pub fn scanned(&self) -> u64 {
        self.scanned
    }

    /// How many items a repair was found for, whatever became of it.
    pub fn proposed(&self) -> u64 {
        self.proposed.total()
    }

    /// The same by class.
    pub fn proposals(&self) -> impl Iterator<Item = (Class, u64)> {
        self.proposed.iter()
    }

    /// How many items were repaired.
    pub fn repaired(&self) -> u64 {
        self.repaired.total()
    }

    /// How many of the items that were repaired, or would be, have expired by their new value: DynamoDB
    /// deletes them.
    pub fn expired(&self) -> u64 {
        self.expired
    }

    /// How many items held another value when they were to be written, or were gone: they keep it.
    pub fn changed_meanwhile(&self) -> u64 {
        self.changed
    }

    /// How many faulty items were left as they are.
    pub fn skipped(&self) -> u64 {
        self.skipped.total()
    }

    /// The same by class, each with the reason.
    pub fn skips(&self) -> impl Iterator<Item = (Class, u64, &'static str)> {
        let skipped = self.skipped.iter();
        skipped.map(|(class, count)| (class, count, skip_reason(class)))
    }

    /// The primary keys of some items of this class that were skipped.
    pub fn skipped_examples(&self, class: Class) -> &[Item] {
        let found = self.skips.iter().find(|(known, _)| *known == class);
        found.map_or(&[], |(_, keys)| keys)
    }

    /// How many writes failed.
    pub fn failed(&self) -> u64 {
        self.failed
    }

    /// The first 1,000 of them.
    pub fn failures(&self) -> &[RepairFailure] {
        &self.failures
    }

    /// Some of the repairs.
    pub fn examples(&self) -> &[Change] {
        &self.changes
    }

    /// The read capacity that the scan consumed.
    pub fn read_units(&self) -> f64 {
        self.read_units
    }

    /// The write capacity that the repairs consumed.
    pub fn write_units(&self) -> f64 {
        self.write_units
    }

    /// A primary key as the report shows it: `pk = "a", sk = 5`.
    pub fn show_key(&self, key: &Item) -> String {
        let names = &self.key;
        ShownKey { key, names }.to_string()
    }
}

impl fmt::Display for RepairReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = TimeFormat::Iso(Resolution::Seconds).text(self.at);
        writeln!(
            f,
            "`{}` in table `{}` at {}: {} items read, {} read units, {} write units",
            self.attribute,
            self.table,
            at.as_deref().unwrap_or("a time beyond year 9999"),
            self.scanned,
            self.read_units,
            self.write_units,
        )?;
        if self.applied {
            writeln!(
                f,
                "{} repaired, {} changed meanwhile, {} skipped, {} failed",
                self.repaired(),
                self.changed,
                self.skipped(),
                self.failed,
            )?;
        } else {
            writeln!(
                f,
                "dry run: {} would be repaired, {} skipped",
                self.proposed(),
                self.skipped(),
            )?;
        }
        if self.expired > 0 {
            writeln!(
                f,
                "{} of them expire by that: DynamoDB deletes them, typically within a few days",
                self.expired
            )?;
        }
        for (class, count) in self.proposed.iter() {
            writeln!(f, "{count:>9}  {class}")?;
            for change in self.changes.iter().filter(|change| change.class == class) {
                write!(f, "           at {}: ", self.show_key(&change.key))?;
                match change.seconds {
                    Some(seconds) => writeln!(f, "{seconds}")?,
                    None => writeln!(f, "no {}", self.attribute)?,
                }
            }
        }
        for (class, count) in self.skipped.iter() {
            writeln!(f, "{count:>9}  {class}, skipped: {}", skip_reason(class))?;
            for key in self.skipped_examples(class) {
                writeln!(f, "           at {}", self.show_key(key))?;
            }
        }
        for failure in &self.failures {
            writeln!(
                f,
                "   failed  at {}: {}",
                self.show_key(&failure.key),
                failure.error
            )?;
        }
        Ok(())
    }
}

impl fmt::Debug for RepairReport {
    /// Without keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RepairReport")
            .field("table", &self.table)
            .field("attribute", &self.attribute)
            .field("applied", &self.applied)
            .field("scanned", &self.scanned)
            .field("proposed", &self.proposed)
            .field("repaired", &self.repaired)
            .field("skipped", &self.skipped)
            .field("changed", &self.changed)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}
