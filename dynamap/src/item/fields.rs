//! Fields with aliases and fields that stand beside others: the variants of data enums, structs with
//! `alias` or `flatten`.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{AttributeNames, Attributes, Item, Read, Slot, Write, write_each};
use crate::value::{
    Codec, DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Names, SetKind, Step,
    TreeDecoder,
};

/// Writes attributes into the open map.
pub fn write_fields(
    encoder: &mut dyn Encoder,
    names: &[&'static str],
    values: &[&dyn Write],
) -> Result<(), EncodeError> {
    for (name, value) in names.iter().zip(values) {
        if !value.is_absent() {
            encoder.key(name);
            value
                .write(encoder)
                .map_err(|error| error.at(Step::Field(Cow::Borrowed(name))))?;
        }
    }
    Ok(())
}

/// How what stands beside other attributes is written and read: the one place that demands anything
/// of its type.
pub struct Beside<V> {
    /// Its names.
    pub names: &'static AttributeNames,
    encode: fn(&V, &mut dyn Encoder) -> Result<(), EncodeError>,
    decode: fn(&mut dyn Decoder) -> Result<V, DecodeError>,
    version: fn(&V) -> Option<u64>,
}

impl<V> Beside<V> {
    /// The version that it carries.
    pub fn version_of(&self, value: &V) -> Option<u64> {
        (self.version)(value)
    }
}

impl<V> Clone for Beside<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Beside<V> {}

/// The one of a type.
pub const fn beside<V: Attributes>() -> Beside<V> {
    Beside {
        names: V::NAMES,
        encode: V::encode_attributes,
        decode: V::decode_attributes,
        version: V::carried_version,
    }
}

/// The one of what a variant holds. No bound, since a variant may hold a type parameter.
///
/// # Panics
///
/// While it is compiled, of a struct that writes fill.
pub const fn held<V: Attributes>() -> Beside<V> {
    assert!(
        !V::NAMES.are_filled(),
        "a struct with a stamp, a TTL or a version cannot be held by a variant: put `#[dynamo(flatten)]` on a field of the item that holds it"
    );
    beside::<V>()
}

/// Writes attributes of any name.
pub fn write_beside<V>(
    encoder: &mut dyn Encoder,
    beside: Beside<V>,
    value: &V,
) -> Result<(), EncodeError> {
    (beside.encode)(value, encoder)
}

/// Writes what is flattened at a position of `names`; a map may hold no name of what stands beside it.
pub fn write_flattened<V>(
    encoder: &mut dyn Encoder,
    beside: Beside<V>,
    value: &V,
    names: &AttributeNames,
    position: usize,
) -> Result<(), EncodeError> {
    write_but(encoder, beside, value, &|name| {
        names.contains_beside(name, position)
    })
}

/// Writes the tag and what a variant holds.
pub fn encode_held<V>(
    tag: &'static str,
    name: &'static str,
    beside: Beside<V>,
    held: &V,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    encoder.key(tag);
    encoder.string(name);
    write_but(encoder, beside, held, &|name| name == tag)
}

/// Reads what a variant holds from the M under the cursor.
pub fn decode_held<V>(
    tag: &'static str,
    beside: Beside<V>,
    decoder: &mut dyn Decoder,
) -> Result<V, DecodeError> {
    if !beside.names.is_open() {
        decoder.open_map()?;
        return (beside.decode)(decoder);
    }
    // A map would take the tag for an entry of its own.
    let mut item = Item::decode(decoder)?;
    item.remove(tag);
    decode_entries(item, beside.decode)
}

/// Writes attributes, those of a map under no name that is taken.
fn write_but<V>(
    encoder: &mut dyn Encoder,
    beside: Beside<V>,
    value: &V,
    taken: &dyn Fn(&str) -> bool,
) -> Result<(), EncodeError> {
    if !beside.names.is_open() {
        return (beside.encode)(value, encoder);
    }
    let mut guarded = Guarded {
        encoder,
        taken,
        depth: 0,
        clash: None,
    };
    (beside.encode)(value, &mut guarded)?;
    match guarded.clash {
        None => Ok(()),
        // A name that the struct declares: no content.
        Some(name) => Err(EncodeError::new(
            "a flattened map has an entry of this name, which the struct declares: remove the entry",
        )
        .at(Step::Field(Cow::Owned(name)))),
    }
}

/// Names that fields had before: the name, the position of the field, and its place in the order of
/// preference, from 1.
pub type Aliases = &'static [(&'static str, usize, usize)];

/// The attributes that belong to what is flattened.
#[derive(Default)]
pub struct Rest(Vec<(String, AttributeValue)>);

