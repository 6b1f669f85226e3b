//! Lists, maps, sets and boxes: [`DynamoValue`] by one blanket impl, so that the compiler names an
//! element that is no value, and lists no collections to someone whose type is simply not derived.

use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};
use crate::item::{Attributes, LeavesAsItIs, decode_map, encode_map};

/// A type that holds values, and is one if they are.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a DynamoDB value",
    label = "this type cannot be an attribute",
    note = "derive it: `#[derive(DynamoValue)]`",
    note = "a time needs its unit: `#[ts(millis)]`, `#[ts(seconds)]`, `#[ts(iso)]`, or `#[ttl(seconds)]` on the TTL",
    note = "a type of another crate: `#[dynamo(with = module)]`"
)]
pub trait Container: Sized {
    /// A marker: what it is.
    type Is;
}

/// A list.
#[derive(Debug)]
pub enum AsList {}
/// A map of any keys.
#[derive(Debug)]
pub enum AsMap {}
/// A set.
#[derive(Debug)]
pub enum AsSet {}
/// What a pointer points to.
#[derive(Debug)]
pub enum AsInner {}

/// A struct that has something flattened into it, or that writes fill.
#[derive(Debug)]
pub enum AsStruct {}

impl<V: Attributes<Fills: LeavesAsItIs>> Contents<V> for AsStruct {
    type Kind = kind::Map;

    fn encode(value: &V, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_map(value, V::NAMES.own.len(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<V, DecodeError> {
        decode_map(decoder)
    }
}

/// How the containers of one kind are written and read, if their contents can be.
pub trait Contents<V> {
    /// [`DynamoValue::Kind`].
    type Kind;

    /// [`DynamoValue::encode`].
    fn encode(value: &V, encoder: &mut dyn Encoder) -> Result<(), EncodeError>;

    /// [`DynamoValue::decode`].
    fn decode(decoder: &mut dyn Decoder) -> Result<V, DecodeError>;

    /// [`DynamoValue::is_absent`].
    fn is_absent(_: &V) -> bool {
        false
    }

    /// [`DynamoValue::absent`].
    fn absent() -> Option<V> {
        None
    }
}

impl<V: Container<Is: Contents<V>>> DynamoValue for V {
    type Kind = <V::Is as Contents<V>>::Kind;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        V::Is::encode(self, encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        V::Is::decode(decoder)
    }

    fn is_absent(&self) -> bool {
        V::Is::is_absent(self)
    }

    fn absent() -> Option<Self> {
        V::Is::absent()
    }
}
