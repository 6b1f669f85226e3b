//! What a write fills in: stamps, the version, the TTL. One instant serves all of it.

use std::cmp::Ordering;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;

use super::index_keys::fill_index_keys;
use super::verb::{TTL_FORMAT, Verb, stored_version};
use crate::expression::{Action, Path, Updates};
use crate::item::{Fillable, Item};
use crate::schema::{Schema, StampOn, TimeAttribute, Ttl, TtlPolicy};
use crate::time::{Moment, TimeFormat};
use crate::ttl::FIVE_YEARS;
use crate::value::{MapEncoder, Number, plain_integer};
use crate::{Error, ErrorKind, Result};

/// 9999-12-31T23:59:59Z. A larger number of seconds is a number of milliseconds.
const YEAR_9999: i128 = 253_402_300_799;

/// What the caller says of the TTL of this one write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Expiry {
    /// The declared policy.
    #[default]
    Policy,
    At(Moment),
    After(Duration),
    Never,
    /// As it is: carried by a put, untouched by an update.
    Keep,
}

/// What the caller says of the generated fields of this one write.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Filling {
    pub(crate) preserve_stamps: bool,
    pub(crate) expiry: Expiry,
    pub(crate) allow_stale_ttl: bool,
}

/// Fills an item that is written as a whole; `parts` are the fields of its key.
pub(crate) fn fill_item(
    schema: &Schema,
    verb: Verb,
    item: &mut dyn Fillable,
    parts: &Item,
    filling: Filling,
    now: Moment,
) -> Result<()> {
    for stamp in schema.stamps {
        let kept = match (stamp.on, filling.preserve_stamps) {
            (_, true) => true,
            (StampOn::Create, false) => matches!(verb, Verb::Create | Verb::Put | Verb::Replace),
            (StampOn::Update, false) => false,
        };
        if !(kept && is_set(item, stamp.name, stamp.format, stamp.optional)?) {
            item.set(stamp.name, about(stamp.format.to_value(now), stamp.name)?);
        }
    }
    if let Some(name) = schema.version {
        let version = match verb {
            Verb::Create | Verb::Upsert => 1,
            _ => next_version(schema, name, stored_version(schema, item)?.unwrap_or(0))?,
        };
        item.set(name, AttributeValue::N(version.to_string()));
    }
    if let Some(ttl) = &schema.ttl {
        fill_ttl(ttl, verb, item, filling, now)?;
        check_ttl(ttl, item.value(ttl.name), filling, now)?;
    }
    fill_index_keys(schema, item, parts)
}

/// One more, if the field can hold it: the item could not be read back otherwise.
fn next_version(schema: &Schema, name: &'static str, version: u64) -> Result<u64> {
    let next = version.checked_add(1);
    next.filter(|next| *next <= schema.version_limit)
        .ok_or_else(|| {
            Error::new(
                ErrorKind::Encode,
                "the version has reached the largest value of its type: give the field a wider one, `u64`",
            )
            .about(name)
        })
}

fn fill_ttl(
    ttl: &Ttl,
    verb: Verb,
    item: &mut dyn Fillable,
    filling: Filling,
    now: Moment,
) -> Result<()> {
    let expiry = match filling.expiry {
        Expiry::Never => {
            item.unset(ttl.name);
            return Ok(());
        }
        Expiry::Keep => return Ok(()),
        Expiry::At(moment) => Some(moment),
        Expiry::After(length) => Some(later(ttl, now, length)?),
        Expiry::Policy => {
            let Some(policy) = &ttl.policy else {
                return Ok(());
            };
            let recomputed = verb == Verb::Upsert
                || (policy.sliding && matches!(verb, Verb::Put | Verb::Replace));
            if !recomputed && is_set(item, ttl.name, TTL_FORMAT, ttl.optional)? {
                return Ok(());
            }
            match base(policy, item, now)? {
                Some(base) => Some(later(ttl, base, policy.after)?),
                // Without its base a TTL stays unset.
                None => None,
            }
        }
    };
    if let Some(expiry) = expiry {
        item.set(ttl.name, about(TTL_FORMAT.to_value(expiry), ttl.name)?);
    }
    Ok(())
}

fn base(policy: &TtlPolicy, item: &dyn Fillable, now: Moment) -> Result<Option<Moment>> {
    match &policy.from {
        None => Ok(Some(now)),
        Some(from) => item
            .value(from.name)
            .map(|value| read_moment(from, value))
            .transpose(),
    }
}

/// Reads the time of an attribute, of a composed key the time part alone.
fn read_moment(attribute: &TimeAttribute, value: &AttributeValue) -> Result<Moment> {
    attribute
        .read(value)
        .map_err(|error| Error::from(error).about(attribute.name))
}

fn later(ttl: &Ttl, base: Moment, length: Duration) -> Result<Moment> {
    base.checked_add(length).ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidTtl,
            "the expiry lies beyond all calendars: give a shorter duration",
        )
        .about(ttl.name)
    })
}

/// Whether a generated field carries a value: `None`, and the epoch in a field that is not an
/// `Option`, mean "not set".
pub(crate) fn is_set(
    item: &dyn Fillable,
    name: &str,
    format: TimeFormat,
    optional: bool,
) -> Result<bool> {
    Ok(match item.value(name) {
        None | Some(AttributeValue::Null(_)) => false,
        Some(_) if optional => true,
        Some(AttributeValue::N(text)) if matches!(format, TimeFormat::Epoch(_)) => text != "0",
        Some(value) => *value != about(format.to_value(Moment::EPOCH), name)?,
    })
}

