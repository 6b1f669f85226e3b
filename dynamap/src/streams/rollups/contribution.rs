//! What a change means for the rows of a rollup.

use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;

use super::claim::Claimed;
use super::definition::{DynamoRollup, Function, RollupField};
use crate::item::{EncodedKey, Item, encode_item};
use crate::key::ComparableKey;
use crate::operation::rollup_write::{is_expired, key_of};
use crate::schema::Schema;
use crate::streams::{Change, Event};
use crate::table::{Shared, Table};
use crate::time::Moment;
use crate::value::{Number, value_eq};
use crate::{DynamoItem, Result};

/// One rollup of items `T`, without the type of its rows.
pub(super) struct Target<T> {
    pub(super) definition: Arc<Definition>,
    row: fn(&T) -> Result<Option<SourceRow>>,
}

/// What is known of a rollup beside the type of its rows.
pub(super) struct Definition {
    pub(super) shared: Arc<Shared>,
    pub(super) schema: &'static Schema,
    pub(super) fields: Vec<RollupField>,
}

/// The row that one source item alone would make.
pub(super) struct SourceRow {
    pub(super) key: Item,
    pub(super) parts: Item,
    pub(super) item: Item,
    /// What orders the item, for each `last`.
    order: Vec<Option<AttributeValue>>,
}

/// What an event takes from one row and gives to it.
pub(super) struct Contribution {
    pub(super) claim: Claimed,
    pub(super) event: Event,
    pub(super) minus: Option<Arc<SourceRow>>,
    pub(super) plus: Option<Arc<SourceRow>>,
}

/// A value with what orders it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    pub(super) order: AttributeValue,
    pub(super) value: AttributeValue,
}

impl<T: DynamoItem> Target<T> {
    pub(super) fn new<R: DynamoRollup<Source = T>>(table: &Table<R>) -> Self {
        Self {
            definition: Arc::new(Definition {
                shared: table.shared(),
                schema: R::SCHEMA,
                fields: R::fields(),
            }),
            row: source_row::<R>,
        }
    }

    /// What a change means for this rollup: for no row, for one, or for two.
    pub(super) fn contributions(
        &self,
        change: &Change<T>,
        now: Moment,
    ) -> Result<Vec<Contribution>> {
        let event = change.event();
        let (old, new) = match change {
            Change::Inserted { new, .. } => (None, Some(new)),
            Change::Modified { old, new, .. } => (Some(old), Some(new)),
            Change::Removed { old, .. } => (Some(old), None),
            // An aggregate keeps what has expired.
            Change::Expired { .. } => (None, None),
        };
        let at = event.moment().unwrap_or(now);
        // Nor does it lose what had expired when it was replaced, or deleted: a replica's copy of a TTL
        // delete has no mark.
        let old_is_dead = match old {
            Some(old) if T::SCHEMA.ttl.is_some() => is_expired(T::SCHEMA, &encode_item(old)?, at),
            _ => false,
        };
        let old = old.map(self.row).transpose()?.flatten().map(Arc::new);
        let new = new.map(self.row).transpose()?.flatten().map(Arc::new);
        if let (Some(old), Some(new)) = (&old, &new)
            && old.is_at(new)
            && self.definition.is_same(old, new)
        {
            return Ok(Vec::new());
        }
        let old = old.filter(|_| !old_is_dead);
        let contribution = |minus, plus| Contribution {
            claim: Claimed::of(event),
            event: event.clone(),
            minus,
            plus,
        };
        Ok(match (old, new) {
            (None, None) => Vec::new(),
            (Some(old), Some(new)) if !old.is_at(&new) => {
                vec![contribution(Some(old), None), contribution(None, Some(new))]
            }
            (minus, plus) => vec![contribution(minus, plus)],
        })
    }
}

impl<T> Target<T> {
    /// The row that an item alone would make.
    pub(super) fn row_of(&self, item: &T) -> Result<Option<SourceRow>> {
        (self.row)(item)
    }
}

