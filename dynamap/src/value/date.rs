//! Calendar dates: S `YYYY-MM-DD`, years 0000 to 9999.

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};

/// The length of the text in bytes.
pub(super) const WIDTH: usize = 10;

/// A date of some crate's, as its numbers.
pub(super) trait CalendarDate: Sized {
    /// Year, month, day.
    fn parts(&self) -> (i32, u32, u32);

    /// The date, if there is one.
    fn from_parts(year: u16, month: u8, day: u8) -> Option<Self>;
}

/// Writes `YYYY-MM-DD`; texts of other years would not sort.
pub(super) fn write<D: CalendarDate>(date: &D) -> Result<StackText<WIDTH>, EncodeError> {
    let (year, month, day) = date.parts();
    (0..=9999)
        .contains(&year)
        .then(|| StackText::of(format_args!("{year:04}-{month:02}-{day:02}")))
        .flatten()
        .ok_or_else(|| EncodeError::new("a date outside the years 0000 to 9999 cannot be stored"))
}

/// Reads `YYYY-MM-DD` and nothing else.
pub(super) fn read<D: CalendarDate>(text: &str) -> Result<D, DecodeError> {
    parse(text).ok_or_else(|| DecodeError::new("a date `YYYY-MM-DD`", "another text"))
}

fn parse<D: CalendarDate>(text: &str) -> Option<D> {
    let &[y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = text.as_bytes() else {
        return None;
    };
    let month = u8::try_from(number(&[m0, m1])?).ok()?;
    let day = u8::try_from(number(&[d0, d1])?).ok()?;
    D::from_parts(number(&[y0, y1, y2, y3])?, month, day)
}

fn number(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0, |number, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u16::from(digit - b'0'))
    })
}

impl CalendarDate for time::Date {
    fn parts(&self) -> (i32, u32, u32) {
        (
            self.year(),
            u32::from(u8::from(self.month())),
            u32::from(self.day()),
        )
    }

    fn from_parts(year: u16, month: u8, day: u8) -> Option<Self> {
        let month = time::Month::try_from(month).ok()?;
        Self::from_calendar_date(i32::from(year), month, day).ok()
    }
}

#[cfg(feature = "chrono")]
impl CalendarDate for chrono::NaiveDate {
    fn parts(&self) -> (i32, u32, u32) {
        use chrono::Datelike;

        (self.year(), self.month(), self.day())
    }

    fn from_parts(year: u16, month: u8, day: u8) -> Option<Self> {
        Self::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day))
    }
}

#[cfg(feature = "jiff")]
impl CalendarDate for jiff::civil::Date {
    fn parts(&self) -> (i32, u32, u32) {
        (
            i32::from(self.year()),
            u32::from(self.month().unsigned_abs()),
            u32::from(self.day().unsigned_abs()),
        )
    }

    fn from_parts(year: u16, month: u8, day: u8) -> Option<Self> {
        Self::new(
            i16::try_from(year).ok()?,
            i8::try_from(month).ok()?,
            i8::try_from(day).ok()?,
        )
        .ok()
    }
}

macro_rules! dates {
    ($($date:ty),*) => {$(
        /// S `YYYY-MM-DD`, years 0000 to 9999; other texts are errors.
        #[diagnostic::do_not_recommend]
        impl DynamoValue for $date {
            type Kind = kind::Text;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encoder.string(write(self)?.as_str());
                Ok(())
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                read(&decoder.string()?)
            }
        }
    )*};
}

dates!(time::Date);

#[cfg(feature = "chrono")]
dates!(chrono::NaiveDate);

#[cfg(feature = "jiff")]
dates!(jiff::civil::Date);
