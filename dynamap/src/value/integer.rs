use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Number, NumberError, kind};

/// A primitive integer, which is N.
pub(super) trait Integer:
    Copy + fmt::Display + FromStr + TryInto<i64> + TryFrom<i128> + TryFrom<u128>
{
    /// What a decode error says was expected.
    const EXPECTED: &'static str;
}

/// Writes the digits of an integer; a 128-bit one may have more digits than DynamoDB keeps.
#[inline]
pub(super) fn encode<I: Integer>(value: I, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    if let Ok(value) = value.try_into() {
        encoder.integer(value);
        return Ok(());
    }
    encode_long(value, encoder)
}

#[cold]
fn encode_long<I: Integer>(value: I, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    let text = StackText::<40>::of(value).ok_or(NumberError::TooManyDigits)?;
    let text = text.as_str();
    // Only a 128-bit integer is that long; "-" counts, which costs a check and no more.
    if text.len() > 38 {
        Number::parse(text)?;
    }
    encoder.number(text);
    Ok(())
}

/// Reads an integer from any spelling of it, exactly or not at all.
#[inline]
pub(super) fn decode<I: Integer>(decoder: &mut dyn Decoder) -> Result<I, DecodeError> {
    match decoder.plain_integer() {
        Some(value) => {
            I::try_from(i128::from(value)).map_err(|_| DecodeError::new(I::EXPECTED, OUT_OF_RANGE))
        }
        None => parse(&decoder.number()?),
    }
}

const OUT_OF_RANGE: &str = "N out of range";

/// Reads an integer from the text of an N: `100`, `100.0`, `1E2`; a fraction is refused.
fn parse<I: Integer>(text: &str) -> Result<I, DecodeError> {
    text.parse().or_else(|_| {
        let found = match Number::parse(text) {
            Ok(number) if !number.is_integer() => "N with a fraction",
            Ok(number) => {
                let signed = number.to_i128().and_then(|value| I::try_from(value).ok());
                let integer =
                    signed.or_else(|| number.to_u128().and_then(|value| I::try_from(value).ok()));
                match integer {
                    Some(integer) => return Ok(integer),
                    None => OUT_OF_RANGE,
                }
            }
            Err(NumberError::TooLarge) => OUT_OF_RANGE,
            Err(NumberError::TooSmall) => "N with a fraction",
            Err(error) => error.as_str(),
        };
        Err(DecodeError::new(I::EXPECTED, found))
    })
}

macro_rules! integers {
    ($($integer:ident),*) => {$(
        impl Integer for $integer {
            const EXPECTED: &'static str = concat!("an integer in ", stringify!($integer));
        }

        /// N. Read from any spelling of an integer (`100`, `100.0`, `1E2`); a fraction and what
        /// does not fit are errors.
        #[diagnostic::do_not_recommend]
        impl DynamoValue for $integer {
            type Kind = kind::Numeric;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encode(*self, encoder)
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                decode(decoder)
            }
        }

        /// N. Zero is an error.
        #[diagnostic::do_not_recommend]
        impl DynamoValue for NonZero<$integer> {
            type Kind = kind::Numeric;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encode(self.get(), encoder)
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                Self::new(decode(decoder)?).ok_or_else(|| {
                    DecodeError::new(
                        concat!("a non-zero integer in ", stringify!($integer)),
                        "zero",
                    )
                })
            }
        }
    )*};
}

integers!(
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize
);
