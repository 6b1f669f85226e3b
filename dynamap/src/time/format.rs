use super::iso::{self, IsoText, NotIso};
use super::number::{self, Fraction, NotAnInteger};
use super::{Moment, Resolution};
use crate::value::{DecodeError, Decoder, EncodeError, Encoder, WireType};

/// 10³⁸: DynamoDB numbers have 38 digits.
const NUMBER_LIMIT: u128 = 100_000_000_000_000_000_000_000_000_000_000_000_000;

/// 0000-01-01T00:00:00Z and 10000-01-01T00:00:00Z in epoch seconds.
const YEAR_0: i64 = -62_167_219_200;
const YEAR_10000: i64 = 253_402_300_800;

/// How a time field is written and read: the one codec of a time, used in items, keys, conditions,
/// bounds and cursors alike.
///
/// ```
/// use dynamap::time::{Moment, Reading, Resolution, TimeFormat};
///
/// let millis = TimeFormat::Epoch(Resolution::Millis);
/// let iso = TimeFormat::Iso(Resolution::Millis);
/// let at = Moment::from_parts(1_742_560_200, 123_456_789);
///
/// assert_eq!(millis.text(at)?, "1742560200123");
/// assert_eq!(iso.text(at)?, "2025-03-21T12:30:00.123Z");
/// assert_eq!(iso.parse("2025-03-21T13:30:00.123+01:00", Reading::Lenient)?, iso.floor(at));
/// assert!(iso.parse("2025-03-21T13:30:00.123+01:00", Reading::Canonical).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeFormat {
    /// N: whole units since the Unix epoch, of any sign.
    Epoch(Resolution),
    /// S: `YYYY-MM-DDTHH:MM:SS[.f…]Z`, UTC, of fixed width, years 0000 to 9999.
    Iso(Resolution),
}

/// Which texts and numbers a time is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Only what is written: the ISO text of a table key, which must be found again by its text.
    /// Numbers are the same key in any spelling, so they are read as with [`Lenient`](Self::Lenient).
    Canonical,
    /// Any offset, any fraction and any spelling of a number, if nothing is lost.
    Lenient,
    /// As [`Lenient`](Self::Lenient), and what is finer than the unit is rounded down: a TTL.
    Floor,
}

impl TimeFormat {
    /// The unit that times are rounded down to.
    pub const fn resolution(self) -> Resolution {
        match self {
            Self::Epoch(resolution) | Self::Iso(resolution) => resolution,
        }
    }

    /// N or S.
    pub const fn wire_type(self) -> WireType {
        match self {
            Self::Epoch(_) => WireType::N,
            Self::Iso(_) => WireType::S,
        }
    }

    /// Characters of an ISO text: 20, 24, 27 or 30. `None` for numbers.
    pub const fn width(self) -> Option<usize> {
        match self {
            Self::Epoch(_) => None,
            Self::Iso(resolution) => Some(iso::width(resolution)),
        }
    }

