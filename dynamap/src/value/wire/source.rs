use std::borrow::Cow;
use std::collections::{HashMap, hash_map};
use std::{slice, vec};

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;

use crate::value::{DecodeError, WireType};

/// A tree of attribute values that a [`TreeDecoder`](super::TreeDecoder) can walk.
///
/// Implemented for the SDK's `AttributeValue` by reference, and by mutable reference, whose texts are moved
/// out: the values stay where they are, and only what becomes part of a struct is moved.
pub trait Source: Sized {
    /// The name of an attribute.
    type Name: AsRef<str>;
    /// A text: `String` or `&String`.
    type Text;
    /// Bytes: `Blob` or `&Blob`.
    type Bytes;
    /// An M as it was taken apart.
    type Map;
    /// The attributes of an M, one after the other.
    type Entries: Iterator<Item = (Self::Name, Self)>;
    /// The elements of an L.
    type Elements: Iterator<Item = Self>;
    /// The members of an SS or NS.
    type Texts: ExactSizeIterator<Item = Self::Text>;
    /// The members of a BS.
    type Binaries: ExactSizeIterator<Item = Self::Bytes>;

    /// Takes one value apart.
    fn unpack(self) -> Node<Self>;

    /// The attributes of an M.
    fn entries(map: Self::Map) -> Self::Entries;

    /// The S under a name of an M, the type of what else is there, or `None` if nothing is.
    fn text_of<'m>(map: &'m Self::Map, name: &str) -> Option<Result<&'m str, DecodeError>>;

    /// The same of a value; an error if it is no M.
    fn peek_text(&self, name: &str) -> Result<Option<&str>, DecodeError>;

    /// The type of the value; an error for what is no value of DynamoDB's.
    fn wire_type(&self) -> Result<WireType, DecodeError>;

    /// The text of an S; what else it is stays as it was.
    fn into_string(self) -> Result<Self::Text, Self>;

    /// The text of an N.
    fn number(&self) -> Option<&str>;

    /// The name itself.
    fn name<'a>(name: Self::Name) -> Cow<'a, str>
    where
        Self: 'a;

    /// The text itself.
    fn text<'a>(text: Self::Text) -> Cow<'a, str>
    where
        Self: 'a;

    /// The bytes themselves.
    fn bytes<'a>(bytes: Self::Bytes) -> Cow<'a, [u8]>
    where
        Self: 'a;
}

/// One value of a [`Source`], taken apart.
#[expect(
    missing_debug_implementations,
    reason = "holds item contents, which are never printed"
)]
pub enum Node<V: Source> {
    /// A string.
    S(V::Text),
    /// A number's text.
    N(V::Text),
    /// Bytes.
    B(V::Bytes),
    /// A boolean.
    Bool(bool),
    /// A null.
    Null,
    /// A map.
    M(V::Map),
    /// A list.
    L(V::Elements),
    /// A string set.
    Ss(V::Texts),
    /// A number set.
    Ns(V::Texts),
    /// A binary set.
    Bs(V::Binaries),
    /// A type that the SDK does not know.
    Unknown,
}

fn text_of<'m>(
    map: &'m HashMap<String, AttributeValue>,
    name: &str,
) -> Option<Result<&'m str, DecodeError>> {
    Some(match map.get(name)? {
        AttributeValue::S(text) => Ok(text),
        other => {
            wire_type(other).and_then(|found| Err(DecodeError::wrong_type(WireType::S, found)))
        }
    })
}

fn peek_text<'m>(value: &'m AttributeValue, name: &str) -> Result<Option<&'m str>, DecodeError> {
    match value {
        AttributeValue::M(map) => text_of(map, name).transpose(),
        other => Err(DecodeError::wrong_type(WireType::M, wire_type(other)?)),
    }
}

#[inline]
fn wire_type(value: &AttributeValue) -> Result<WireType, DecodeError> {
    Ok(match value {
        AttributeValue::S(_) => WireType::S,
        AttributeValue::N(_) => WireType::N,
        AttributeValue::B(_) => WireType::B,
        AttributeValue::Bool(_) => WireType::Bool,
        AttributeValue::Null(true) => WireType::Null,
        AttributeValue::Null(false) => return Err(DecodeError::new("NULL true", "NULL false")),
        AttributeValue::M(_) => WireType::M,
        AttributeValue::L(_) => WireType::L,
        AttributeValue::Ss(_) => WireType::Ss,
        AttributeValue::Ns(_) => WireType::Ns,
        AttributeValue::Bs(_) => WireType::Bs,
        _ => {
            return Err(DecodeError::new(
                "a DynamoDB value",
                "a type that this version of the SDK does not know",
            ));
        }
    })
}

impl<'v> Source for &'v mut AttributeValue {
    type Name = &'v String;
    type Text = String;
    type Bytes = Blob;
    type Map = &'v mut HashMap<String, AttributeValue>;
    type Entries = hash_map::IterMut<'v, String, AttributeValue>;
    type Elements = slice::IterMut<'v, AttributeValue>;
    type Texts = vec::IntoIter<String>;
    type Binaries = vec::IntoIter<Blob>;

