//! What a failed condition means, told from the item that made it fail.

use aws_sdk_dynamodb::types::AttributeValue;

use super::mixed_parts::MixedParts;
use super::verb::{Expected, Verb, expects_own, is_expired, live, stored_version};
use crate::expression::{Action, Comparator, Node, Path, Updates, Value};
use crate::item::{Item, ItemText};
use crate::schema::{Entity, Schema, StampOn};
use crate::time::Moment;
use crate::value::{item_eq, value_eq};
use crate::{Error, ErrorKind, Result};

/// What a write needs to remember to explain its refusal.
#[derive(Clone)]
pub(crate) struct Intent {
    pub(crate) schema: &'static Schema,
    pub(crate) verb: Verb,
    pub(crate) expected: Expected,
    pub(crate) key: Item,
    pub(crate) now: Moment,
    /// What the write leaves behind, if it can be compared.
    pub(crate) written: Written,
    /// The attribute by which an older write is dropped.
    pub(crate) newer: Option<(String, AttributeValue)>,
    /// What an insertion may not mix with what is stored.
    pub(super) mixed: Vec<MixedParts>,
}

/// What a write leaves behind.
#[derive(Clone)]
pub(crate) enum Written {
    Item(ItemText),
    Attributes(Updates),
    Nothing,
}

/// What a failed condition means.
pub(crate) enum Refusal {
    /// An earlier attempt of this very write did it; the item as stored, `None` after a delete.
    Ours(Option<Item>),
    /// A newer write came first; what is stored.
    Dropped(Item),
    /// Something is in the way that a second write, conditioned on it, may replace: the expired remains
    /// under an upsert, the NULL version under a put. What is stored.
    InTheWay(Item),
    Refused(Error),
}

impl Intent {
    pub(crate) fn explain(&self, current: Option<Item>, earlier_unknown: bool) -> Refusal {
        let mut perhaps_ours = false;
        if earlier_unknown && self.is_ours(current.as_ref()) {
            if self.is_told_apart() {
                return Refusal::Ours(current);
            }
            perhaps_ours = true;
        }
        let Some(current) = current else {
            return Refusal::Refused(self.absent());
        };
        if is_expired(self.schema, &current, self.now) {
            match (self.verb, self.expected) {
                (Verb::Upsert, Expected::Any) => return Refusal::InTheWay(current),
                // What is rescued may well have expired.
                (Verb::Rescue | Verb::Check, _) => {}
                _ => return Refusal::Refused(self.expired(current)),
            }
        }
        if (self.verb, self.is_new()) == (Verb::Put, true)
            && matches!(self.stored_version(&current), Some(AttributeValue::Null(_)))
        {
            return Refusal::InTheWay(current);
        }
        if let Some((name, sequence)) = &self.newer
            && current.get(name).is_some_and(|stored| {
                crate::value::value_cmp(stored, sequence).is_some_and(std::cmp::Ordering::is_ge)
            })
        {
            return Refusal::Dropped(current);
        }
        let error = self.present(&current);
        let error = if perhaps_ours {
            Error::new(
                ErrorKind::Conflict,
                "the condition failed after an attempt whose outcome is unknown, and the stored item may be what that attempt wrote: read it, or give the type a `#[version]`",
            )
            .perhaps_ours()
        } else {
            error
        };
        Refusal::Refused(error.with_key(self.key.clone()).with_current(Some(current)))
    }

