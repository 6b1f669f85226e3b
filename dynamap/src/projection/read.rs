//! How a projection is read.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use super::field::{FieldInfo, KeyPlace};
use crate::expression::AttributeCodec;
use crate::item::{Read, Slot};
use crate::key::recover_part;
use crate::value::{DecodeError, Decoder, DynamoValue as _, Step, TreeDecoder};

/// One field of a projection on its way in.
pub struct ProjectedSlot<V> {
    slot: Slot<V>,
    codec: AttributeCodec<V>,
}

impl<V> ProjectedSlot<V> {
    /// An empty slot.
    pub fn new(codec: AttributeCodec<V>) -> Self {
        Self {
            slot: Slot::new(codec.codec),
            codec,
        }
    }

    /// The value that was read, or what an absent attribute reads as.
    pub fn take(self) -> Option<V> {
        self.slot.take()
    }
}

impl<V> Read for ProjectedSlot<V> {
    fn read(&mut self, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        self.slot.read(decoder)
    }

    fn fill(&mut self) -> bool {
        self.slot.fill()
    }
}

/// A slot that can be filled from a key too.
pub trait ReadProjected: Read {
    /// Reads the value from a part's text.
    fn read_part(&mut self, place: &KeyPlaceText<'_>) -> Result<(), DecodeError>;
}

/// The text of a key, and the place of the part in it.
pub struct KeyPlaceText<'a> {
    place: &'a KeyPlace,
    attribute: &'static str,
    text: &'a str,
    of: Option<&'a AttributeValue>,
}

impl<V> ReadProjected for ProjectedSlot<V> {
    fn read_part(&mut self, key: &KeyPlaceText<'_>) -> Result<(), DecodeError> {
        let KeyPlace {
            layout,
            position,
            of,
        } = key.place;
        let at = match (of, key.of) {
            (Some(of), Some(value)) => Some(of.read(value).map_err(|error| at(error, of.name))?),
            (Some(of), None) => return Err(DecodeError::missing(of.name)),
            (None, _) => None,
        };
        let value = recover_part(&self.codec, layout, *position, key.text, at)
            .map_err(|error| self::at(error, key.attribute))?;
        self.slot.set(value);
        Ok(())
    }
}

/// Reads the attributes of the open map to its end, of fields of which some are parts of keys or have
/// aliases: an attribute can be wanted by several of them, and in any order.
pub fn read_projected(
    decoder: &mut dyn Decoder,
    fields: &'static [FieldInfo],
    slots: &mut [&mut dyn ReadProjected],
) -> Result<(), DecodeError> {
    let found = collect(decoder, fields)?;
    let get = |wanted: &str| {
        let same = found.iter().rev().find(|(name, _)| *name == wanted);
        same.map(|(_, value)| value)
    };
    for (field, slot) in fields.iter().zip(slots) {
        if let Some(place) = &field.part {
            let key = get(field.attribute).ok_or_else(|| DecodeError::missing(field.attribute))?;
            let text = TreeDecoder::new(key)
                .string()
                .map(Cow::into_owned)
                .map_err(|error| at(error, field.attribute))?;
            slot.read_part(&KeyPlaceText {
                place,
                attribute: field.attribute,
                text: &text,
                of: place.of.and_then(|of| get(of.name)),
            })?;
            continue;
        }
        let mut names = std::iter::once(&field.attribute).chain(field.aliases);
        match names.find_map(|name| Some((name, get(name)?))) {
            Some((name, value)) => slot
                .read(&mut TreeDecoder::new(value))
                .map_err(|error| at(error, name))?,
            None if slot.fill() => {}
            None => return Err(DecodeError::missing(field.attribute)),
        }
    }
    Ok(())
}

/// The attributes that some field wants.
fn collect(
    decoder: &mut dyn Decoder,
    fields: &'static [FieldInfo],
) -> Result<Vec<(&'static str, AttributeValue)>, DecodeError> {
    let mut found = Vec::with_capacity(fields.len());
    loop {
        let wanted = match decoder.next_key()? {
            None => return Ok(found),
            Some(name) => fields
                .iter()
                .flat_map(FieldInfo::names)
                .find(|wanted| *wanted == name),
        };
        match wanted {
            Some(name) => {
                let value = AttributeValue::decode(decoder).map_err(|error| at(error, name))?;
                found.push((name, value));
            }
            None => decoder.skip()?,
        }
    }
}

fn at(error: DecodeError, attribute: &'static str) -> DecodeError {
    error.at(Step::Field(Cow::Borrowed(attribute)))
}