    /// The first ISO text, of the year 0000. `None` for numbers.
    pub const fn min_text(self) -> Option<&'static str> {
        match self {
            Self::Epoch(_) => None,
            Self::Iso(Resolution::Seconds) => Some("0000-01-01T00:00:00Z"),
            Self::Iso(Resolution::Millis) => Some("0000-01-01T00:00:00.000Z"),
            Self::Iso(Resolution::Micros) => Some("0000-01-01T00:00:00.000000Z"),
            Self::Iso(Resolution::Nanos) => Some("0000-01-01T00:00:00.000000000Z"),
        }
    }

    /// The last ISO text, of the year 9999. `None` for numbers.
    pub const fn max_text(self) -> Option<&'static str> {
        match self {
            Self::Epoch(_) => None,
            Self::Iso(Resolution::Seconds) => Some("9999-12-31T23:59:59Z"),
            Self::Iso(Resolution::Millis) => Some("9999-12-31T23:59:59.999Z"),
            Self::Iso(Resolution::Micros) => Some("9999-12-31T23:59:59.999999Z"),
            Self::Iso(Resolution::Nanos) => Some("9999-12-31T23:59:59.999999999Z"),
        }
    }

    /// The first and the last moment that can be written: of ISO text the years 0000 and 9999, of a
    /// number its 38 digits.
    pub(crate) const fn span(self) -> (Moment, Moment) {
        match self {
            Self::Epoch(Resolution::Nanos) => (
                Moment::from_nanos(1 - NUMBER_LIMIT.cast_signed()),
                Moment::from_nanos(NUMBER_LIMIT.cast_signed() - 1),
            ),
            Self::Epoch(_) => (Moment::MIN, Moment::MAX),
            Self::Iso(_) => (
                Moment::from_parts(YEAR_0, 0),
                self.previous(Moment::from_parts(YEAR_10000, 0)),
            ),
        }
    }

    /// The start of the unit that `moment` lies in: what is stored. (In the first unit of all
    /// moments it is [`Moment::MIN`].)
    pub const fn floor(self, moment: Moment) -> Moment {
        let beyond = self.resolution().beyond(moment) as i128;
        Moment::from_nanos(moment.as_nanos().saturating_sub(beyond))
    }

    /// `moment` itself if it starts a unit, else the start of the next unit. (In the last unit of
    /// all moments it is [`Moment::MAX`].)
    pub const fn ceil(self, moment: Moment) -> Moment {
        let beyond = self.resolution().beyond(moment) as i128;
        if beyond == 0 {
            moment
        } else {
            let rest = self.resolution().nanos() - beyond;
            Moment::from_nanos(moment.as_nanos().saturating_add(rest))
        }
    }

    /// One unit before `moment`, at least [`Moment::MIN`].
    pub const fn previous(self, moment: Moment) -> Moment {
        Moment::from_nanos(moment.as_nanos().saturating_sub(self.resolution().nanos()))
    }

    /// One unit after `moment`, at most [`Moment::MAX`].
    pub const fn next(self, moment: Moment) -> Moment {
        Moment::from_nanos(moment.as_nanos().saturating_add(self.resolution().nanos()))
    }

    /// Whether `moment` is the start of a unit, so that writing it loses nothing.
    pub const fn is_exact(self, moment: Moment) -> bool {
        self.resolution().beyond(moment) == 0
    }

    /// What is written for `moment`, rounded down: the digits of the N, or the ISO text.
    ///
    /// An error for ISO text outside of the years 0000 to 9999, and for a number of more than
    /// DynamoDB's 38 digits.
    pub fn text(self, moment: Moment) -> Result<String, EncodeError> {
        match self {
            Self::Epoch(resolution) => digits(resolution.units(moment)),
            Self::Iso(resolution) => Ok(iso_text(moment, resolution)?.as_str().to_owned()),
        }
    }

    /// `moment` in full even if it is finer than the unit: what is compared with `=`, so that a
    /// time between two units equals no stored time.
    ///
    /// N gets a fraction (`1640995200000.5`), ISO text one of nine digits. Errors as
    /// [`text`](Self::text).
    pub fn exact_text(self, moment: Moment) -> Result<String, EncodeError> {
        if self.is_exact(moment) {
            return self.text(moment);
        }
        match self {
            Self::Epoch(resolution) => decimal(moment, resolution),
            Self::Iso(_) => Self::Iso(Resolution::Nanos).text(moment),
        }
    }

    /// Writes `moment`, rounded down. Errors as [`text`](Self::text); nothing is written then.
    pub fn encode(self, moment: Moment, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        match self {
            Self::Epoch(resolution) => {
                let units = resolution.units(moment);
                match i64::try_from(units) {
                    Ok(units) => encoder.integer(units),
                    Err(_) => encoder.number(&digits(units)?),
                }
            }
            Self::Iso(resolution) => encoder.string(iso_text(moment, resolution)?.as_str()),
        }
        Ok(())
    }

    /// Reads a moment from an N or an S, whichever this format writes.
    pub fn decode(
        self,
        decoder: &mut dyn Decoder,
        reading: Reading,
    ) -> Result<Moment, DecodeError> {
        match self {
            Self::Epoch(resolution) => match decoder.plain_integer() {
                Some(units) => of_units(units.into(), resolution),
                None => parse_number(&decoder.number()?, resolution, reading),
            },
            Self::Iso(_) => self.parse_iso(&decoder.string()?, reading),
        }
    }

    /// Reads a moment from the digits of an N, or from ISO text.
    pub fn parse(self, text: &str, reading: Reading) -> Result<Moment, DecodeError> {
        match self {
            Self::Epoch(resolution) => parse_number(text, resolution, reading),
            Self::Iso(_) => self.parse_iso(text, reading),
        }
    }

    fn parse_iso(self, text: &str, reading: Reading) -> Result<Moment, DecodeError> {
        let instant = iso::parse(text).map_err(|fault| self.not_iso(fault))?;
        let floored = self.floor(instant.moment);
        match reading {
            Reading::Floor => Ok(floored),
            _ if instant.leap_second && reading == Reading::Lenient => Ok(floored),
            Reading::Canonical if !self.is_canonical(text, instant) => Err(DecodeError::new(
                format!("the text of a key, `{}`", self.sample()),
                "a time spelled in another way; the option `lenient` reads it",
            )),
            _ if instant.below_nanos || floored != instant.moment => Err(DecodeError::new(
                format!("a time in whole {}", self.resolution().as_str()),
                "a finer time",
            )),
            _ => Ok(floored),
        }
    }

    /// Whether `text` is what is written for `instant`: every other character was read as a digit
    /// or a separator that has one spelling.
    fn is_canonical(self, text: &str, instant: iso::Instant) -> bool {
        instant.utc_letters && !instant.leap_second && self.width() == Some(text.len())
    }

    fn not_iso(self, fault: NotIso) -> DecodeError {
        let found = match fault {
            NotIso::Malformed => "a text of another form",
            NotIso::DateOnly => "a date without a time of day",
            NotIso::NoOffset => "a time without an offset from UTC",
            NotIso::DoesNotExist => "a date or time of day that does not exist",
        };
        DecodeError::new(format!("an ISO time as `{}`", self.sample()), found)
    }

    const fn sample(self) -> &'static str {
        match self.resolution() {
            Resolution::Seconds => "2025-03-21T12:30:00Z",
            Resolution::Millis => "2025-03-21T12:30:00.000Z",
            Resolution::Micros => "2025-03-21T12:30:00.000000Z",
            Resolution::Nanos => "2025-03-21T12:30:00.000000000Z",
        }
    }
}