/// Refuses a TTL that would never expire anything.
fn check_ttl(
    ttl: &Ttl,
    value: Option<&AttributeValue>,
    filling: Filling,
    now: Moment,
) -> Result<()> {
    let Some(AttributeValue::N(text)) = value else {
        return Ok(());
    };
    let fault = |message: &str| Err(Error::new(ErrorKind::InvalidTtl, message).about(ttl.name));
    if compare(text, YEAR_9999) == Some(Ordering::Greater) {
        return fault(
            "the TTL lies beyond the year 9999, so it is not a number of seconds: divide milliseconds by 1000, or hold the time in a type that knows its unit",
        );
    }
    let stale = now
        .checked_sub(FIVE_YEARS)
        .map_or(i128::MIN, Moment::seconds);
    if !filling.allow_stale_ttl && compare(text, stale) == Some(Ordering::Less) {
        return fault(
            "the TTL lies more than five years back, and DynamoDB never deletes such an item: set it, use `after`, or say `.allow_stale_ttl()`",
        );
    }
    Ok(())
}

/// A number beside a limit; `None` if it is none.
fn compare(text: &str, limit: i128) -> Option<Ordering> {
    if let Some(integer) = plain_integer(text.as_bytes()) {
        return Some(i128::from(integer).cmp(&limit));
    }
    let limit = Number::try_from(limit).ok()?;
    Some(text.parse::<Number>().ok()?.cmp(&limit))
}

/// Adds what an update fills in to the caller's own actions; `fresh` is what it inserts, if it may.
pub(crate) fn fill_updates(
    schema: &Schema,
    updates: &mut Updates,
    filling: Filling,
    version: Option<u64>,
    fresh: Option<&Item>,
    now: Moment,
) -> Result<()> {
    // What would be inserted carries the stamps that are to be preserved.
    let carried = fresh.filter(|_| filling.preserve_stamps);
    for stamp in schema.stamps {
        if stamp.on == StampOn::Update {
            let value = match carried.and_then(|item| item.get(stamp.name)) {
                Some(carried) => carried.clone(),
                None => about(stamp.format.to_value(now), stamp.name)?,
            };
            updates.push(Path::attribute(stamp.name), Action::Set(value));
        }
    }
    if let Some(name) = schema.version {
        let action = match version {
            Some(version) => {
                let next = next_version(schema, name, version)?;
                Action::Set(AttributeValue::N(next.to_string()))
            }
            None => Action::Add {
                amount: AttributeValue::N("1".to_owned()),
                initial: AttributeValue::N("0".to_owned()),
            },
        };
        updates.push(Path::attribute(name), action);
    }
    if let Some(ttl) = &schema.ttl {
        if !updates.touches(ttl.name)
            && let Some(action) = ttl_action(ttl, updates, filling, now)?
        {
            updates.push(Path::attribute(ttl.name), action);
        }
        match updates.of(ttl.name) {
            Some(Action::Set(value) | Action::SetIfAbsent(value)) => {
                check_ttl(ttl, Some(value), filling, now)?;
            }
            Some(Action::Copy { .. }) => return Err(copied_time(ttl.name)),
            _ => {}
        }
    }
    Ok(())
}

fn ttl_action(
    ttl: &Ttl,
    updates: &Updates,
    filling: Filling,
    now: Moment,
) -> Result<Option<Action>> {
    let expiry = match filling.expiry {
        Expiry::Never => return Ok(Some(Action::Remove)),
        Expiry::Keep => return Ok(None),
        Expiry::At(moment) => moment,
        Expiry::After(length) => later(ttl, now, length)?,
        Expiry::Policy => {
            let Some(policy) = &ttl.policy else {
                return Ok(None);
            };
            let base = match &policy.from {
                Some(from) => match updates.of(from.name) {
                    Some(Action::Set(value)) => read_moment(from, value)?,
                    Some(Action::Copy { .. }) => return Err(copied_time(from.name)),
                    // The base stays as it is stored, and so does the expiry.
                    _ => return Ok(None),
                },
                None if policy.sliding => now,
                None => return Ok(None),
            };
            later(ttl, base, policy.after)?
        }
    };
    Ok(Some(Action::Set(about(
        TTL_FORMAT.to_value(expiry),
        ttl.name,
    )?)))
}

/// What the TTL is or comes from is checked and computed before it is sent.
fn copied_time(name: &str) -> Error {
    Error::new(
        ErrorKind::InvalidRequest,
        "the TTL depends on this attribute, so that its value has to be known: `set` it instead of `set_from`",
    )
    .on_attribute(name)
}

fn about(
    value: std::result::Result<AttributeValue, crate::value::EncodeError>,
    name: &str,
) -> Result<AttributeValue> {
    value.map_err(|error| Error::from(error).about(name))
}

impl TimeFormat {
    /// The instant as it is stored, floored to the unit.
    pub(crate) fn to_value(
        self,
        moment: Moment,
    ) -> std::result::Result<AttributeValue, crate::value::EncodeError> {
        let mut encoder = MapEncoder::new();
        self.encode(moment, &mut encoder)?;
        encoder.finish()
    }

    /// The instant in full, finer than the unit if it is: it equals no stored value then.
    pub(crate) fn to_exact_value(
        self,
        moment: Moment,
    ) -> std::result::Result<AttributeValue, crate::value::EncodeError> {
        let text = self.exact_text(moment)?;
        Ok(match self {
            Self::Epoch(_) => AttributeValue::N(text),
            Self::Iso(_) => AttributeValue::S(text),
        })
    }
}
