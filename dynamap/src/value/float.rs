use std::fmt;
use std::str::FromStr;

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, NumberError, kind};

// "-0." and as many digits as the smallest number of DynamoDB's has.
const LONGEST: usize = 160;

fn encode<F: zmij::Float + fmt::Display>(
    exact: F,
    value: f64,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    check(value)?;
    // DynamoDB has no negative zero.
    if value == 0.0 {
        encoder.number("0");
        return Ok(());
    }
    // The digits of both are the same; what is written with an exponent is large, or close to zero.
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(exact);
    if text.contains('e') {
        let text = StackText::<LONGEST>::of(exact).ok_or(NumberError::TooSmall)?;
        encoder.number(text.as_str());
    } else {
        encoder.number(text.strip_suffix(".0").unwrap_or(text));
    }
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
        encode(*self, *self, encoder)
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
        encode(*self, f64::from(*self), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        Ok(decode(decoder, "f32", |value: &Self| value.is_finite())? + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::AttributeValue;
    use proptest::prelude::*;

    use crate::value::{to_attribute_value, value};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_096))]

        /// As short as the standard library's, which has no exponent either. Where two decimals are equally
        /// short and equally near, the last digit may differ.
        #[test]
        fn floats_are_written_in_the_fewest_digits(
            bits in any::<u64>(),
            low_bits in any::<u32>(),
            digits in -1_000_000_000_i32..1_000_000_000,
            places in 0..12_i32,
        ) {
            let decimal = f64::from(digits) / 10_f64.powi(places);
            for double in [f64::from_bits(bits), decimal, decimal.round()] {
                if let Ok(AttributeValue::N(text)) = to_attribute_value(&value(), &double) {
                    prop_assert_eq!(text.parse::<f64>(), Ok(double), "{}", &text);
                    prop_assert_eq!(text.len(), (double + 0.0).to_string().len(), "{}", &text);
                    prop_assert!(!text.contains('e'), "{}", &text);
                }
            }
            for single in [f32::from_bits(low_bits), decimal.to_string().parse().unwrap()] {
                if let Ok(AttributeValue::N(text)) = to_attribute_value(&value(), &single) {
                    prop_assert_eq!(text.parse::<f32>(), Ok(single), "{}", &text);
                    prop_assert_eq!(text.len(), (single + 0.0).to_string().len(), "{}", &text);
                    prop_assert!(!text.contains('e'), "{}", &text);
                }
            }
        }
    }
}
