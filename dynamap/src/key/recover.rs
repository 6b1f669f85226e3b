use std::borrow::Cow;

use super::layout::bucket_text;
use super::shard::shard_of;
use super::{KeyLayout, KeyPart};
use crate::expression::AttributeCodec;
use crate::item::{Read, Slot, Write};
use crate::time::Moment;
use crate::value::{DecodeError, Decoder, EncodeError, Encoder, MapEncoder, Step};

/// A composed key attribute on its way in: its text, which [`recover`] takes apart.
pub struct KeySlot {
    attribute: &'static str,
    text: Option<String>,
}

impl KeySlot {
    /// An empty slot of the attribute of this name.
    pub fn new(attribute: &'static str) -> Self {
        Self {
            attribute,
            text: None,
        }
    }

    fn at(&self) -> Step {
        Step::Field(Cow::Borrowed(self.attribute))
    }
}

impl Read for KeySlot {
    fn read(&mut self, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        self.text = Some(decoder.string()?.into_owned());
        Ok(())
    }

    fn fill(&mut self) -> bool {
        self.text.is_some()
    }
}

impl Write for KeySlot {
    fn is_absent(&self) -> bool {
        self.text.is_none()
    }

    /// The text as it was read: what the shard was computed from.
    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(self.text.as_deref().unwrap_or_default());
        Ok(())
    }
}

/// A field that is a part of a composed key, on its way in: from its own attribute, if it has one and
/// it is there, else from the key.
pub struct PartSlot<V> {
    codec: AttributeCodec<V>,
    value: Option<V>,
}

impl<V> PartSlot<V> {
    /// An empty slot.
    pub fn new(codec: AttributeCodec<V>) -> Self {
        Self { codec, value: None }
    }

    /// The value that was read or recovered.
    pub fn take(self) -> Option<V> {
        self.value
    }

    fn value(&self) -> Result<&V, EncodeError> {
        self.value.as_ref().ok_or_else(super::part::absent)
    }
}

impl<V> Read for PartSlot<V> {
    fn read(&mut self, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        self.value = Some((self.codec.codec.decode)(decoder)?);
        Ok(())
    }

    /// The key has what is not there.
    fn fill(&mut self) -> bool {
        true
    }
}

impl<V> KeyPart for PartSlot<V> {
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError> {
        self.codec.write_part(self.value()?, text)
    }

    fn moment(&self) -> Result<Option<Moment>, EncodeError> {
        Ok(self
            .value
            .as_ref()
            .and_then(|value| self.codec.moment(value)))
    }

    fn is_absent(&self) -> bool {
        self.value
            .as_ref()
            .is_none_or(|value| self.codec.is_absent_part(value))
    }
}

// The sort key of a sharded partition: its stored value is what the shard was computed from.

impl<V> Write for PartSlot<V> {
    fn is_absent(&self) -> bool {
        self.value.is_none()
    }

    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        (self.codec.codec.encode)(self.value()?, encoder)
    }
}

impl<V> Write for Slot<V> {
    fn is_absent(&self) -> bool {
        self.value().is_none()
    }

    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        match self.value() {
            Some(value) => (self.codec().encode)(value, encoder),
            None => Err(super::part::absent()),
        }
    }
}

/// A part that can be filled from a key's text.
pub trait Recover: KeyPart {
    /// Reads the value from the part's text, if there is none yet.
    fn recover(&mut self, text: &str, lenient: bool) -> Result<(), DecodeError>;
}

impl<V> Recover for PartSlot<V> {
    fn recover(&mut self, text: &str, lenient: bool) -> Result<(), DecodeError> {
        if self.value.is_none() {
            self.value = Some(self.codec.read_part(text, lenient)?);
        }
        Ok(())
    }
}

