//! Lengths of time, as the number of their seconds.

use std::time::Duration;

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Number, kind};

const NANOS_PER_SECOND: u128 = 1_000_000_000;
/// Nanoseconds as a power of ten of a second.
const NANOS: i16 = -9;

/// A length of time: any number of nanoseconds in the type's range.
trait Length: Copy {
    const EXPECTED: &'static str;

    fn nanos(self) -> i128;

    fn of_nanos(nanos: i128) -> Option<Self>;
}

fn encode<L: Length>(length: L, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    let nanos = length.nanos();
    let sign = if nanos < 0 { "-" } else { "" };
    let nanos = nanos.unsigned_abs();
    let (seconds, fraction) = (nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND);
    let text = StackText::<40>::of(format_args!("{sign}{seconds}.{fraction:09}"))
        .ok_or_else(|| EncodeError::new("a length of time beyond its type"))?;
    encoder.number(text.as_str().trim_end_matches('0').trim_end_matches('.'));
    Ok(())
}

fn decode<L: Length>(decoder: &mut dyn Decoder) -> Result<L, DecodeError> {
    let number = Number::parse(&decoder.number()?)
        .map_err(|error| DecodeError::new(L::EXPECTED, error.as_str()))?;
    number
        .scaled(NANOS)
        .and_then(L::of_nanos)
        .ok_or_else(|| DecodeError::new(L::EXPECTED, "N out of range or finer than nanoseconds"))
}

impl Length for Duration {
    const EXPECTED: &'static str = "seconds of a `Duration`, which is not negative";

    fn nanos(self) -> i128 {
        // 94 bits at most.
        i128::try_from(self.as_nanos()).unwrap_or(i128::MAX)
    }

    fn of_nanos(nanos: i128) -> Option<Self> {
        let nanos = u128::try_from(nanos).ok()?;
        let seconds = u64::try_from(nanos / NANOS_PER_SECOND).ok()?;
        let fraction = u32::try_from(nanos % NANOS_PER_SECOND).ok()?;
        Some(Self::new(seconds, fraction))
    }
}

/// Whole seconds and the rest, both of the number's sign.
fn signed(nanos: i128) -> Option<(i64, i32)> {
    let per_second = NANOS_PER_SECOND.cast_signed();
    let seconds = i64::try_from(nanos / per_second).ok()?;
    let fraction = i32::try_from(nanos % per_second).ok()?;
    Some((seconds, fraction))
}

impl Length for time::Duration {
    const EXPECTED: &'static str = "seconds of a `time::Duration`";

    fn nanos(self) -> i128 {
        self.whole_nanoseconds()
    }

    fn of_nanos(nanos: i128) -> Option<Self> {
        let (seconds, fraction) = signed(nanos)?;
        Some(Self::new(seconds, fraction))
    }
}

#[cfg(feature = "chrono")]
impl Length for chrono::TimeDelta {
    const EXPECTED: &'static str = "seconds of a `chrono::TimeDelta`";

    fn nanos(self) -> i128 {
        i128::from(self.num_seconds()) * NANOS_PER_SECOND.cast_signed()
            + i128::from(self.subsec_nanos())
    }

    fn of_nanos(nanos: i128) -> Option<Self> {
        let per_second = NANOS_PER_SECOND.cast_signed();
        let seconds = i64::try_from(nanos.div_euclid(per_second)).ok()?;
        let fraction = u32::try_from(nanos.rem_euclid(per_second)).ok()?;
        Self::new(seconds, fraction)
    }
}

#[cfg(feature = "jiff")]
impl Length for jiff::SignedDuration {
    const EXPECTED: &'static str = "seconds of a `jiff::SignedDuration`";

    fn nanos(self) -> i128 {
        self.as_nanos()
    }

    fn of_nanos(nanos: i128) -> Option<Self> {
        let (seconds, fraction) = signed(nanos)?;
        Some(Self::new(seconds, fraction))
    }
}

macro_rules! lengths {
    ($($length:ty),*) => {$(
        /// N: the seconds, exactly, with up to nine digits of a fraction: `90`, `0.25`. Read
        /// from any spelling; what is finer than nanoseconds is an error.
        #[diagnostic::do_not_recommend]
        impl DynamoValue for $length {
            type Kind = kind::Numeric;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encode(*self, encoder)
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                decode(decoder)
            }
        }
    )*};
}

lengths!(Duration, time::Duration);

#[cfg(feature = "chrono")]
lengths!(chrono::TimeDelta);

#[cfg(feature = "jiff")]
lengths!(jiff::SignedDuration);
