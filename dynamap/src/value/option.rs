use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, WireType};

/// `None` leaves the attribute out of its item or map, and is NULL inside a list; an absent
/// attribute and NULL read as `None`.
#[diagnostic::do_not_recommend]
impl<T: DynamoValue> DynamoValue for Option<T> {
    type Kind = T::Kind;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        if let Some(value) = self {
            value.encode(encoder)
        } else {
            encoder.null();
            Ok(())
        }
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        if decoder.wire_type()? == WireType::Null {
            decoder.null()?;
            Ok(None)
        } else {
            T::decode(decoder).map(Some)
        }
    }

    fn is_absent(&self) -> bool {
        self.as_ref().is_none_or(T::is_absent)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}
