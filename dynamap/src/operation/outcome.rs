//! What a failed condition means, told from the item that made it fail.

use aws_sdk_dynamodb::types::AttributeValue;

use super::verb::{Expected, Verb, is_expired, stored_version};
use crate::expression::{Action, Updates};
use crate::item::Item;
use crate::schema::{Schema, StampOn};
use crate::time::Moment;
use crate::value::{item_eq, value_eq};
use crate::{Error, ErrorKind};

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
}

/// What a write leaves behind.
#[derive(Clone)]
pub(crate) enum Written {
    Item(Item),
    Attributes(Updates),
    Nothing,
}

/// What a failed condition means.
pub(crate) enum Refusal {
    /// An earlier attempt of this very write did it; the item as stored, `None` after a delete.
    Ours(Option<Item>),
    /// A newer write came first; what is stored.
    Dropped(Item),
    /// Expired remains are in the way of an upsert; what is stored.
    Remains(Item),
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
            match self.verb {
                Verb::Upsert => return Refusal::Remains(current),
                Verb::Replace | Verb::Update => return Refusal::Refused(self.expired(current)),
                Verb::Put if matches!(self.expected, Expected::Exactly(_)) => {
                    return Refusal::Refused(self.expired(current));
                }
                Verb::Create | Verb::Put | Verb::Delete | Verb::Rescue => {}
            }
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

    fn absent(&self) -> Error {
        let error = match self.verb {
            Verb::Replace | Verb::Update | Verb::Delete | Verb::Rescue => not_found(),
            Verb::Put if matches!(self.expected, Expected::Exactly(_)) => not_found(),
            Verb::Create | Verb::Put | Verb::Upsert => condition_failed(),
        };
        error.with_key(self.key.clone())
    }

    fn expired(&self, current: Item) -> Error {
        Error::new(
            ErrorKind::NotFound,
            "the item has expired and waits for its deletion: create it anew, or `rescue` it",
        )
        .expired()
        .with_key(self.key.clone())
        .with_current(Some(current))
    }

    fn present(&self, current: &Item) -> Error {
        let live = !is_expired(self.schema, current, self.now);
        let stored = stored_version(self.schema, current).ok().flatten();
        match (self.verb, self.expected) {
            (Verb::Create, _) if live => already_exists(stored),
            (Verb::Put, Expected::New { zero }) if live && !(stored.is_none() || (zero && stored == Some(0))) => {
                already_exists(stored)
            }
            (_, Expected::Exactly(expected)) if stored != Some(expected) => Error::new(
                ErrorKind::VersionConflict,
                format!(
                    "the stored version is {} and {expected} was expected: read the item, apply the change again, and write it",
                    stored.map_or_else(|| "absent".to_owned(), |version| version.to_string()),
                ),
            )
            .with_versions(expected, stored),
            _ => condition_failed(),
        }
    }

    /// Whether what is stored is what this write would have left behind.
    fn is_ours(&self, current: Option<&Item>) -> bool {
        match (&self.written, current) {
            (Written::Item(item), Some(current)) => item_eq(item, current),
            (Written::Attributes(updates), Some(current)) => {
                let version = match self.expected {
                    Expected::Exactly(expected) => {
                        stored_version(self.schema, current).ok().flatten()
                            == expected.checked_add(1)
                    }
                    Expected::Any | Expected::New { .. } => true,
                };
                version
                    && updates.actions().iter().all(|(path, action)| {
                        let stored = path.find(current, &[]);
                        match action {
                            Action::Set(value) => {
                                stored.is_some_and(|stored| value_eq(stored, value))
                            }
                            Action::Remove => stored.is_none(),
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
        match &self.written {
            Written::Nothing => true,
            Written::Item(_) => self.schema.version.is_some() || !self.schema.stamps.is_empty(),
            Written::Attributes(_) => {
                matches!(self.expected, Expected::Exactly(_))
                    || self
                        .schema
                        .stamps
                        .iter()
                        .any(|stamp| stamp.on == StampOn::Update)
            }
        }
    }
}

fn not_found() -> Error {
    Error::new(
        ErrorKind::NotFound,
        "there is no such item: create it first",
    )
}

fn condition_failed() -> Error {
    Error::new(
        ErrorKind::ConditionFailed,
        "the condition did not hold: `Error::current` has the item as it is stored",
    )
}

fn already_exists(version: Option<u64>) -> Error {
    let error = Error::new(
        ErrorKind::AlreadyExists,
        "an item with this key exists: `put` replaces it, `update` changes it, `Error::current` has it",
    );
    match version {
        Some(version) => error.with_versions(0, Some(version)),
        None => error,
    }
}
