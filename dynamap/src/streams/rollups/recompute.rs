//! Extremes anew, from the items themselves.

use std::ops::Range;

use aws_sdk_dynamodb::types::AttributeValue;
use futures_core::Stream;
use futures_util::TryStreamExt;
use futures_util::pin_mut;

use super::contribution::{Candidate, Definition, SourceRow, Target};
use super::definition::DynamoRollup;
use super::keeper::Rollups;
use super::plan::{Ranks, equals};
use crate::expression::{Action, Path, Updates};
use crate::item::{EncodedKey, Item, decode_item};
use crate::key::ComparableKey;
use crate::operation::rollup_write::update;
use crate::table::Table;
use crate::time::Moment;
use crate::value::{Number, value_eq};
use crate::{DynamoItem, Error, ErrorKind, Result};

/// How often a recomputation starts over when the row changes while the items are read.
const ROUNDS: usize = 3;

/// What became of a recomputation.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Recomputed<R> {
    /// The extremes are those of the items; the row as it is stored now.
    Exact(R),
    /// The items that were read are not those that the row counts: changes are on their way to it, or
    /// some of the items have expired. The row as it is, and stale.
    Differs(R),
    /// The row changed whenever the items had been read. The row as it was last, and stale.
    Changing(R),
}

impl<T: DynamoItem> Rollups<T> {
    /// Computes `min`, `max` and `last` of a row anew, from the items of its window, which `read` reads.
    ///
    /// `read` is given the window, and returns the items as a stream, consistently read, with those that
    /// have expired as far as they are there (`include_expired()`), since the row counts them too. Items of
    /// another group or window are left out. The row is written only if its counts and sums agree with the
    /// items, and if no change was counted meanwhile.
    ///
    /// A removal that takes an extreme away makes the row stale; an index or a scan by the stale attribute
    /// finds such rows.
    ///
    /// Errors: [`NotFound`](ErrorKind::NotFound) if there is no such row; those of `read`.
    pub async fn recompute<R, S>(
        &self,
        table: &Table<R>,
        row: &R,
        read: impl Fn(Range<Moment>) -> S,
    ) -> Result<Recomputed<R>>
    where
        R: DynamoRollup<Source = T>,
        S: Stream<Item = Result<T>>,
    {
        let target = Target::new(table);
        let definition = &target.definition;
        let Some(stale) = definition.stale() else {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "the rollup has no `min`, `max` or `last`: there is nothing to compute anew",
            ));
        };
        let window = window(row)?;
        let key = R::Key::from(row);
        for round in 1.. {
            // Marked first, so that whatever is counted from now on changes the mark.
            let mut mark = Updates::default();
            mark.push(Path::named(stale.to_owned()), one_more());
            let seen = update(
                table.shared(),
                R::SCHEMA,
                EncodedKey::of::<R>(&key)?,
                mark,
                None,
            )
            .await?;
            let mut items = Items::new(definition);
            let stream = read(window.clone());
            pin_mut!(stream);
            while let Some(item) = stream.try_next().await? {
                if let Some(source) = target.row_of(&item)?
                    && ComparableKey::of(&source.key) == definition.key_of(&seen)
                {
                    items.add(&source)?;
                }
            }
            if !items.agree_with(&seen) {
                return Ok(Recomputed::Differs(decode_item(&seen)?));
            }
            let mut updates = items.into_updates();
            updates.push(Path::named(stale.to_owned()), Action::Remove);
            let unchanged = equals(stale, seen.get(stale));
            let written = update(
                table.shared(),
                R::SCHEMA,
                EncodedKey::of::<R>(&key)?,
                updates,
                Some(unchanged),
            )
            .await;
            match written {
                Ok(row) => return Ok(Recomputed::Exact(decode_item(&row)?)),
                Err(error) if error.is_condition_failed() && round < ROUNDS => {}
                Err(error) if error.is_condition_failed() => {
                    let current = error.current_item().unwrap_or(&seen);
                    return Ok(Recomputed::Changing(decode_item(current)?));
                }
                Err(error) => return Err(error),
            }
        }
        Err(Error::new(
            ErrorKind::TransactionConflict,
            "the row kept changing: recompute it again",
        ))
    }
}

fn window<R: DynamoRollup>(row: &R) -> Result<Range<Moment>> {
    let start = row.window().ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidRequest,
            "the row has no window: give it a time",
        )
    })?;
    Ok(R::EVERY.of_moment(start)?.range())
}

/// The mark of a stale row, counted on.
fn one_more() -> Action {
    Action::Add {
        amount: AttributeValue::N("1".to_owned()),
        initial: AttributeValue::N("0".to_owned()),
    }
}

/// What the items of a window come to.
struct Items<'a> {
    definition: &'a Definition,
    totals: Vec<(&'a str, Number)>,
    extremes: Vec<Option<Candidate>>,
}

impl<'a> Items<'a> {
    fn new(definition: &'a Definition) -> Self {
        let totals = definition.totals();
        Self {
            totals: totals
                .map(|field| (field.name.as_str(), Number::ZERO))
                .collect(),
            extremes: definition.extremes().map(|_| None).collect(),
            definition,
        }
    }

    fn add(&mut self, item: &SourceRow) -> Result<()> {
        for (name, total) in &mut self.totals {
            let amount = item.number(name);
            *total = amount
                .and_then(|amount| total.checked_add(amount))
                .ok_or_else(|| {
                    Error::new(
                        ErrorKind::Encode,
                        "the exact sum has more than the 38 digits of a DynamoDB number",
                    )
                    .on_attribute(*name)
                })?;
        }
        let fields = self.definition.extremes();
        let candidates = self.definition.candidates(item);
        for ((best, (field, _)), candidate) in self.extremes.iter_mut().zip(fields).zip(candidates)
        {
            let Some(candidate) = candidate else {
                continue;
            };
            let ranks = Ranks::of(&field.function);
            if best
                .as_ref()
                .is_none_or(|best| ranks.replaces(&candidate.order, &best.order))
            {
                *best = Some(candidate);
            }
        }
        Ok(())
    }

    /// Whether the row counts these items, as far as its counts and sums can tell.
    fn agree_with(&self, row: &Item) -> bool {
        self.totals.iter().all(|(name, total)| {
            let total = AttributeValue::N(total.to_string());
            row.get(*name)
                .is_some_and(|stored| value_eq(stored, &total))
        })
    }

    fn into_updates(self) -> Updates {
        let mut updates = Updates::default();
        for ((field, order), best) in self.definition.extremes().zip(self.extremes) {
            let (value, by) = match best {
                Some(best) => (Action::Set(best.value), Action::Set(best.order)),
                None => (Action::Remove, Action::Remove),
            };
            updates.push(Path::named(field.name.clone()), value);
            if order != field.name {
                updates.push(Path::named(order.to_owned()), by);
            }
        }
        updates
    }
}
