use std::fmt;
use std::time::SystemTime;

use ::time::OffsetDateTime;

use super::field::{CounterType, InstantType, TimeField, codec, counted, is};
use super::{EpochUnit, Micros, Millis, Moment, Nanos, PointInTime, Seconds, Unset};
use crate::value::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};

/// A time that the target type cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the time is out of the range of its type")
    }
}

impl std::error::Error for OutOfRange {}

/// Whole seconds since the Unix epoch, of any sign: N.
///
/// As a time field it fits the unit `seconds` alone.
///
/// ```
/// use dynamap::time::EpochSeconds;
/// use time::macros::datetime;
///
/// let at = EpochSeconds::from(datetime!(2026-12-07 13:00:00.9 +1));
/// assert_eq!(at, EpochSeconds(1_796_644_800));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EpochSeconds(pub i64);

/// Whole milliseconds since the Unix epoch, of any sign: N.
///
/// As a time field it fits the unit `millis` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EpochMillis(pub i64);

/// Whole microseconds since the Unix epoch, of any sign: N.
///
/// As a time field it fits the unit `micros` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EpochMicros(pub i64);

/// Whole nanoseconds since the Unix epoch, of any sign: N.
///
/// As a time field it fits the unit `nanos` alone. 64 bits of nanoseconds end in 2262, so it has
/// 128; DynamoDB holds 38 digits of them, and writing more is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EpochNanos(pub i128);

macro_rules! epoch {
    ($name:ident, $number:ty, $unit:ty) => {
        impl CounterType for $name {
            type Unit = $unit;

            fn count(&self) -> i128 {
                i128::from(self.0)
            }

            fn from_count(count: i128) -> Option<Self> {
                <$number>::try_from(count).ok().map(Self)
            }
        }

        #[diagnostic::do_not_recommend]
        impl TimeField for $name {
            type Is = is::Counter;
        }

        #[diagnostic::do_not_recommend]
        impl PointInTime for $name {
            fn to_moment(&self) -> Moment {
                counted::<$unit>(self.count())
            }
        }

        #[diagnostic::do_not_recommend]
        impl Unset for $name {
            fn unset() -> Self {
                Self(0)
            }
        }

        /// An N in the type's own unit.
        #[diagnostic::do_not_recommend]
        impl DynamoValue for $name {
            type Kind = kind::Time;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                (codec::<$name, $unit>().codec.encode)(self, encoder)
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                (codec::<$name, $unit>().codec.decode)(decoder)
            }
        }

        /// The number.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        /// In UTC.
        impl TryFrom<$name> for OffsetDateTime {
            type Error = OutOfRange;

            fn try_from(at: $name) -> Result<Self, OutOfRange> {
                Self::from_moment(at.to_moment()).ok_or(OutOfRange)
            }
        }

        impl TryFrom<$name> for SystemTime {
            type Error = OutOfRange;

            fn try_from(at: $name) -> Result<Self, OutOfRange> {
                Self::from_moment(at.to_moment()).ok_or(OutOfRange)
            }
        }

        /// Rounded down to the unit.
        impl TryFrom<SystemTime> for $name {
            type Error = OutOfRange;

            fn try_from(at: SystemTime) -> Result<Self, OutOfRange> {
                rounded_down(&at)
            }
        }
    };
}

epoch!(EpochSeconds, i64, Seconds);
epoch!(EpochMillis, i64, Millis);
epoch!(EpochMicros, i64, Micros);
epoch!(EpochNanos, i128, Nanos);

/// Rounded down to the second.
impl From<OffsetDateTime> for EpochSeconds {
    fn from(at: OffsetDateTime) -> Self {
        Self(at.unix_timestamp())
    }
}

/// In full.
impl From<OffsetDateTime> for EpochNanos {
    fn from(at: OffsetDateTime) -> Self {
        Self(at.unix_timestamp_nanos())
    }
}

/// Rounded down to the millisecond.
impl From<OffsetDateTime> for EpochMillis {
    fn from(at: OffsetDateTime) -> Self {
        // The type ends far below 2⁶³ milliseconds.
        Self(at.unix_timestamp() * 1_000 + i64::from(at.millisecond()))
    }
}

/// Rounded down to the microsecond; an error only where `time` counts to the year 999,999.
impl TryFrom<OffsetDateTime> for EpochMicros {
    type Error = OutOfRange;

    fn try_from(at: OffsetDateTime) -> Result<Self, OutOfRange> {
        rounded_down(&at)
    }
}

fn rounded_down<C: CounterType>(at: &impl PointInTime) -> Result<C, OutOfRange> {
    C::from_count(<C::Unit as EpochUnit>::RESOLUTION.units(at.to_moment())).ok_or(OutOfRange)
}