/// Reads the attributes of the open map to its end, and keeps those of what is flattened.
///
/// An attribute's own name goes before its aliases, in whatever order they come.
pub fn read_fields(
    decoder: &mut dyn Decoder,
    names: &[&'static str],
    aliases: Aliases,
    flattened: &AttributeNames,
    slots: &mut [&mut dyn Read],
) -> Result<Rest, DecodeError> {
    enum Found {
        Field(usize),
        Alias(&'static (&'static str, usize, usize)),
        Flattened(String),
        Unknown,
    }
    let open = flattened.is_open();
    let mut rest = Rest::default();
    loop {
        let found = match decoder.next_key()? {
            None => break,
            Some(name) => {
                if let Some(index) = names.iter().position(|known| *known == name) {
                    Found::Field(index)
                } else if let Some(alias) = aliases.iter().find(|alias| alias.0 == name) {
                    Found::Alias(alias)
                } else if open || flattened.contains(&name) {
                    Found::Flattened(name.into_owned())
                } else {
                    Found::Unknown
                }
            }
        };
        match found {
            Found::Field(index) => {
                if let (Some(slot), Some(name)) = (slots.get_mut(index), names.get(index)) {
                    slot.read(decoder)
                        .map_err(|error| error.at(Step::Field(Cow::Borrowed(name))))?;
                }
            }
            Found::Alias((name, index, place)) => {
                if let Some(slot) = slots.get_mut(*index) {
                    slot.read_alias(*place, decoder)
                        .map_err(|error| error.at(Step::Field(Cow::Borrowed(name))))?;
                }
            }
            Found::Flattened(name) => {
                let value = AttributeValue::decode(decoder);
                match value {
                    Ok(value) => rest.0.push((name, value)),
                    Err(error) if open && !flattened.contains(&name) => {
                        return Err(error.at(Step::Entry));
                    }
                    Err(error) => return Err(error.at(Step::Field(Cow::Owned(name)))),
                }
            }
            Found::Unknown => decoder.skip()?,
        }
    }
    for (name, slot) in names.iter().zip(slots) {
        if !slot.fill() {
            return Err(DecodeError::missing(name));
        }
    }
    Ok(rest)
}

impl Rest {
    /// Reads what is flattened at a position of `names`.
    pub fn take<V>(
        &mut self,
        beside: Beside<V>,
        names: &AttributeNames,
        position: usize,
    ) -> Result<V, DecodeError> {
        let open = beside.names.is_open();
        let item: Item = self
            .0
            .extract_if(.., |(name, _)| {
                beside.names.contains(name) || (open && !names.contains_beside(name, position))
            })
            .collect();
        decode_entries(item, beside.decode)
    }
}

/// Reads attributes that were taken out of their map.
pub(crate) fn decode_entries<V>(
    mut item: Item,
    decode: fn(&mut dyn Decoder) -> Result<V, DecodeError>,
) -> Result<V, DecodeError> {
    let mut decoder = TreeDecoder::item(&mut item);
    decoder.open_map()?;
    decode(&mut decoder)
}

/// The attributes of the open map, to its end.
pub(crate) fn remaining(decoder: &mut dyn Decoder) -> Result<Item, DecodeError> {
    let mut item = Item::new();
    loop {
        let Some(name) = decoder.next_key()?.map(Cow::into_owned) else {
            return Ok(item);
        };
        let value = AttributeValue::decode(decoder).map_err(|error| error.at(Step::Entry))?;
        item.insert(name, value);
    }
}

/// The slot of a field with aliases.
pub struct AliasedSlot<V> {
    slot: Slot<V>,
    place: usize,
}

impl<V> AliasedSlot<V> {
    /// An empty slot.
    pub fn new(codec: Codec<V>) -> Self {
        Self {
            slot: Slot::new(codec),
            place: usize::MAX,
        }
    }

    /// The value that was read, or what an absent attribute reads as.
    pub fn take(self) -> Option<V> {
        self.slot.take()
    }
}

impl<V> Read for AliasedSlot<V> {
    fn read(&mut self, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        self.place = 0;
        self.slot.read(decoder)
    }

    fn read_alias(&mut self, place: usize, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        if place > self.place {
            return decoder.skip();
        }
        self.place = place;
        self.slot.read(decoder)
    }

    fn fill(&mut self) -> bool {
        self.slot.fill()
    }
}

/// Writes on, and remembers a top-level name that is taken.
struct Guarded<'a> {
    encoder: &'a mut dyn Encoder,
    taken: &'a dyn Fn(&str) -> bool,
    depth: usize,
    clash: Option<String>,
}

impl Encoder for Guarded<'_> {
    fn string(&mut self, text: &str) {
        self.encoder.string(text);
    }

    fn number(&mut self, text: &str) {
        self.encoder.number(text);
    }

    fn integer(&mut self, value: i64) {
        self.encoder.integer(value);
    }

    fn attributes(
        &mut self,
        names: &'static Names,
        values: &[&dyn Write],
    ) -> Result<(), EncodeError> {
        write_each(self, names, values)
    }

    fn binary(&mut self, bytes: &[u8]) {
        self.encoder.binary(bytes);
    }

    fn boolean(&mut self, value: bool) {
        self.encoder.boolean(value);
    }

    fn null(&mut self) {
        self.encoder.null();
    }

    fn open_map(&mut self, len: usize) {
        self.depth += 1;
        self.encoder.open_map(len);
    }

    fn key(&mut self, name: &str) {
        if self.depth == 0 && self.clash.is_none() && (self.taken)(name) {
            self.clash = Some(name.to_owned());
        }
        self.encoder.key(name);
    }

    fn open_list(&mut self, len: usize) {
        self.depth += 1;
        self.encoder.open_list(len);
    }

    fn open_set(&mut self, kind: SetKind, len: usize) {
        self.depth += 1;
        self.encoder.open_set(kind, len);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.encoder.close();
    }
}
