use super::trace::Operation;
use crate::schema::{Entity, Schema, Ttl};
use crate::time::{Moment, Resolution, TimeFormat};
use crate::value::{Number, from_attribute_value, value};
use crate::{Error, Result};

use aws_sdk_dynamodb::types::AttributeValue;

use crate::expression::{Comparator, Node, Path, Value};
use crate::item::{Fillable, Item};

/// What a write is about, which decides its condition and what a refusal means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    Create,
    Put,
    Replace,
    Update,
    /// An update that may insert.
    Upsert,
    Delete,
    Rescue,
    /// No write: a condition in a transaction.
    Check,
}

impl Verb {
    /// As a span names it.
    pub(crate) fn operation(self) -> Operation {
        match self {
            Self::Create => Operation::Create,
            Self::Put => Operation::Put,
            Self::Replace => Operation::Replace,
            Self::Update => Operation::Update,
            Self::Upsert => Operation::Upsert,
            Self::Delete => Operation::Delete,
            Self::Rescue => Operation::Rescue,
            Self::Check => Operation::Transaction,
        }
    }
}

/// The stored version that a write expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    /// It does not ask.
    Any,
    /// Not stored yet; `Some(0)` also takes a stored 0.
    New { zero: bool },
    /// This very version.
    Exactly(u64),
}

impl Expected {
    /// What `if_version` asks for; 0 is the version of an item that was stored without one.
    pub(crate) fn of(version: Option<u64>) -> Self {
        match version {
            None => Self::Any,
            Some(0) => Self::New { zero: true },
            Some(version) => Self::Exactly(version),
        }
    }
}

/// The SECONDS format that every TTL has.
pub(crate) const TTL_FORMAT: TimeFormat = TimeFormat::Epoch(Resolution::Seconds);

/// `#ttl <= :now`.
pub(crate) fn expired(ttl: &Ttl, now: Moment) -> Result<Node> {
    let value = Value::of(TTL_FORMAT.to_value(now)?);
    Ok(Node::compare(
        Path::attribute(ttl.name),
        Comparator::LessOrEqual,
        value,
    ))
}

/// `NOT #ttl <= :now`: also true for an absent TTL, NULL, and other types.
pub(crate) fn live(ttl: &Ttl, now: Moment) -> Result<Node> {
    Ok(expired(ttl, now)?.negated())
}

/// `#type = :type`: an item of this type.
pub(crate) fn own(entity: &Entity) -> Node {
    let value = Value::of(AttributeValue::S(entity.name.to_owned()));
    Node::compare(Path::attribute(entity.tag), Comparator::Equal, value)
}

/// Whether the stored item has expired: its TTL is a Number of at most now.
pub(crate) fn is_expired(schema: &Schema, item: &Item, now: Moment) -> bool {
    let ttl = schema.ttl.as_ref().and_then(|ttl| item.get(ttl.name));
    ttl.is_some_and(|ttl| has_passed(ttl, now))
}

/// Whether a stored TTL is a Number of at most now.
pub(crate) fn has_passed(ttl: &AttributeValue, now: Moment) -> bool {
    let AttributeValue::N(text) = ttl else {
        return false;
    };
    // As dynamap writes it; any other spelling of a number counts as well.
    if let Ok(expiry) = text.parse::<i64>() {
        return i128::from(expiry) <= now.seconds();
    }
    match (text.parse::<Number>(), Number::try_from(now.seconds())) {
        (Ok(expiry), Ok(now)) => expiry <= now,
        _ => false,
    }
}

/// The stored version; an absent or NULL one is `None`.
pub(crate) fn stored_version(schema: &Schema, item: &dyn Fillable) -> Result<Option<u64>> {
    let Some(name) = schema.version else {
        return Ok(None);
    };
    match item.value(name) {
        None | Some(AttributeValue::Null(_)) => Ok(None),
        Some(stored) => from_attribute_value(&value::<u64>(), stored.clone())
            .map(Some)
            .map_err(|error| Error::from(error).about(name)),
    }
}

fn compare_version(name: &'static str, version: u64) -> Node {
    let value = Value::of(AttributeValue::N(version.to_string()));
    Node::compare(Path::attribute(name), Comparator::Equal, value)
}

/// Whether a write changes or removes the item that it expects, which has to be of its own type.
pub(crate) fn expects_own(verb: Verb, expected: Expected) -> bool {
    match verb {
        Verb::Create | Verb::Check => false,
        Verb::Put => matches!(expected, Expected::Exactly(_)),
        Verb::Delete => expected != Expected::Any,
        Verb::Replace | Verb::Update | Verb::Upsert | Verb::Rescue => true,
    }
}

/// The condition of a write by itself, before the caller's own is joined to it.
pub(crate) fn condition(
    schema: &Schema,
    verb: Verb,
    expected: Expected,
    now: Moment,
) -> Result<Option<Node>> {
    let own = schema
        .entity
        .filter(|_| expects_own(verb, expected))
        .map(|entity| {
            let inserts = (verb, expected) == (Verb::Upsert, Expected::Any);
            let absent = Node::NotExists(Path::attribute(schema.partition_key.name));
            if inserts {
                absent.or(own(&entity))
            } else {
                own(&entity)
            }
        });
    let of_item = condition_of_item(schema, verb, expected, now)?;
    Ok(Node::all(of_item.into_iter().chain(own)))
}

fn condition_of_item(
    schema: &Schema,
    verb: Verb,
    expected: Expected,
    now: Moment,
) -> Result<Option<Node>> {
    let partition = || Path::attribute(schema.partition_key.name);
    let expired = || schema.ttl.as_ref().map(|ttl| expired(ttl, now)).transpose();
    let live = || schema.ttl.as_ref().map(|ttl| live(ttl, now)).transpose();
    let exactly = |version| schema.version.map(|name| compare_version(name, version));
    let unversioned = |zero: bool| {
        let name = schema.version?;
        let absent = Node::NotExists(Path::attribute(name));
        Some(if zero {
            absent.or(compare_version(name, 0))
        } else {
            absent
        })
    };
    let any = |nodes: Vec<Option<Node>>| nodes.into_iter().flatten().reduce(Node::or);
    let all = |nodes: Vec<Option<Node>>| Node::all(nodes.into_iter().flatten());
    Ok(match (verb, expected) {
        (Verb::Create, _) => any(vec![Some(Node::NotExists(partition())), expired()?]),
        (Verb::Put, Expected::New { zero }) => any(vec![unversioned(zero), expired()?]),
        (Verb::Delete | Verb::Rescue, Expected::New { zero }) => {
            all(vec![Some(Node::Exists(partition())), unversioned(zero)])
        }
        (_, Expected::New { zero }) => all(vec![
            Some(Node::Exists(partition())),
            unversioned(zero),
            live()?,
        ]),
        (Verb::Delete | Verb::Rescue, Expected::Exactly(version)) => exactly(version),
        (Verb::Put, Expected::Any) | (Verb::Delete | Verb::Check, _) => None,
        (Verb::Put | Verb::Replace | Verb::Update | Verb::Upsert, Expected::Exactly(version)) => {
            all(vec![exactly(version), live()?])
        }
        (Verb::Replace | Verb::Update, _) => all(vec![Some(Node::Exists(partition())), live()?]),
        (Verb::Upsert, _) => live()?,
        (Verb::Rescue, _) => Some(Node::Exists(partition())),
    })
}