/// Fills the parts of a composed key that have no attribute of their own, and checks that the key is
/// the one that the parts make: an item under another key could never be addressed again.
///
/// `of` is the bucketed field, `sort` the stored sort key of a sharded partition: the sort key is
/// recovered before the partition key.
pub fn recover(
    layout: &'static KeyLayout,
    key: &KeySlot,
    parts: &mut [&mut dyn Recover],
    of: Option<&dyn KeyPart>,
    sort: Option<&dyn Write>,
) -> Result<(), DecodeError> {
    let text = key.text.as_deref().unwrap_or_default();
    let at = match (&layout.of, of) {
        (Some(field), Some(of)) => match of.moment() {
            Ok(Some(at)) => Some(at),
            _ => return Err(DecodeError::missing(field.attribute)),
        },
        _ => None,
    };
    let era = layout.era(at);
    let split = layout
        .split(era, text)
        .ok_or_else(|| other_form(layout, era).at(key.at()))?;
    let mut expected = String::new();
    for ((field, part), stored) in layout.parts.iter().zip(parts).zip(&split.parts) {
        part.recover(stored, field.lenient)
            .map_err(|error| error.at(key.at()))?;
        if !field.lenient {
            expected.clear();
            let written = part.write_part(&mut expected);
            if written.is_err() || expected != *stored {
                return Err(differs(
                    &format!("the text of the field `{}`", field.field),
                    key,
                ));
            }
        }
    }
    let is_lenient = layout.of.as_ref().is_some_and(|of| of.lenient);
    if let (Some(width), Some(stored), false) = (era.bucket, split.bucket, is_lenient)
        && bucket_text(width, at).ok().as_deref() != Some(stored)
    {
        let field = layout.of.as_ref().map_or("", |of| of.field);
        return Err(differs(&format!("the bucket of the field `{field}`"), key));
    }
    if let (Some(shards), Some(stored), Some(sort)) = (era.shards, split.shard, sort) {
        let mut encoder = MapEncoder::new();
        let value = sort.write(&mut encoder).and_then(|()| encoder.finish());
        let shard = value.and_then(|value| shard_of(&value, shards));
        if shard.ok().map(|shard| shard.to_string()).as_deref() != Some(stored) {
            return Err(differs("the shard of the sort key", key));
        }
    }
    Ok(())
}

/// Reads one part of a key's text. `at` is the instant that decides the layout, if it has changed.
pub(crate) fn recover_part<V>(
    codec: &AttributeCodec<V>,
    layout: &'static KeyLayout,
    position: usize,
    text: &str,
    at: Option<Moment>,
) -> Result<V, DecodeError> {
    let era = layout.era(at);
    let split = layout.split(era, text);
    let parts = split.map(|split| split.parts).unwrap_or_default();
    let (Some(field), Some(stored)) = (layout.parts.get(position), parts.get(position)) else {
        return Err(other_form(layout, era));
    };
    let value = codec.read_part(stored, field.lenient)?;
    let mut expected = String::new();
    if !field.lenient && (codec.write_part(&value, &mut expected).is_err() || expected != *stored) {
        return Err(other_value(&format!(
            "the text of the field `{}`",
            field.field
        )));
    }
    Ok(value)
}

fn other_form(layout: &KeyLayout, era: &super::Era) -> DecodeError {
    DecodeError::new(
        format!("a key of the form `{}`", form(layout, era)),
        "another text",
    )
}

fn differs(expected: &str, key: &KeySlot) -> DecodeError {
    other_value(expected).at(key.at())
}

fn other_value(expected: &str) -> DecodeError {
    DecodeError::new(
        expected.to_owned(),
        "another: the item could not be addressed by its key",
    )
}

/// The form of a key as messages show it: `device#{device_id}#{bucket}#{shard}`.
fn form(layout: &KeyLayout, era: &super::Era) -> String {
    let prefix = layout.prefix.map(str::to_owned);
    let parts = layout
        .parts
        .iter()
        .map(|part| format!("{{{}}}", part.field));
    let bucket = era.bucket.map(|_| "{bucket}".to_owned());
    let shard = era.shards.map(|_| "{shard}".to_owned());
    let parts: Vec<_> = prefix
        .into_iter()
        .chain(parts)
        .chain(bucket)
        .chain(shard)
        .collect();
    parts.join(&layout.separator.to_string())
}
