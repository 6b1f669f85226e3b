//! ISO text: fixed width on writing, any offset on reading.

use ::time::{Date, Month, UtcDateTime};

use super::{Moment, Resolution};

/// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
const MIN_SECONDS: i64 = -62_167_219_200;
const MAX_SECONDS: i64 = 253_402_300_799;
const SECONDS_PER_DAY: i64 = 86_400;
/// The Julian day number of 1970-01-01.
const EPOCH_JULIAN_DAY: i32 = 2_440_588;

/// Characters of a text: `2025-03-21T12:30:00Z` without, one more than the digits with a fraction.
pub(super) const fn width(resolution: Resolution) -> usize {
    match resolution {
        Resolution::Seconds => 20,
        Resolution::Millis => 24,
        Resolution::Micros => 27,
        Resolution::Nanos => 30,
    }
}

/// One text, on the stack.
pub(super) struct IsoText {
    bytes: [u8; 30],
    width: usize,
}

impl IsoText {
    /// `None` outside of the years 0000 to 9999.
    pub(super) fn new(moment: Moment, resolution: Resolution) -> Option<Self> {
        let seconds = i64::try_from(moment.seconds()).ok()?;
        if !(MIN_SECONDS..=MAX_SECONDS).contains(&seconds) {
            return None;
        }
        let utc = UtcDateTime::from_unix_timestamp(seconds).ok()?;
        let (year, month, day) = utc.date().to_calendar_date();
        let (hour, minute, second) = utc.time().as_hms();

        let mut bytes = *b"0000-00-00T00:00:00.000000000Z";
        put(&mut bytes[0..4], year.unsigned_abs());
        put(&mut bytes[5..7], u32::from(u8::from(month)));
        put(&mut bytes[8..10], u32::from(day));
        put(&mut bytes[11..13], u32::from(hour));
        put(&mut bytes[14..16], u32::from(minute));
        put(&mut bytes[17..19], u32::from(second));
        put(&mut bytes[20..29], moment.subsec_nanos());
        let width = width(resolution);
        bytes[width - 1] = b'Z';
        Some(Self { bytes, width })
    }

    pub(super) fn as_str(&self) -> &str {
        // Always ASCII.
        std::str::from_utf8(&self.bytes[..self.width]).unwrap_or_default()
    }
}

/// Fills `place` with the last decimal digits of `value`.
fn put(place: &mut [u8], mut value: u32) {
    for byte in place.iter_mut().rev() {
        *byte += (value % 10).to_le_bytes()[0];
        value /= 10;
    }
}

/// Why a text is not the time that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotIso {
    /// Another form.
    Malformed,
    /// A date alone.
    DateOnly,
    /// No `Z` and no offset.
    NoOffset,
    /// 30 February, 25 o'clock, second 60 anywhere but at the end of a month.
    DoesNotExist,
}

/// A text that names an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant {
    /// The instant, rounded down to the nanosecond.
    pub(crate) moment: Moment,
    /// Whether the text has digits below the nanosecond.
    pub(crate) below_nanos: bool,
    /// Whether the text says second 60; `moment` is then the last nanosecond before it ends.
    pub(crate) leap_second: bool,
    /// Whether the text has the letters `T` and `Z` where a written text has them.
    pub(crate) utc_letters: bool,
}