fn parse_number(
    text: &str,
    resolution: Resolution,
    reading: Reading,
) -> Result<Moment, DecodeError> {
    let fraction = match reading {
        Reading::Floor => Fraction::Floor,
        Reading::Canonical | Reading::Lenient => Fraction::Refuse,
    };
    let units = number::integer(text, fraction).map_err(|fault| {
        DecodeError::new(
            whole_number(resolution),
            match fault {
                NotAnInteger::Malformed => "something that is not a number",
                NotAnInteger::Fraction => "a number with a fraction",
                NotAnInteger::TooLarge => "a number out of range",
            },
        )
    })?;
    of_units(units, resolution)
}

fn of_units(units: i128, resolution: Resolution) -> Result<Moment, DecodeError> {
    resolution
        .moment(units)
        .ok_or_else(|| DecodeError::new(whole_number(resolution), "a number out of range"))
}

#[cold]
fn whole_number(resolution: Resolution) -> String {
    format!(
        "a whole number of {} since the Unix epoch",
        resolution.as_str()
    )
}

fn iso_text(moment: Moment, resolution: Resolution) -> Result<IsoText, EncodeError> {
    IsoText::new(moment, resolution).ok_or_else(|| {
        EncodeError::new(
            "the time is outside of the years 0000 to 9999, which ISO text cannot hold; \
             correct it, or store a number: `seconds` or `millis`",
        )
    })
}

fn digits(units: i128) -> Result<String, EncodeError> {
    if let Ok(units) = i64::try_from(units) {
        return Ok(units.to_string());
    }
    within_number(units)?;
    Ok(units.to_string())
}

fn decimal(moment: Moment, resolution: Resolution) -> Result<String, EncodeError> {
    let nanos = moment.as_nanos();
    within_number(nanos)?;
    let unit = resolution.nanos().unsigned_abs();
    let sign = if nanos < 0 { "-" } else { "" };
    let whole = nanos.unsigned_abs() / unit;
    let fraction = nanos.unsigned_abs() % unit;
    let width = 9 - resolution.digits();
    let fraction = format!("{fraction:0width$}");
    Ok(format!("{sign}{whole}.{}", fraction.trim_end_matches('0')))
}

fn within_number(value: i128) -> Result<(), EncodeError> {
    if value.unsigned_abs() < NUMBER_LIMIT {
        Ok(())
    } else {
        Err(EncodeError::new(
            "the time needs more than the 38 digits of a DynamoDB number; correct it",
        ))
    }
}
