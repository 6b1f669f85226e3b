//! Which class a stored time belongs to, what DynamoDB does with it, and what to do.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Class;
use super::magnitude::{Magnitude, Measured};
use crate::time::iso::{self, NotIso};
use crate::time::{Moment, Reading, Resolution, TimeFormat};
use crate::value::WireType;

/// DynamoDB never deletes what expired more than five years ago. It does not say how long a year is,
/// so the shorter one is assumed.
/// [Before using TTL](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html)
pub(crate) const FIVE_YEARS: Duration = Duration::from_hours(5 * 365 * 24);

/// What an attribute should hold.
///
/// ```
/// use dynamap::aws_sdk_dynamodb::types::AttributeValue;
/// use dynamap::time::EpochSeconds;
/// use dynamap::ttl::{Class, Rule};
///
/// let now = EpochSeconds(1_796_040_000);
/// let stored = AttributeValue::N("1796644800000".to_owned());
/// let (class, meant) = Rule::Ttl.classify(Some(&stored), now);
/// assert_eq!(class, Class::Millis);
/// assert_eq!(meant.map(|moment| moment.seconds()), Some(1_796_644_800));
/// assert!(Rule::Ttl.is_fault(class));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A TTL: a Number of whole epoch seconds, at most five years past.
    Ttl,
    /// A time in this format, which nothing deletes.
    Time(TimeFormat),
}

/// An attribute as far as its class depends on it.
#[derive(Clone, Copy)]
pub(crate) enum Seen<'a> {
    Absent,
    Null,
    Text(&'a str),
    Number(&'a str),
    Other(WireType),
}

impl<'a> From<Option<&'a AttributeValue>> for Seen<'a> {
    fn from(value: Option<&'a AttributeValue>) -> Self {
        match value {
            None => Self::Absent,
            Some(AttributeValue::Null(_)) => Self::Null,
            Some(AttributeValue::S(text)) => Self::Text(text),
            Some(AttributeValue::N(text)) => Self::Number(text),
            Some(AttributeValue::B(_)) => Self::Other(WireType::B),
            Some(AttributeValue::Bool(_)) => Self::Other(WireType::Bool),
            Some(AttributeValue::L(_)) => Self::Other(WireType::L),
            Some(AttributeValue::Ss(_)) => Self::Other(WireType::Ss),
            Some(AttributeValue::Ns(_)) => Self::Other(WireType::Ns),
            Some(AttributeValue::Bs(_)) => Self::Other(WireType::Bs),
            // The SDK's type may grow.
            Some(_) => Self::Other(WireType::M),
        }
    }
}

impl Rule {
    /// The class of a stored value at the instant `now`, and the instant that the value stands for, if
    /// that is certain.
    ///
    /// A unit is told from the [`Magnitude`] alone; a text without an offset stands for no instant.
    pub fn classify(
        self,
        value: Option<&AttributeValue>,
        now: impl crate::time::PointInTime,
    ) -> (Class, Option<Moment>) {
        self.judge(Seen::from(value), now.to_moment())
    }

    pub(crate) fn judge(self, seen: Seen<'_>, now: Moment) -> (Class, Option<Moment>) {
        match seen {
            Seen::Absent => (Class::Absent, None),
            Seen::Null => (Class::Null, None),
            Seen::Other(wire_type) => (Class::OtherType(wire_type), None),
            Seen::Text(text) => self.text(text),
            Seen::Number(text) => match Measured::read(text) {
                Some(measured) => (self.number(measured, now), measured.moment),
                None => (Class::Far, None),
            },
        }
    }

    /// The unit of the Number that the rule wants.
    const fn unit(self) -> Option<Resolution> {
        match self {
            Self::Ttl => Some(Resolution::Seconds),
            Self::Time(TimeFormat::Epoch(unit)) => Some(unit),
            Self::Time(TimeFormat::Iso(_)) => None,
        }
    }

    fn number(self, measured: Measured, now: Moment) -> Class {
        match measured.magnitude {
            Magnitude::Negative | Magnitude::Zero => Class::ZeroOrNegative,
            Magnitude::Small => Class::Relative,
            Magnitude::Ambiguous | Magnitude::Beyond => Class::Far,
            Magnitude::Unit(unit) if self.unit() == Some(unit) => match measured.moment {
                _ if measured.fractional => Class::Fractional,
                Some(moment) if self == Self::Ttl => at(moment, now),
                _ => Class::Ok,
            },
            Magnitude::Unit(Resolution::Seconds) => Class::Seconds,
            Magnitude::Unit(Resolution::Millis) => Class::Millis,
            Magnitude::Unit(Resolution::Micros) => Class::Micros,
            Magnitude::Unit(Resolution::Nanos) => Class::Nanos,
        }
    }

    fn text(self, text: &str) -> (Class, Option<Moment>) {
        if let Some(measured) = Measured::read(text) {
            let class = match measured.magnitude.unit() {
                Some(Resolution::Seconds) => Class::TextSeconds,
                Some(Resolution::Millis) => Class::TextMillis,
                Some(Resolution::Micros) => Class::TextMicros,
                Some(Resolution::Nanos) => Class::TextNanos,
                None => Class::TextOther,
            };
            return (class, measured.moment);
        }
        match iso::parse(text) {
            Ok(instant) => {
                let class = match self {
                    Self::Time(format @ TimeFormat::Iso(_)) => {
                        match format.parse(text, Reading::Canonical) {
                            Ok(_) => Class::Ok,
                            Err(_) => Class::NonCanonical,
                        }
                    }
                    _ => Class::TextIso,
                };
                (class, Some(instant.moment))
            }
            Err(NotIso::DateOnly | NotIso::NoOffset) => (Class::TextNoOffset, None),
            Err(NotIso::Malformed | NotIso::DoesNotExist) => (Class::TextOther, None),
        }
    }

