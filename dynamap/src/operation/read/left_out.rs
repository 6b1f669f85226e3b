//! What a read leaves out: items of other types, what has expired, what the caller's filter excludes. As
//! far as DynamoDB can, by the request; the rest when the answer comes.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{RawPage, ReadCore, Target};
use crate::Result;
use crate::expression::{Node, SortCondition};
use crate::item::check_tag;
use crate::key::SortLayout;
use crate::operation::verb::{live, own};
use crate::schema::{Entity, Index, Projected};
use crate::time::Moment;

impl ReadCore {
    /// The sort condition of this request: where the TTL is the sort key, expired items are left out
    /// by it, since a filter cannot name a key.
    pub(super) fn sort_condition(&self, target: &Target, now: Moment) -> Option<SortCondition> {
        let condition = target.selection.condition.clone();
        match (&self.sort_key, &self.schema.ttl) {
            (Some(sort_key), Some(ttl)) if sort_key.name == ttl.name && !self.include_expired => {
                let low = AttributeValue::N((now.seconds() + 1).to_string());
                Some(SortCondition::at_least(condition, low))
            }
            _ => condition,
        }
    }

    fn is_key(&self, name: &str) -> bool {
        let partition = self.partition_key.iter().map(|attribute| attribute.name);
        let sort = self.sort_keys.iter().map(|attribute| attribute.name);
        partition.chain(sort).any(|key| key == name)
    }

    /// Whether the keys that are asked for are those of this type alone: they begin with its prefix.
    fn is_told_by_key(&self) -> bool {
        matches!(
            self.sort_key.as_ref().map(|sort_key| sort_key.layout),
            Some(SortLayout::Composed(layout)) if layout.prefix.is_some()
        )
    }

    /// The condition that leaves items of other types out, where their keys do not.
    ///
    /// A filter keeps `take` from limiting what is read, which is why a prefix of the keys is trusted; what
    /// is under it and yet of another type is left out when it is read. A count sees no item.
    fn own_entity(&self, count: bool) -> Option<Node> {
        let entity = self.held_entity()?;
        (count || !self.is_told_by_key()).then(|| own(&entity))
    }

    /// The type to read, if what is read holds its tag: an index of keys alone does not.
    pub(super) fn held_entity(&self) -> Option<Entity> {
        let index = self.index.and_then(|name| self.schema.index(name));
        let holds = |entity: &Entity| index.is_none_or(|index| index.projection.holds(entity.tag));
        self.entity.filter(holds)
    }

    /// The filter of this request: what is of this type, what is live at its instant, and the caller's.
    pub(super) fn filter(&self, now: Moment, count: bool) -> Result<Option<Node>> {
        let live = match &self.schema.ttl {
            Some(ttl) if !self.include_expired && !self.is_key(ttl.name) => Some(live(ttl, now)?),
            _ => None,
        };
        let own = self.own_entity(count).into_iter();
        Ok(Node::all(own.chain(live).chain(self.filter.clone())))
    }

    /// The local index that is read, if it does not hold everything.
    pub(super) fn partial_index(&self) -> Option<&'static Index> {
        let index = self.index.and_then(|name| self.schema.index(name))?;
        (index.local && index.projection != Projected::All).then_some(index)
    }

    /// What the filter names that the local index does not hold. DynamoDB reads it from the table, where
    /// it is asked for more than a count.
    pub(super) fn filtered_beyond_index(&self) -> Vec<&str> {
        let (Some(index), Some(filter)) = (self.partial_index(), &self.filter) else {
            return Vec::new();
        };
        let mut names = filter.attributes();
        let keys = self.position_attributes();
        names.retain(|name| {
            !index.projection.holds(name) && !keys.iter().any(|key| key.name == *name)
        });
        names
    }

    /// Whether the client drops rows that the service sends.
    pub(crate) fn drops_rows(&self, target: &Target) -> bool {
        target.selection.drops_rows()
            || !self.filtered_beyond_index().is_empty()
            || (!self.include_expired
                && self
                    .schema
                    .ttl
                    .as_ref()
                    .is_some_and(|ttl| self.is_key(ttl.name)))
    }

    /// The attribute that is looked at in every row before it is read.
    pub(super) fn noted(&self) -> Option<&'static str> {
        let ttl = self.schema.ttl.as_ref().map(|ttl| ttl.name);
        ttl.filter(|_| !self.include_expired)
    }

    pub(super) fn leave_out(&self, target: &Target, page: &mut RawPage) {
        let now = self.shared.now();
        let sort_key = self.sort_key.as_ref().map(|key| key.name);
        let sort_key = sort_key.filter(|_| target.selection.drops_rows());
        let ttl = self.noted();
        // A projection does not look at the tag that it carries.
        let entity = self.entity.filter(|_| self.projection.is_some());
        if sort_key.is_none() && ttl.is_none() && entity.is_none() {
            return;
        }
        page.rows.retain(|row| {
            let is_excluded = sort_key
                .and_then(|name| row.get(name))
                .is_some_and(|value| target.selection.drops(&value));
            let is_expired = || ttl.is_some_and(|ttl| row.has_passed(ttl, now));
            let is_other = || {
                entity.is_some_and(|entity| {
                    check_tag(&entity, row.get(entity.tag).as_deref()).is_err()
                })
            };
            !is_excluded && !is_expired() && !is_other()
        });
    }
}
