//! Items: a struct as a whole, to and from its attributes.

mod attributes;
mod elements;
mod encoded;
mod entity;
mod fields;
mod filled;
mod managed;
mod names;

use std::borrow::Cow;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::schema::Schema;
use crate::table::Table;
use crate::value::{
    Codec, DecodeError, Decoder, EncodeError, Encoder, JsonDecoder, MapEncoder, Names, Step,
    TreeDecoder,
};
use crate::{Error, Result};

#[doc(hidden)]
pub use elements::{read_elements, write_elements};
#[doc(hidden)]
pub use entity::TagSlot;
#[doc(hidden)]
pub use fields::{
    AliasedSlot, Aliases, Beside, Rest, beside, decode_held, encode_held, held, read_fields,
    write_beside, write_fields, write_flattened,
};
#[doc(hidden)]
pub use filled::{
    Filled, Filling, Fills, FillsNothing, LeavesAsItIs, NOTHING_FILLED, No, NoVersion, Stamps,
    StampsAreThere, StampsIter, TtlIsThere, VersionAttribute, VersionIsThere, Yes, YesOrNo,
};
pub use names::{AttributeNames, NO_NAMES};

pub(crate) use encoded::{EncodedItem, EncodedKey, ItemText, encode_key, read_item, write_item};
use entity::explain;
pub(crate) use entity::{check_entity, check_tag};
pub(crate) use fields::remaining;
pub(crate) use managed::{Fillable, Managed};
pub(crate) use names::same_name;

/// An item as the SDK holds it: attribute names and values.
pub type Item = HashMap<String, AttributeValue>;

/// A struct that is one item of a table; derive it.
///
/// The derive generates the key type, the table handle, one attribute constant per field, and the
/// two functions of [`Attributes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a DynamoDB item",
    label = "not an item",
    note = "derive it: `#[derive(DynamoItem)]`, with `#[dynamo(table = \"…\")]` and a `#[partition_key]` field"
)]
pub trait DynamoItem: Attributes + Sized + 'static {
    /// The primary key: what `get`, `update` and `delete` need.
    type Key: ItemKey + for<'a> From<&'a Self>;
    /// The generated handle of the table.
    type Handle: From<Table<Self>>;
    /// What the derive knows of the table.
    const SCHEMA: &'static Schema;

    /// The item as the SDK's attribute map.
    ///
    /// Stamps, version and TTL are written as they stand in the struct: only an operation fills
    /// them.
    fn to_item(&self) -> Result<Item> {
        encode_item(self)
    }

    /// Reads an item from the SDK's attribute map.
    fn from_item(item: &Item) -> Result<Self> {
        decode_item(item)
    }
}

/// A struct's attributes: what an item and a nested map have in common. Implemented by the derives,
/// and by maps, whose attributes have any names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no attributes of its own",
    label = "neither a struct of named fields nor a map",
    note = "what is flattened, and what a variant of an enum holds, is a struct of named fields that derives `DynamoValue`, a data enum, or a map"
)]
pub trait Attributes: Sized {
    /// Their names.
    const NAMES: &'static AttributeNames;
    /// Which of them writes fill.
    type Fills: Filling;
    /// The version that it carries; `None` if it has none, or is not stored yet.
    fn carried_version(&self) -> Option<u64> {
        None
    }
    /// Writes every attribute into the open map.
    fn encode_attributes(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError>;
    /// Reads the attributes of the open map, to its end.
    fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError>;
}

/// A primary key as the derive generates it.
pub trait ItemKey: Sized + Clone {
    /// Writes the key attributes into the open map.
    fn encode_key(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError>;

    /// Writes the fields of the key into the open map, each under its Rust name: what a composed key of
    /// an index may be made of. An item without such an index has no use for them.
    fn encode_parts(&self, _encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        Ok(())
    }
}

/// Anything that is a primary key of `T`: the key type, its parts, or the item itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of `{T}`",
    label = "not a primary key of `{T}`",
    note = "give the partition key, or a tuple of partition key and sort key, or the generated key type"
)]
pub trait KeyOf<T: DynamoItem> {
    /// The key.
    fn into_key(self) -> T::Key;
}

#[diagnostic::do_not_recommend]
impl<T: DynamoItem, A: Into<T::Key>> KeyOf<T> for A {
    fn into_key(self) -> T::Key {
        self.into()
    }
}

pub(crate) fn encode_item<T: DynamoItem>(item: &T) -> Result<Item> {
    let mut encoder = MapEncoder::in_item(T::SCHEMA.attributes.len());
    item.encode_attributes(&mut encoder)?;
    Ok(encoder.into_item())
}

pub(crate) fn decode_item<T: DynamoItem>(item: &Item) -> Result<T> {
    check_entity(T::SCHEMA, item)?;
    let mut decoder = TreeDecoder::item_ref(item);
    decoder.open_map()?;
    Ok(T::decode_attributes(&mut decoder)?)
}

pub(crate) fn decode_owned<T: DynamoItem>(mut item: Item) -> Result<T> {
    check_entity(T::SCHEMA, &item)?;
    let mut decoder = TreeDecoder::item(&mut item);
    decoder.open_map()?;
    Ok(T::decode_attributes(&mut decoder)?)
}

/// Reads an item from its DynamoDB JSON.
pub(crate) fn decode_text<T: DynamoItem>(text: &str) -> Result<T> {
    let mut decoder = JsonDecoder::item_text(text);
    let read = decode_map(&mut decoder).and_then(|item| {
        decoder.end()?;
        Ok(item)
    });
    read.map_err(|error| explain(T::SCHEMA, text, error).into())
}