    /// The condition of the second write: what was in the way is as it was seen.
    pub(crate) fn still_in_the_way(&self, found: &Item) -> Result<Option<Node>> {
        let equals = |name: &'static str, seen: &AttributeValue| {
            let value = Value::of(seen.clone());
            Node::compare(Path::attribute(name), Comparator::Equal, value)
        };
        let ttl = self.schema.ttl.as_ref();
        if is_expired(self.schema, found, self.now) {
            let seen = ttl.and_then(|ttl| Some((ttl.name, found.get(ttl.name)?)));
            return Ok(seen.map(|(name, seen)| equals(name, seen)));
        }
        let version = self
            .schema
            .version
            .map(|name| equals(name, &AttributeValue::Null(true)));
        let live = ttl.map(|ttl| live(ttl, self.now)).transpose()?;
        Ok(Node::all(version.into_iter().chain(live)))
    }

    /// The refusal of a second write under which nothing had changed.
    pub(crate) fn own_condition_failed(&self, found: Item) -> Error {
        if is_expired(self.schema, &found, self.now) {
            return self.expired(found);
        }
        condition_failed()
            .with_key(self.key.clone())
            .with_current(Some(found))
    }

    fn is_new(&self) -> bool {
        matches!(self.expected, Expected::New { .. })
    }

    fn stored_version<'a>(&self, current: &'a Item) -> Option<&'a AttributeValue> {
        self.schema.version.and_then(|name| current.get(name))
    }

    /// Whether the write by itself would have inserted an item, so that only the caller's own condition
    /// can have failed on an absent or expired one.
    fn inserts(&self) -> bool {
        match self.verb {
            Verb::Create => true,
            Verb::Upsert => self.expected == Expected::Any,
            Verb::Put => !matches!(self.expected, Expected::Exactly(_)),
            Verb::Replace | Verb::Update | Verb::Delete | Verb::Rescue | Verb::Check => false,
        }
    }

    fn absent(&self) -> Error {
        let message = if self.inserts() {
            "there is no such item, and the condition of this write does not hold without one"
        } else {
            "there is no such item: create it first"
        };
        Error::new(ErrorKind::NotFound, message).with_key(self.key.clone())
    }

    fn expired(&self, current: Item) -> Error {
        let message = if self.inserts() {
            "the item has expired and waits for its deletion, and the condition of this write does not hold on it"
        } else {
            "the item has expired and waits for its deletion: create it anew, or `rescue` it"
        };
        Error::new(ErrorKind::NotFound, message)
            .expired()
            .with_key(self.key.clone())
            .with_current(Some(current))
    }

    fn present(&self, current: &Item) -> Error {
        if let Some(entity) = self.schema.entity
            && expects_own(self.verb, self.expected)
            && !is_own(&entity, current)
        {
            return other_entity(&entity);
        }
        let stored = stored_version(self.schema, current).ok().flatten();
        let unversioned =
            |zero: bool| self.stored_version(current).is_none() || (zero && stored == Some(0));
        match (self.verb, self.expected) {
            (Verb::Create, _) => already_exists(self.schema, stored),
            (Verb::Put, Expected::New { zero }) if !unversioned(zero) => {
                already_exists(self.schema, stored)
            }
            (_, Expected::New { zero }) if !unversioned(zero) => version_conflict(0, stored),
            (_, Expected::Exactly(expected)) if stored != Some(expected) => {
                version_conflict(expected, stored)
            }
            _ => self
                .mixed
                .iter()
                .find_map(|mixed| mixed.refusal(current))
                .unwrap_or_else(condition_failed),
        }
    }

    /// Whether what is stored is what this write would have left behind.
    fn is_ours(&self, current: Option<&Item>) -> bool {
        match (&self.written, current) {
            (Written::Item(item), Some(current)) => {
                item.to_item().is_ok_and(|item| item_eq(&item, current))
            }
            (Written::Attributes(updates), Some(current)) => {
                let version = match self.expected {
                    Expected::Exactly(expected) => {
                        stored_version(self.schema, current).ok().flatten()
                            == expected.checked_add(1)
                    }
                    Expected::New { .. } => {
                        stored_version(self.schema, current).ok().flatten() == Some(1)
                    }
                    Expected::Any => true,
                };
                version
                    && updates.actions().iter().all(|(path, action)| {
                        let stored = path.find(current, &[]);
                        match action {
                            Action::Set(value) => {
                                path.is_element()
                                    || stored.is_some_and(|stored| value_eq(stored, value))
                            }
                            Action::Remove => path.is_element() || stored.is_none(),
                            _ => true,
                        }
                    })
            }
            (Written::Nothing, None) => true,
            (Written::Nothing, Some(_)) | (_, None) => false,
        }
    }

    /// Whether an equal item can only be this write's: a version or a stamp was part of it.
    fn is_told_apart(&self) -> bool {
        if self.newer.is_some() {
            // The sequence is what a write by `if_newer` is known by.
            return true;
        }
        match &self.written {
            Written::Nothing => true,
            Written::Item(_) => self.schema.version.is_some() || !self.schema.stamps.is_empty(),
            Written::Attributes(_) => {
                !matches!(self.expected, Expected::Any)
                    || self
                        .schema
                        .stamps
                        .iter()
                        .any(|stamp| stamp.on == StampOn::Update)
            }
        }
    }
}

fn is_own(entity: &Entity, item: &Item) -> bool {
    matches!(item.get(entity.tag), Some(AttributeValue::S(name)) if name == entity.name)
}

fn other_entity(entity: &Entity) -> Error {
    Error::new(
        ErrorKind::OtherEntity,
        format!(
            "the item under this key is not of the entity `{}`: `Error::current_item` has it as it is stored",
            entity.name
        ),
    )
    .on_attribute(entity.tag)
}

fn version_conflict(expected: u64, stored: Option<u64>) -> Error {
    Error::new(
        ErrorKind::VersionConflict,
        format!(
            "the stored version is {} and {expected} was expected: read the item, apply the change again, and write it",
            stored.map_or_else(|| "absent".to_owned(), |version| version.to_string()),
        ),
    )
    .with_versions(expected, stored)
}

fn condition_failed() -> Error {
    Error::new(
        ErrorKind::ConditionFailed,
        "the condition did not hold: `Error::current` has the item as it is stored",
    )
}

fn already_exists(schema: &Schema, version: Option<u64>) -> Error {
    let message = if schema.ends_in_time {
        "an item with this key exists, and its key ends in a time: events of one instant are one item unless the key has another part, as in `#[sort_key(iso, suffix = \"id\")]`; `put` replaces it, `update` changes it, `Error::current` has it"
    } else {
        "an item with this key exists: `put` replaces it, `update` changes it, `Error::current` has it"
    };
    let error = Error::new(ErrorKind::AlreadyExists, message);
    match version {
        Some(version) => error.with_versions(0, Some(version)),
        None => error,
    }
}
