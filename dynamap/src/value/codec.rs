use std::borrow::Cow;

use super::{DecodeError, EncodeError, Names, SetKind, WireType};
use crate::item::{Read, Write};

/// A cursor that writes one DynamoDB value after the other.
///
/// A value is a call of one scalar method, or an `open_…` method, the contents, and [`close`].
/// Inside a map every value is preceded by [`key`]; inside a set members are written with the
/// scalar method of the set's type. Wires cannot fail: a codec that cannot write its value says
/// so by its own [`EncodeError`].
///
/// [`close`]: Encoder::close
/// [`key`]: Encoder::key
pub trait Encoder {
    /// Writes an S.
    fn string(&mut self, text: &str);
    /// Writes an N; `text` is a number as DynamoDB accepts it.
    fn number(&mut self, text: &str);
    /// Writes an N that is an integer.
    fn integer(&mut self, value: i64) {
        self.number(itoa::Buffer::new().format(value));
    }
    /// Writes a B.
    fn binary(&mut self, bytes: &[u8]);
    /// Writes a BOOL.
    fn boolean(&mut self, value: bool);
    /// Writes a NULL.
    fn null(&mut self);
    /// Opens an M of about `len` attributes.
    fn open_map(&mut self, len: usize);
    /// Names the next value of the open map.
    fn key(&mut self, name: &str);
    /// Writes the attributes of a struct into the open map, values in the order of their names.
    ///
    /// [`write_each`](crate::item::write_each) does it by the other methods; a wire that does better
    /// writes the same.
    fn attributes(
        &mut self,
        names: &'static Names,
        values: &[&dyn Write],
    ) -> Result<(), EncodeError>;
    /// Opens an L of about `len` elements.
    fn open_list(&mut self, len: usize);
    /// Opens an SS, NS or BS of about `len` members.
    fn open_set(&mut self, kind: SetKind, len: usize);
    /// Closes what was opened last.
    fn close(&mut self);
}

/// A cursor that reads one DynamoDB value after the other.
///
/// Every method reads the value under the cursor and moves past it. A method that finds a value
/// of another type fails with [`DecodeError::wrong_type`], and reading cannot go on.
pub trait Decoder {
    /// The type of the value under the cursor; the cursor stays.
    fn wire_type(&mut self) -> Result<WireType, DecodeError>;
    /// Reads an S, or a member of an open SS.
    fn string(&mut self) -> Result<Cow<'_, str>, DecodeError>;
    /// Reads an N, or a member of an open NS, as its text.
    fn number(&mut self) -> Result<Cow<'_, str>, DecodeError>;
    /// Reads a B, or a member of an open BS.
    fn binary(&mut self) -> Result<Cow<'_, [u8]>, DecodeError>;
    /// Reads a BOOL.
    fn boolean(&mut self) -> Result<bool, DecodeError>;
    /// Reads a NULL.
    fn null(&mut self) -> Result<(), DecodeError>;
    /// Enters an M.
    fn open_map(&mut self) -> Result<(), DecodeError>;
    /// The name of the next attribute of the open map, whose value is then under the cursor; `None`
    /// leaves the map.
    fn next_key(&mut self) -> Result<Option<Cow<'_, str>>, DecodeError>;
    /// The S under a name in the M under the cursor, `None` if it has no such attribute; the cursor
    /// stays before the M.
    fn peek_text(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError>;
    /// Reads the attributes of the open map to its end, each into the slot at the position of its name;
    /// fills the slots of those that are absent, and moves past those that no slot is for.
    ///
    /// [`read_each`](crate::item::read_each) does it by the other methods; a wire that does better reads
    /// the same.
    fn attributes(
        &mut self,
        names: &'static Names,
        slots: &mut [&mut dyn Read],
    ) -> Result<(), DecodeError>;
    /// Reads an N that is an integer in plain decimal digits, if that is what is under the cursor; if
    /// not, or if it does not fit, the cursor stays.
    fn plain_integer(&mut self) -> Option<i64> {
        None
    }
    /// About how many elements of the open list are left, 0 if that is not known.
    fn remaining(&self) -> usize {
        0
    }
    /// Enters an L.
    fn open_list(&mut self) -> Result<(), DecodeError>;
    /// Enters an SS, NS or BS.
    fn open_set(&mut self, kind: SetKind) -> Result<(), DecodeError>;
    /// Whether the open list or set has another element, which is then under the cursor; `false`
    /// leaves it.
    fn next_element(&mut self) -> Result<bool, DecodeError>;
    /// Moves past a value of any type.
    fn skip(&mut self) -> Result<(), DecodeError>;
}

/// A type that is one DynamoDB value.
///
/// Derive it for structs (M) and enums of unit variants (S); implement it by hand for a type with
/// its own text. A type that implements it by hand and shall stand in a `Vec` implements
/// [`ListElement`](super::ListElement) too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a DynamoDB value",
    label = "this type cannot be an attribute",
    note = "derive it: `#[derive(DynamoValue)]`",
    note = "a time needs its unit: `#[ts(millis)]`, `#[ts(seconds)]`, `#[ts(iso)]`, or `#[ttl(seconds)]` on the TTL",
    note = "a type of another crate: `#[dynamo(with = module)]`"
)]
pub trait DynamoValue: Sized {
    /// What DynamoDB sees: a marker of [`kind`](super::kind), which decides what an attribute
    /// of this type can do in expressions.
    type Kind;

    /// Writes this value.
    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError>;

    /// Reads a value.
    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError>;

    /// Whether an attribute with this value is left out of its item or map (`None`, an empty set).
    fn is_absent(&self) -> bool {
        false
    }

    /// What a missing attribute reads as; `None` if it must be present.
    fn absent() -> Option<Self> {
        None
    }
}

/// How one attribute is written and read: the one place that demands anything of a field's type.
#[derive(Debug)]
pub struct Codec<V> {
    /// Writes the value.
    pub encode: fn(&V, &mut dyn Encoder) -> Result<(), EncodeError>,
    /// Reads the value.
    pub decode: fn(&mut dyn Decoder) -> Result<V, DecodeError>,
    /// Whether the attribute is left out.
    pub is_absent: fn(&V) -> bool,
    /// What a missing attribute reads as.
    pub absent: fn() -> Option<V>,
}

impl<V> Clone for Codec<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Codec<V> {}

/// The codec of a [`DynamoValue`].
pub const fn value<V: DynamoValue>() -> Codec<V> {
    Codec {
        encode: V::encode,
        decode: V::decode,
        is_absent: V::is_absent,
        absent: V::absent,
    }
}