    #[inline]
    fn unpack(self) -> Node<Self> {
        match self {
            AttributeValue::S(text) => Node::S(std::mem::take(text)),
            AttributeValue::N(text) => Node::N(std::mem::take(text)),
            AttributeValue::B(bytes) => Node::B(std::mem::replace(bytes, Blob::new([]))),
            AttributeValue::Bool(value) => Node::Bool(*value),
            AttributeValue::Null(_) => Node::Null,
            AttributeValue::M(entries) => Node::M(entries),
            AttributeValue::L(elements) => Node::L(elements.iter_mut()),
            AttributeValue::Ss(members) => Node::Ss(std::mem::take(members).into_iter()),
            AttributeValue::Ns(members) => Node::Ns(std::mem::take(members).into_iter()),
            AttributeValue::Bs(members) => Node::Bs(std::mem::take(members).into_iter()),
            _ => Node::Unknown,
        }
    }

    fn entries(map: Self::Map) -> Self::Entries {
        map.iter_mut()
    }

    fn text_of<'m>(map: &'m Self::Map, name: &str) -> Option<Result<&'m str, DecodeError>> {
        text_of(map, name)
    }

    fn peek_text(&self, name: &str) -> Result<Option<&str>, DecodeError> {
        peek_text(self, name)
    }

    #[inline]
    fn wire_type(&self) -> Result<WireType, DecodeError> {
        wire_type(self)
    }

    #[inline]
    fn into_string(self) -> Result<String, Self> {
        match self {
            AttributeValue::S(text) => Ok(std::mem::take(text)),
            other => Err(other),
        }
    }

    fn number(&self) -> Option<&str> {
        match self {
            AttributeValue::N(text) => Some(text),
            _ => None,
        }
    }

    fn name<'a>(name: &'v String) -> Cow<'a, str>
    where
        Self: 'a,
    {
        Cow::Borrowed(name)
    }

    fn text<'a>(text: String) -> Cow<'a, str>
    where
        Self: 'a,
    {
        Cow::Owned(text)
    }

    fn bytes<'a>(bytes: Blob) -> Cow<'a, [u8]>
    where
        Self: 'a,
    {
        Cow::Owned(bytes.into_inner())
    }
}

impl<'v> Source for &'v AttributeValue {
    type Name = &'v String;
    type Text = &'v String;
    type Bytes = &'v Blob;
    type Map = &'v HashMap<String, AttributeValue>;
    type Entries = hash_map::Iter<'v, String, AttributeValue>;
    type Elements = slice::Iter<'v, AttributeValue>;
    type Texts = slice::Iter<'v, String>;
    type Binaries = slice::Iter<'v, Blob>;

    #[inline]
    fn unpack(self) -> Node<Self> {
        match self {
            AttributeValue::S(text) => Node::S(text),
            AttributeValue::N(text) => Node::N(text),
            AttributeValue::B(bytes) => Node::B(bytes),
            AttributeValue::Bool(value) => Node::Bool(*value),
            AttributeValue::Null(_) => Node::Null,
            AttributeValue::M(entries) => Node::M(entries),
            AttributeValue::L(elements) => Node::L(elements.iter()),
            AttributeValue::Ss(members) => Node::Ss(members.iter()),
            AttributeValue::Ns(members) => Node::Ns(members.iter()),
            AttributeValue::Bs(members) => Node::Bs(members.iter()),
            _ => Node::Unknown,
        }
    }

    fn entries(map: Self::Map) -> Self::Entries {
        map.iter()
    }

    fn text_of<'m>(map: &'m Self::Map, name: &str) -> Option<Result<&'m str, DecodeError>> {
        text_of(map, name)
    }

    fn peek_text(&self, name: &str) -> Result<Option<&str>, DecodeError> {
        peek_text(self, name)
    }

    #[inline]
    fn wire_type(&self) -> Result<WireType, DecodeError> {
        wire_type(self)
    }

    #[inline]
    fn into_string(self) -> Result<&'v String, Self> {
        match self {
            AttributeValue::S(text) => Ok(text),
            other => Err(other),
        }
    }

    fn number(&self) -> Option<&str> {
        match self {
            AttributeValue::N(text) => Some(text),
            _ => None,
        }
    }

    fn name<'a>(name: &'v String) -> Cow<'a, str>
    where
        Self: 'a,
    {
        Cow::Borrowed(name)
    }

    fn text<'a>(text: &'v String) -> Cow<'a, str>
    where
        Self: 'a,
    {
        Cow::Borrowed(text)
    }

    fn bytes<'a>(bytes: &'v Blob) -> Cow<'a, [u8]>
    where
        Self: 'a,
    {
        Cow::Borrowed(bytes.as_ref())
    }
}
