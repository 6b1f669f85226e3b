//! Where a read goes on: positions, and the cursors that carry them.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{ReadCore, Target};
use crate::expression::SortCondition;
use crate::item::Item;
use crate::key::{Binding, Cursor, Position, check_position};
use crate::operation::row::Row;
use crate::operation::segments::other_scan;
use crate::schema::KeyAttribute;
use crate::{Error, ErrorKind, Result};

impl ReadCore {
    fn binding(&self) -> Binding<'_> {
        let partition = match &self.range {
            Some(plan) => std::slice::from_ref(plan.stem()),
            None => &self.target.partition[..],
        };
        Binding {
            table: &self.shared.table,
            index: self.index,
            partition,
            forward: self.forward,
        }
    }

    /// The key attributes of a position: those of the table and of the index.
    pub(super) fn position_attributes(&self) -> Vec<KeyAttribute> {
        let mut attributes: Vec<KeyAttribute> = self.schema.key_attributes().copied().collect();
        if let Some(index) = self.index.and_then(|name| self.schema.index(name)) {
            for attribute in index.key_attributes() {
                if !attributes.contains(attribute) {
                    attributes.push(*attribute);
                }
            }
        }
        attributes
    }

    /// The cursor behind a position. The partition is left out: it is the query's own.
    pub(crate) fn seal(&self, mut position: Position) -> Cursor {
        for attribute in self.partition_key {
            position.key.remove(attribute.name);
        }
        Cursor::seal(&self.binding(), &position)
    }

    /// The position of the caller's cursor, bound to this read.
    pub(crate) fn open_cursor(&self) -> Result<Option<Position>> {
        let cursor = self.start_at.as_ref();
        let position = cursor.map(|cursor| cursor.open(&self.binding()));
        position.transpose()
    }

    /// The position of the caller's cursor, checked.
    pub(crate) fn start(&self) -> Result<Option<Item>> {
        let position = self.open_cursor()?;
        if let Some(position) = &position
            && !position.segments.is_empty()
        {
            return Err(other_scan(position.segments.len()));
        }
        let position = position.map(|position| self.position_in(&self.target, position.key));
        position.transpose()
    }

    /// A position in this partition, which a cursor never carries itself; checked, since a cursor
    /// comes from outside.
    pub(crate) fn position_in(&self, target: &Target, mut position: Item) -> Result<Item> {
        for (attribute, value) in self.partition_key.iter().zip(&target.partition) {
            position.insert(attribute.name.to_owned(), value.clone());
        }
        let fault = |message: &str| Err(Error::new(ErrorKind::InvalidCursor, message));
        if check_position(&self.position_attributes(), &position).is_err() {
            return fault(
                "the cursor does not have the key attributes of this query: give it to the query it came from",
            );
        }
        let own = self.sort_key.iter().map(|sort_key| sort_key.name);
        let own = own.zip(&target.selection.condition);
        let is_outside = |(name, condition): (&str, &SortCondition)| {
            !matches!(condition, SortCondition::Nothing)
                && !position
                    .get(name)
                    .is_some_and(|value| condition.matches(value))
        };
        if self.leading().chain(own).any(is_outside) {
            return fault(
                "the cursor lies outside of this query's range: give it to the query it came from",
            );
        }
        Ok(position)
    }

    /// The sort key of a position, by which the rows of a partition are ordered.
    pub(crate) fn sort_key_of<'r>(&self, position: &'r Item) -> Option<&'r AttributeValue> {
        position.get(self.sort_key.as_ref()?.name)
    }

    /// The sort key of a row.
    pub(crate) fn sort_key_of_row<'r>(&self, row: &'r Row) -> Option<Cow<'r, AttributeValue>> {
        row.get(self.sort_key.as_ref()?.name)
    }

    /// The position of a row: what its page would have ended with, had it ended there.
    pub(crate) fn position_of(&self, row: &Row) -> Item {
        let attributes = self.position_attributes();
        row.attributes(attributes.iter().map(|attribute| attribute.name))
    }
}