/// Writes a struct as an M.
pub fn encode_map<T: Attributes>(
    value: &T,
    attributes: usize,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    encoder.open_map(attributes);
    value.encode_attributes(encoder)?;
    encoder.close();
    Ok(())
}

/// Reads a struct from an M.
pub fn decode_map<T: Attributes>(decoder: &mut dyn Decoder) -> Result<T, DecodeError> {
    decoder.open_map()?;
    T::decode_attributes(decoder)
}

/// One attribute on its way out: a codec and the field.
pub struct Out<'a, V>(pub Codec<V>, pub &'a V);

/// Whatever writes the value of one attribute.
pub trait Write {
    /// Whether the attribute is left out.
    fn is_absent(&self) -> bool;
    /// Writes the value.
    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError>;
}

impl<V> Write for Out<'_, V> {
    fn is_absent(&self) -> bool {
        (self.0.is_absent)(self.1)
    }

    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        (self.0.encode)(self.1, encoder)
    }
}

/// Writes the attributes of a struct.
pub fn write_all(
    encoder: &mut dyn Encoder,
    names: &'static Names,
    values: &[&dyn Write],
) -> Result<(), EncodeError> {
    encoder.attributes(names, values)
}

/// Writes the attributes of a struct one after the other: one loop for every type.
pub fn write_each(
    encoder: &mut dyn Encoder,
    names: &'static Names,
    values: &[&dyn Write],
) -> Result<(), EncodeError> {
    for (name, value) in names.list().iter().zip(values) {
        if !value.is_absent() {
            encoder.key(name);
            value
                .write(encoder)
                .map_err(|error| on_field(error, name))?;
        }
    }
    Ok(())
}

/// The error of an attribute's value.
#[cold]
pub(crate) fn on_field(error: EncodeError, name: &'static str) -> EncodeError {
    error.at(Step::Field(Cow::Borrowed(name)))
}

/// One attribute on its way in.
pub struct Slot<V> {
    codec: Codec<V>,
    value: Option<V>,
}

impl<V> Slot<V> {
    /// An empty slot.
    pub fn new(codec: Codec<V>) -> Self {
        Self { codec, value: None }
    }

    /// The value that was read, or what an absent attribute reads as.
    pub fn take(self) -> Option<V> {
        self.value
    }

    pub(crate) fn set(&mut self, value: V) {
        self.value = Some(value);
    }

    pub(crate) fn codec(&self) -> &Codec<V> {
        &self.codec
    }

    pub(crate) fn value(&self) -> Option<&V> {
        self.value.as_ref()
    }
}

/// Whatever reads the value of one attribute.
pub trait Read {
    /// Reads the value under the cursor; a second one replaces the first.
    fn read(&mut self, decoder: &mut dyn Decoder) -> Result<(), DecodeError>;
    /// Reads the value under the cursor, which stands under a name that the field had before.
    fn read_alias(&mut self, _place: usize, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        decoder.skip()
    }
    /// Fills an attribute that did not come; false if it must come.
    fn fill(&mut self) -> bool;
}

impl<V> Read for Slot<V> {
    fn read(&mut self, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        self.value = Some((self.codec.decode)(decoder)?);
        Ok(())
    }

    fn fill(&mut self) -> bool {
        if self.value.is_none() {
            self.value = (self.codec.absent)();
        }
        self.value.is_some()
    }
}

/// Reads the attributes of a struct.
///
/// Attributes that the struct does not declare are skipped.
pub fn read_all(
    decoder: &mut dyn Decoder,
    names: &'static Names,
    slots: &mut [&mut dyn Read],
) -> Result<(), DecodeError> {
    decoder.attributes(names, slots)
}

/// Reads the attributes of a struct in the order they come: one loop for every type.
pub fn read_each(
    decoder: &mut dyn Decoder,
    names: &'static Names,
    slots: &mut [&mut dyn Read],
) -> Result<(), DecodeError> {
    loop {
        let position = match decoder.next_key()? {
            None => break,
            Some(name) => names.find(name.as_bytes()),
        };
        read_at(position, decoder, names, slots)?;
    }
    fill_absent(names, slots)
}

/// Reads the value of the attribute of a position; of none it is skipped.
#[inline]
pub(crate) fn read_at(
    position: Option<usize>,
    decoder: &mut dyn Decoder,
    names: &'static Names,
    slots: &mut [&mut dyn Read],
) -> Result<(), DecodeError> {
    let place = position.and_then(|position| Some((position, slots.get_mut(position)?)));
    match place {
        Some((position, slot)) => slot
            .read(decoder)
            .map_err(|error| of_field(error, names, position)),
        None => decoder.skip(),
    }
}

/// Fills the slots of attributes that did not come.
pub(crate) fn fill_absent(
    names: &'static Names,
    slots: &mut [&mut dyn Read],
) -> Result<(), DecodeError> {
    for (name, slot) in names.list().iter().zip(slots) {
        if !slot.fill() {
            return Err(DecodeError::missing(name));
        }
    }
    Ok(())
}

#[cold]
pub(crate) fn of_field(error: DecodeError, names: &'static Names, index: usize) -> DecodeError {
    match names.list().get(index) {
        Some(name) => error.at(Step::Field(Cow::Borrowed(name))),
        None => error,
    }
}

/// The error of a slot that [`read_all`] left empty; it never does, so generated code needs no panic.
pub fn unfilled() -> DecodeError {
    DecodeError::new("every attribute", "one that was not read")
}

impl Error {
    /// The same error about one attribute, unless a deeper path is known.
    pub(crate) fn about(self, attribute: &str) -> Self {
        if self.attribute().is_some() {
            self
        } else {
            self.on_attribute(attribute)
        }
    }
}
