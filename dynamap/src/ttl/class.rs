//! What a stored time can be.

use std::fmt;

use crate::value::WireType;

/// What an attribute that should hold a time really holds.
///
/// [`Rule::classify`](super::Rule::classify) finds it; [`Rule::effect`](super::Rule::effect) says what DynamoDB does with it, and
/// [`Rule::advice`](super::Rule::advice) what to do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// What the rule wants; a TTL lies in the future.
    Ok,
    /// A sound TTL that has passed: the item is still stored.
    Expired,
    /// No such attribute.
    Absent,
    /// NULL.
    Null,
    /// A String that holds seconds.
    TextSeconds,
    /// A String that holds milliseconds.
    TextMillis,
    /// A String that holds microseconds.
    TextMicros,
    /// A String that holds nanoseconds.
    TextNanos,
    /// A String that holds an ISO time with its offset from UTC, where a Number is wanted.
    TextIso,
    /// A String that holds a date alone, or a time without an offset: no instant.
    TextNoOffset,
    /// Any other String.
    TextOther,
    /// An ISO time in another spelling than the wanted one: another precision or offset.
    NonCanonical,
    /// Neither String, Number nor NULL.
    OtherType(WireType),
    /// A Number of seconds, where another unit is wanted.
    Seconds,
    /// A Number of milliseconds, where another unit is wanted.
    Millis,
    /// A Number of microseconds, where another unit is wanted.
    Micros,
    /// A Number of nanoseconds, where another unit is wanted.
    Nanos,
    /// A Number of the wanted unit with a fraction.
    Fractional,
    /// A Number of zero or less.
    ZeroOrNegative,
    /// A TTL of more than five years ago.
    Stale,
    /// A Number too large for a time in the wanted unit, and of no other unit for certain.
    Far,
    /// A small positive Number, which looks like a duration.
    Relative,
}

impl Class {
    /// Every class, in the order of reports.
    pub const ALL: [Self; 28] = [
        Self::Ok,
        Self::Expired,
        Self::Absent,
        Self::Null,
        Self::TextSeconds,
        Self::TextMillis,
        Self::TextMicros,
        Self::TextNanos,
        Self::TextIso,
        Self::TextNoOffset,
        Self::TextOther,
        Self::NonCanonical,
        Self::OtherType(WireType::B),
        Self::OtherType(WireType::Bool),
        Self::OtherType(WireType::L),
        Self::OtherType(WireType::M),
        Self::OtherType(WireType::Ss),
        Self::OtherType(WireType::Ns),
        Self::OtherType(WireType::Bs),
        Self::Seconds,
        Self::Millis,
        Self::Micros,
        Self::Nanos,
        Self::Fractional,
        Self::ZeroOrNegative,
        Self::Stale,
        Self::Far,
        Self::Relative,
    ];

    /// The class in one word, which does not change: for JSON and for sums over many reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Expired => "expired",
            Self::Absent => "absent",
            Self::Null => "null",
            Self::TextSeconds => "text_seconds",
            Self::TextMillis => "text_millis",
            Self::TextMicros => "text_micros",
            Self::TextNanos => "text_nanos",
            Self::TextIso => "text_iso",
            Self::TextNoOffset => "text_no_offset",
            Self::TextOther => "text_other",
            Self::NonCanonical => "non_canonical",
            Self::OtherType(WireType::B) => "type_b",
            Self::OtherType(WireType::Bool) => "type_bool",
            Self::OtherType(WireType::L) => "type_l",
            Self::OtherType(WireType::M) => "type_m",
            Self::OtherType(WireType::Ss) => "type_ss",
            Self::OtherType(WireType::Ns) => "type_ns",
            Self::OtherType(WireType::Bs) => "type_bs",
            Self::OtherType(WireType::S) => "type_s",
            Self::OtherType(WireType::N) => "type_n",
            Self::OtherType(WireType::Null) => "type_null",
            Self::Seconds => "seconds",
            Self::Millis => "millis",
            Self::Micros => "micros",
            Self::Nanos => "nanos",
            Self::Fractional => "fractional",
            Self::ZeroOrNegative => "zero_or_negative",
            Self::Stale => "stale",
            Self::Far => "far",
            Self::Relative => "relative",
        }
    }
}

/// The class in words: `String, milliseconds`.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ok => "ok",
            Self::Expired => "expired, still stored",
            Self::Absent => "absent",
            Self::Null => "NULL",
            Self::TextSeconds => "String, seconds",
            Self::TextMillis => "String, milliseconds",
            Self::TextMicros => "String, microseconds",
            Self::TextNanos => "String, nanoseconds",
            Self::TextIso => "String, ISO time",
            Self::TextNoOffset => "String, no offset",
            Self::TextOther => "String, other text",
            Self::NonCanonical => "ISO time, other spelling",
            Self::OtherType(WireType::B) => "type B",
            Self::OtherType(WireType::Bool) => "type BOOL",
            Self::OtherType(WireType::L) => "type L",
            Self::OtherType(WireType::M) => "type M",
            Self::OtherType(WireType::Ss) => "type SS",
            Self::OtherType(WireType::Ns) => "type NS",
            Self::OtherType(WireType::Bs) => "type BS",
            Self::OtherType(_) => "another type",
            Self::Seconds => "seconds",
            Self::Millis => "milliseconds",
            Self::Micros => "microseconds",
            Self::Nanos => "nanoseconds",
            Self::Fractional => "fraction",
            Self::ZeroOrNegative => "zero or negative",
            Self::Stale => "more than five years past",
            Self::Far => "implausibly far",
            Self::Relative => "looks like a duration",
        })
    }
}
