use std::fmt;
use std::str::FromStr;

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, NumberError, kind};

// "-0." and as many digits as the smallest number of DynamoDB's has.
const LONGEST: usize = 160;

fn encode(
    shown: impl fmt::Display,
    value: f64,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    check(value)?;
    // DynamoDB has no negative zero.
    if value == 0.0 {
        encoder.number("0");
        return Ok(());
    }
    let text = StackText::<LONGEST>::of(shown).ok_or(NumberError::TooSmall)?;
    encoder.number(text.as_str());
    Ok(())
}

fn check(value: f64) -> Result<(), EncodeError> {
    if value.is_nan() {
        return Err(EncodeError::new(
            "NaN cannot be stored: DynamoDB has no such number",
        ));
    }
    if value.is_infinite() {
        return Err(EncodeError::new(
            "an infinity cannot be stored: DynamoDB has no such number",
        ));
    }
    let magnitude = value.abs();
    if magnitude >= 1e126 {
        return Err(NumberError::TooLarge.into());
    }
    if magnitude > 0.0 && magnitude < 1e-130 {
        return Err(NumberError::TooSmall.into());
    }
    Ok(())
}

fn decode<F: FromStr>(
    decoder: &mut dyn Decoder,
    name: &'static str,
    is_finite: fn(&F) -> bool,
) -> Result<F, DecodeError> {
    let text = decoder.number()?;
    // `FromStr` reads "inf" and "NaN" too, which are no numbers of DynamoDB's.
    let digits = text
        .bytes()
        .all(|byte| !byte.is_ascii_alphabetic() || byte.eq_ignore_ascii_case(&b'e'));
    match text.parse() {
        Ok(value) if digits && is_finite(&value) => Ok(value),
        Ok(_) if digits => Err(DecodeError::new(
            format!("a number in {name}"),
            "N out of range",
        )),
        _ => Err(DecodeError::new(
            format!("a number in {name}"),
            NumberError::NotANumber.as_str(),
        )),
    }
}

/// N, as the shortest decimal that reads back as the same `f64`, without an exponent.
///
/// NaN, the infinities, 1E+126 and more, and what is closer to zero than 1E-130 are refused;
/// `-0.0` is stored as 0. An N of more digits is read as the nearest `f64`.
#[diagnostic::do_not_recommend]
impl DynamoValue for f64 {
    type Kind = kind::Numeric;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode(self, *self, encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        // Adding zero turns -0 into 0.
        Ok(decode(decoder, "f64", |value: &Self| value.is_finite())? + 0.0)
    }
}

/// N, as the shortest decimal that reads back as the same `f32`: `0.1` is 0.1.
///
/// NaN and the infinities are refused; `-0.0` is stored as 0. An N of more digits is read as the
/// nearest `f32`; one too large for it is an error.
#[diagnostic::do_not_recommend]
impl DynamoValue for f32 {
    type Kind = kind::Numeric;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode(self, f64::from(*self), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        Ok(decode(decoder, "f32", |value: &Self| value.is_finite())? + 0.0)
    }
}