    /// Whether the class is a fault. An absent attribute and NULL are none: such an item is meant to
    /// have no time.
    pub const fn is_fault(self, class: Class) -> bool {
        !matches!(
            class,
            Class::Ok | Class::Expired | Class::Absent | Class::Null
        )
    }

    /// What DynamoDB does with an item of this class.
    pub const fn effect(self, class: Class) -> &'static str {
        match self {
            Self::Ttl => ttl_effect(class),
            Self::Time(_) => time_effect(class),
        }
    }

    /// What to do about an item of this class.
    pub const fn advice(self, class: Class) -> &'static str {
        match self {
            Self::Ttl => ttl_advice(class),
            Self::Time(_) => time_advice(class),
        }
    }
}

/// The class of a sound TTL.
pub(crate) fn at(expiry: Moment, now: Moment) -> Class {
    if is_stale(expiry, now) {
        Class::Stale
    } else if expiry.seconds() <= now.seconds() {
        Class::Expired
    } else {
        Class::Ok
    }
}

/// Whether DynamoDB ignores an expiry because it lies too far back.
pub(crate) fn is_stale(expiry: Moment, now: Moment) -> bool {
    let oldest = now.checked_sub(FIVE_YEARS).unwrap_or(Moment::MIN);
    expiry.seconds() < oldest.seconds()
}

const fn ttl_effect(class: Class) -> &'static str {
    match class {
        Class::Ok => "deletes it, typically within a few days after the time has passed",
        Class::Expired => {
            "deletes it, typically within a few days; until then it is stored, billed, and in every read that does not filter"
        }
        Class::Absent => "never deletes it",
        Class::Null
        | Class::TextSeconds
        | Class::TextMillis
        | Class::TextMicros
        | Class::TextNanos
        | Class::TextIso
        | Class::TextNoOffset
        | Class::TextOther
        | Class::NonCanonical
        | Class::OtherType(_) => "ignores it: only a Number expires, so the item is never deleted",
        Class::Millis | Class::Micros | Class::Nanos => {
            "reads it as seconds, tens of thousands of years away: the item is never deleted"
        }
        Class::Seconds => "reads it as seconds",
        Class::Fractional => "does not say what it does with a fraction",
        Class::ZeroOrNegative | Class::Stale | Class::Relative => {
            "ignores a time of more than five years ago: the item is never deleted"
        }
        Class::Far => "reads it as seconds, after the year 2199: the item is not deleted before",
    }
}

const fn ttl_advice(class: Class) -> &'static str {
    match class {
        Class::Ok | Class::Seconds => "nothing",
        Class::Expired => "nothing while TTL is enabled; filter it out of reads",
        Class::Absent | Class::Null => "nothing if it is meant to stay; else write the expiry",
        Class::TextSeconds
        | Class::TextMillis
        | Class::TextMicros
        | Class::TextNanos
        | Class::TextIso
        | Class::NonCanonical => {
            "repair it: the same time as a Number of seconds; write the type N from now on"
        }
        Class::Millis | Class::Micros | Class::Nanos => {
            "repair it: the same time in seconds; divide before writing from now on"
        }
        Class::Fractional => "repair it: rounded down to whole seconds",
        Class::TextNoOffset => "find out which offset was meant, and write the Number by hand",
        Class::TextOther | Class::OtherType(_) => "look at the item, and write the Number by hand",
        Class::ZeroOrNegative => {
            "if it stands for \"never\", take the attribute off (repair with `clear_zero_or_negative`); reads that filter take it for expired"
        }
        Class::Stale => {
            "delete the item, or repair with `rescue_stale` (a new expiry) or `clear_stale` (none)"
        }
        Class::Far => {
            "find out the unit; if it stands for \"never\", leave it or take the attribute off"
        }
        Class::Relative => {
            "find out when it was written: a duration has to be added to that time first"
        }
    }
}

const fn time_effect(class: Class) -> &'static str {
    match class {
        Class::Ok => "sorts and compares it as a time",
        Class::Absent | Class::Null => "finds it in no range, and in no index whose key it is",
        Class::Expired | Class::Stale => "deletes nothing by this attribute",
        Class::Seconds
        | Class::Millis
        | Class::Micros
        | Class::Nanos
        | Class::Fractional
        | Class::ZeroOrNegative
        | Class::Far
        | Class::Relative => "compares it as a number of the wanted unit, or not at all with text",
        Class::TextSeconds
        | Class::TextMillis
        | Class::TextMicros
        | Class::TextNanos
        | Class::TextIso
        | Class::TextNoOffset
        | Class::TextOther
        | Class::NonCanonical => "compares its characters, or not at all with a Number",
        Class::OtherType(_) => "compares it with no time",
    }
}

const fn time_advice(class: Class) -> &'static str {
    match class {
        Class::Ok | Class::Absent | Class::Null | Class::Expired | Class::Stale => "nothing",
        Class::Seconds
        | Class::Millis
        | Class::Micros
        | Class::Nanos
        | Class::TextSeconds
        | Class::TextMillis
        | Class::TextMicros
        | Class::TextNanos
        | Class::TextIso
        | Class::NonCanonical
        | Class::Fractional => {
            "write the same time in the wanted format; a key has to be written as a new item"
        }
        Class::TextNoOffset => "find out which offset was meant, and write the time anew",
        Class::ZeroOrNegative | Class::Far | Class::Relative => {
            "find out the unit: the number alone does not tell it"
        }
        Class::TextOther | Class::OtherType(_) => "look at the item: it holds no time",
    }
}