/// Reads `YYYY-MM-DDTHH:MM:SS[.f…]` with `Z`, `±HH:MM` or `±HHMM`; `t`, a space and `z` do as well.
pub(crate) fn parse(text: &str) -> Result<Instant, NotIso> {
    let mut rest = Rest(text.as_bytes());
    let malformed = NotIso::Malformed;

    let year = rest.number(4).ok_or(malformed)?;
    rest.one_of(b"-").ok_or(malformed)?;
    let month = rest.number(2).ok_or(malformed)?;
    rest.one_of(b"-").ok_or(malformed)?;
    let day = rest.number(2).ok_or(malformed)?;
    if rest.0.is_empty() {
        return Err(NotIso::DateOnly);
    }
    let separator = rest.one_of(b"Tt ").ok_or(malformed)?;
    let hour = rest.number(2).ok_or(malformed)?;
    rest.one_of(b":").ok_or(malformed)?;
    let minute = rest.number(2).ok_or(malformed)?;
    rest.one_of(b":").ok_or(malformed)?;
    let second = rest.number(2).ok_or(malformed)?;
    let (nanos, below_nanos) = if rest.one_of(b".").is_some() {
        rest.fraction().ok_or(malformed)?
    } else {
        (0, false)
    };
    if rest.0.is_empty() {
        return Err(NotIso::NoOffset);
    }
    let zone = rest.one_of(b"Zz+-").ok_or(malformed)?;
    let offset = match zone {
        b'+' => rest.offset()?,
        b'-' => -rest.offset()?,
        _ => 0,
    };
    if !rest.0.is_empty() {
        return Err(malformed);
    }

    if hour > 23 || minute > 59 || second > 60 {
        return Err(NotIso::DoesNotExist);
    }
    let days = days_since_epoch(year, month, day).ok_or(NotIso::DoesNotExist)?;
    let leap_second = second == 60;
    let seconds =
        days * SECONDS_PER_DAY + i64::from(hour * 3_600 + minute * 60 + second.min(59)) - offset;
    if leap_second && !ends_month(seconds) {
        return Err(NotIso::DoesNotExist);
    }
    Ok(Instant {
        moment: Moment::from_parts(seconds, if leap_second { 999_999_999 } else { nanos }),
        below_nanos: below_nanos && !leap_second,
        leap_second,
        utc_letters: separator == b'T' && zone == b'Z',
    })
}

fn days_since_epoch(year: u32, month: u32, day: u32) -> Option<i64> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date =
        Date::from_calendar_date(i32::try_from(year).ok()?, month, u8::try_from(day).ok()?).ok()?;
    Some(i64::from(date.to_julian_day() - EPOCH_JULIAN_DAY))
}

/// Whether this is the last second of a month in UTC, the only place of a leap second.
fn ends_month(seconds: i64) -> bool {
    seconds.rem_euclid(SECONDS_PER_DAY) == SECONDS_PER_DAY - 1
        && UtcDateTime::from_unix_timestamp(seconds)
            .is_ok_and(|utc| utc.date().next_day().is_none_or(|next| next.day() == 1))
}

/// What is left of a text.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn one_of(&mut self, wanted: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        wanted.contains(first).then(|| {
            self.0 = rest;
            *first
        })
    }

    fn number(&mut self, digits: usize) -> Option<u32> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        let mut value = 0;
        for byte in number {
            if !byte.is_ascii_digit() {
                return None;
            }
            value = value * 10 + u32::from(byte - b'0');
        }
        self.0 = rest;
        Some(value)
    }

    /// Nanoseconds, and whether there is more below them.
    fn fraction(&mut self) -> Option<(u32, bool)> {
        let length = self
            .0
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (digits, rest) = self.0.split_at_checked(length)?;
        if digits.is_empty() {
            return None;
        }
        let (nanos, below) = digits.split_at_checked(9).unwrap_or((digits, &[]));
        let value = nanos
            .iter()
            .chain(std::iter::repeat(&b'0'))
            .take(9)
            .fold(0, |value, byte| value * 10 + u32::from(byte - b'0'));
        self.0 = rest;
        Some((value, below.iter().any(|digit| *digit != b'0')))
    }

    /// The seconds of `HH:MM` or `HHMM`.
    fn offset(&mut self) -> Result<i64, NotIso> {
        let hours = self.number(2).ok_or(NotIso::Malformed)?;
        self.one_of(b":");
        let minutes = self.number(2).ok_or(NotIso::Malformed)?;
        if hours > 23 || minutes > 59 {
            return Err(NotIso::DoesNotExist);
        }
        Ok(i64::from(hours * 3_600 + minutes * 60))
    }
}