/// The row of one source item; `None` for an item without a time, which is in no window.
fn source_row<R: DynamoRollup>(source: &R::Source) -> Result<Option<SourceRow>> {
    let Some(at) = R::at(source) else {
        return Ok(None);
    };
    let window = R::EVERY.of_moment(at)?.start();
    let row = R::row(source, window)?;
    let EncodedKey { parts, .. } = EncodedKey::of::<R>(&R::Key::from(&row))?;
    let item = encode_item(&row)?;
    Ok(Some(SourceRow {
        key: key_of(R::SCHEMA, &item),
        parts,
        item,
        order: R::order(source)?,
    }))
}

impl SourceRow {
    fn is_at(&self, other: &Self) -> bool {
        ComparableKey::of(&self.key) == ComparableKey::of(&other.key)
    }

    fn value(&self, name: &str) -> Option<&AttributeValue> {
        self.item
            .get(name)
            .filter(|value| !matches!(value, AttributeValue::Null(_)))
    }

    /// What the item adds to a count or a sum; `None` if it is not a number.
    pub(super) fn number(&self, name: &str) -> Option<Number> {
        match self.value(name) {
            Some(AttributeValue::N(text)) => text.parse().ok(),
            Some(_) => None,
            None => Some(Number::ZERO),
        }
    }
}

impl Definition {
    /// The fields with an order, each with the attribute that keeps it.
    pub(super) fn extremes(&self) -> impl Iterator<Item = (&RollupField, &str)> {
        self.fields.iter().filter_map(|field| {
            let order = match &field.function {
                Function::Min | Function::Max => &field.name,
                Function::Last { by } => by,
                Function::Count | Function::Add | Function::Stale => return None,
            };
            Some((field, order.as_str()))
        })
    }

    /// The counts and sums.
    pub(super) fn totals(&self) -> impl Iterator<Item = &RollupField> {
        let is_total =
            |field: &&RollupField| matches!(field.function, Function::Count | Function::Add);
        self.fields.iter().filter(is_total)
    }

    /// The attribute that counts all items.
    pub(super) fn count(&self) -> Option<&str> {
        let mut fields = self.fields.iter();
        let count = fields.find(|field| field.function == Function::Count);
        count.map(|field| field.name.as_str())
    }

    /// The attribute that says whether an extreme was lost.
    pub(super) fn stale(&self) -> Option<&str> {
        let mut fields = self.fields.iter();
        let stale = fields.find(|field| field.function == Function::Stale);
        stale.map(|field| field.name.as_str())
    }

    /// What an item is to each extreme, in their order; `None` where it lacks the value.
    pub(super) fn candidates(&self, row: &SourceRow) -> Vec<Option<Candidate>> {
        let mut orders = row.order.iter();
        self.extremes()
            .map(|(field, _)| {
                let order = match field.function {
                    Function::Last { .. } => orders.next().cloned().flatten(),
                    _ => row.value(&field.name).cloned(),
                };
                Some(Candidate {
                    order: order?,
                    value: row.value(&field.name)?.clone(),
                })
            })
            .collect()
    }

    /// The key of a stored row.
    pub(super) fn key_of(&self, row: &Item) -> ComparableKey {
        ComparableKey::of(&key_of(self.schema, row))
    }

    /// Whether two items are the same to a row.
    fn is_same(&self, old: &SourceRow, new: &SourceRow) -> bool {
        let same = |old: Option<&AttributeValue>, new: Option<&AttributeValue>| match (old, new) {
            (None, None) => true,
            (Some(old), Some(new)) => value_eq(old, new),
            _ => false,
        };
        let totals = self
            .totals()
            .all(|field| same(old.value(&field.name), new.value(&field.name)));
        let pairs = self.candidates(old).into_iter().zip(self.candidates(new));
        totals
            && pairs.into_iter().all(|(old, new)| match (old, new) {
                (None, None) => true,
                (Some(old), Some(new)) => {
                    value_eq(&old.order, &new.order) && value_eq(&old.value, &new.value)
                }
                _ => false,
            })
    }
}
