//! Insertions that would mix: `or_insert` fills in what the stored item lacks, and a composed key of an
//! index has to be made of what is stored in the end.

use super::index_keys::IndexKeys;
use crate::expression::{Action, Node, Path, Updates};
use crate::item::Item;
use crate::schema::Schema;
use crate::{Error, ErrorKind};

/// The parts of one index's composed keys that an insertion brings along, and those that it does not.
///
/// The key that it brings is right where it brings all parts or none. A stored item that has some of the
/// parts and not the key would get the others, and a key of the inserted item's parts, or none.
#[derive(Clone)]
pub(super) struct MixedParts {
    index: &'static str,
    key: &'static str,
    filled: Vec<&'static str>,
    others: Vec<&'static str>,
}

impl MixedParts {
    /// Those of an update that inserts. `parts` are the fields of the primary key, which both items have.
    pub(super) fn all(schema: &Schema, key: &Item, parts: &Item, updates: &Updates) -> Vec<Self> {
        let is_filled =
            |name: &&'static str| matches!(updates.of(name), Some(Action::SetIfAbsent(_)));
        let of_index = |index: IndexKeys| {
            let own = index.own_key()?;
            // Rewritten by the update, of parts that it knows.
            if matches!(updates.of(own), Some(Action::Set(_) | Action::Remove)) {
                return None;
            }
            let mut free: Vec<_> = index.free_attributes(key, parts).collect();
            free.sort_unstable();
            free.dedup();
            let (filled, others): (Vec<_>, Vec<_>) = free.into_iter().partition(is_filled);
            (!filled.is_empty()).then_some(Self {
                index: index.name(),
                key: own,
                filled,
                others,
            })
        };
        IndexKeys::all(schema)
            .into_iter()
            .filter_map(of_index)
            .collect()
    }

    /// The condition under which nothing is mixed: the item has the key, or after the insertion it still has
    /// not all parts, or it has none of them before.
    pub(super) fn condition(&self) -> Node {
        let absent = |name: &&'static str| Node::NotExists(Path::attribute(name));
        let unmixed = if self.others.is_empty() {
            self.filled.iter().map(absent).reduce(Node::and)
        } else {
            self.others.iter().map(absent).reduce(Node::or)
        };
        let has_key = Node::Exists(Path::attribute(self.key));
        match unmixed {
            Some(unmixed) => has_key.or(unmixed),
            None => has_key,
        }
    }

    /// The refusal, if this is what the stored item was refused for.
    pub(super) fn refusal(&self, stored: &Item) -> Option<Error> {
        let has = |name: &&'static str| stored.contains_key(*name);
        let is_mixed = if self.others.is_empty() {
            self.filled.iter().any(has)
        } else {
            self.others.iter().all(has)
        };
        if stored.contains_key(self.key) || !is_mixed {
            return None;
        }
        let quoted: Vec<_> = self.filled.iter().chain(&self.others).collect();
        let quoted: Vec<_> = quoted.iter().map(|name| format!("`{name}`")).collect();
        let error = Error::new(
            ErrorKind::ConditionFailed,
            format!(
                "the stored item has some of the attributes that the index's key is composed of ({}) and not the key, and the item to insert would mix its own with them: read the item, change it, and write it whole with `put`",
                quoted.join(", "),
            ),
        );
        Some(error.on_index(Some(self.index)))
    }
}
