//! Data enums: an M that names its variant.

use crate::item::{Write, remaining};

use super::error::shown;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Step, TreeDecoder};

/// An enum whose variants carry data. Implemented by the derive.
pub trait TaggedValue: Sized {
    /// The attribute that names the variant.
    const TAG: &'static str;
    /// The stored names of the variants.
    const VARIANTS: &'static [&'static str];

    /// The position of the variant that a name means.
    fn position(name: &str) -> Option<usize>;

    /// Reads the M under the cursor as the variant at a position.
    fn decode_variant(position: usize, decoder: &mut dyn Decoder) -> Result<Self, DecodeError>;
}

/// Reads a data enum from an M.
pub fn decode_tagged<V: TaggedValue>(decoder: &mut dyn Decoder) -> Result<V, DecodeError> {
    let at_tag = |error: DecodeError| error.at(Step::Field(V::TAG.into()));
    if decoder.wire_type()? != super::WireType::M {
        // The error of any map.
        decoder.open_map()?;
    }
    let name = decoder.peek_text(V::TAG).map_err(at_tag)?;
    let name = name.ok_or_else(|| DecodeError::missing(V::TAG))?;
    let position = V::position(&name).ok_or_else(|| at_tag(unknown(V::VARIANTS, &name)))?;
    V::decode_variant(position, decoder)
}

fn unknown(known: &[&str], name: &str) -> DecodeError {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let found = shown("the variant", "a variant", name);
    DecodeError::new(format!("one of {}", known.join(", ")), found)
}

/// Reads a data enum from the attributes of an open map, beside others.
pub fn decode_beside<V: DynamoValue>(decoder: &mut dyn Decoder) -> Result<V, DecodeError> {
    V::decode(&mut TreeDecoder::item(&mut remaining(decoder)?))
}

/// The tag on its way out.
pub struct Tag(pub &'static str);

impl Write for Tag {
    fn is_absent(&self) -> bool {
        false
    }

    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(self.0);
        Ok(())
    }
}

/// The error of a variant that stands for unknown ones and does not hold what it was read from.
pub fn nameless() -> EncodeError {
    EncodeError::new(
        "the catch-all variant cannot be written: it does not say which variant it was; \
         let it hold what it is read from",
    )
}
