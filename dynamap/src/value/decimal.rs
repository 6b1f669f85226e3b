use rust_decimal::Decimal;

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Number, kind};

const EXPECTED: &str = "a number that a `Decimal` holds exactly";

/// N, exactly. DynamoDB keeps no trailing zeros, so `1.50` reads back as `1.5`, which equals it. A
/// number of more digits than a `Decimal` has is an error, never rounded.
#[diagnostic::do_not_recommend]
impl DynamoValue for Decimal {
    type Kind = kind::Numeric;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        // 29 digits, a sign, a point and a zero before it.
        let text = StackText::<32>::of(self.normalize())
            .ok_or_else(|| EncodeError::new("a decimal longer than its type allows"))?;
        encoder.number(text.as_str());
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let number = Number::parse(&decoder.number()?)
            .map_err(|error| DecodeError::new(EXPECTED, error.as_str()))?;
        Self::from_str_exact(&number.to_string())
            .map_err(|_| DecodeError::new(EXPECTED, "an N of more digits"))
    }
}
