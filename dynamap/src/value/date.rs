use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};

/// Writes `YYYY-MM-DD`; texts of other years would not sort.
fn encode(year: i64, month: u8, day: u8, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    let text = (0..=9999)
        .contains(&year)
        .then(|| StackText::<10>::of(format_args!("{year:04}-{month:02}-{day:02}")))
        .flatten()
        .ok_or_else(|| {
            EncodeError::new("a date outside the years 0000 to 9999 cannot be stored")
        })?;
    encoder.string(text.as_str());
    Ok(())
}

/// Reads `YYYY-MM-DD` and nothing else.
fn decode<D>(
    decoder: &mut dyn Decoder,
    date: impl FnOnce(u16, u8, u8) -> Option<D>,
) -> Result<D, DecodeError> {
    let text = decoder.string()?;
    let digits = |digits: &[u8]| {
        digits.iter().try_fold(0_u16, |number, digit| {
            digit
                .is_ascii_digit()
                .then(|| number * 10 + u16::from(digit - b'0'))
        })
    };
    let two_digits = |text: &[u8]| digits(text).and_then(|number| u8::try_from(number).ok());
    if let [year @ .., b'-', m0, m1, b'-', d0, d1] = text.as_bytes()
        && year.len() == 4
        && let Some(year) = digits(year)
        && let Some(month) = two_digits(&[*m0, *m1])
        && let Some(day) = two_digits(&[*d0, *d1])
        && let Some(date) = date(year, month, day)
    {
        return Ok(date);
    }
    Err(DecodeError::new("a date `YYYY-MM-DD`", "another text"))
}

/// S `YYYY-MM-DD`, years 0000 to 9999.
impl DynamoValue for time::Date {
    type Kind = kind::Text;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode(
            i64::from(self.year()),
            self.month().into(),
            self.day(),
            encoder,
        )
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        decode(decoder, |year, month, day| {
            let month = time::Month::try_from(month).ok()?;
            Self::from_calendar_date(i32::from(year), month, day).ok()
        })
    }
}

/// S `YYYY-MM-DD`, years 0000 to 9999.
#[cfg(feature = "chrono")]
impl DynamoValue for chrono::NaiveDate {
    type Kind = kind::Text;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        use chrono::Datelike;

        let part = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        encode(
            i64::from(self.year()),
            part(self.month()),
            part(self.day()),
            encoder,
        )
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        decode(decoder, |year, month, day| {
            Self::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day))
        })
    }
}

/// S `YYYY-MM-DD`, years 0000 to 9999.
#[cfg(feature = "jiff")]
impl DynamoValue for jiff::civil::Date {
    type Kind = kind::Text;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        let part = |number: i8| u8::try_from(number).unwrap_or(u8::MAX);
        encode(
            i64::from(self.year()),
            part(self.month()),
            part(self.day()),
            encoder,
        )
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        decode(decoder, |year, month, day| {
            Self::new(
                i16::try_from(year).ok()?,
                i8::try_from(month).ok()?,
                i8::try_from(day).ok()?,
            )
            .ok()
        })
    }
}
