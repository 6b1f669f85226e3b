use std::borrow::Cow;
use std::collections::{HashMap, hash_map};
use std::{slice, vec};

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;

use crate::value::{DecodeError, Decoder, SetKind, WireType};

/// A tree of attribute values that a [`TreeDecoder`] can walk.
///
/// Implemented for the SDK's `AttributeValue`, by value (texts are moved out) and by reference.
pub trait Source: Sized {
    /// A text: `String` or `&String`.
    type Text;
    /// Bytes: `Blob` or `&Blob`.
    type Bytes;
    /// The attributes of an M.
    type Entries: Iterator<Item = (Self::Text, Self)>;
    /// The elements of an L.
    type Elements: Iterator<Item = Self>;
    /// The members of an SS or NS.
    type Texts: Iterator<Item = Self::Text>;
    /// The members of a BS.
    type Binaries: Iterator<Item = Self::Bytes>;

    /// Takes one value apart.
    fn unpack(self) -> Node<Self>;

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
    /// A null; `false` is no value of DynamoDB's.
    Null(bool),
    /// A map.
    M(V::Entries),
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

impl<V: Source> Node<V> {
    fn wire_type(&self) -> Result<WireType, DecodeError> {
        Ok(match self {
            Self::S(_) => WireType::S,
            Self::N(_) => WireType::N,
            Self::B(_) => WireType::B,
            Self::Bool(_) => WireType::Bool,
            Self::Null(true) => WireType::Null,
            Self::Null(false) => return Err(DecodeError::new("NULL true", "NULL false")),
            Self::M(_) => WireType::M,
            Self::L(_) => WireType::L,
            Self::Ss(_) => WireType::Ss,
            Self::Ns(_) => WireType::Ns,
            Self::Bs(_) => WireType::Bs,
            Self::Unknown => {
                return Err(DecodeError::new(
                    "a DynamoDB value",
                    "a type that this version of the SDK does not know",
                ));
            }
        })
    }
}

enum Frame<V: Source> {
    Entries(V::Entries),
    Elements(V::Elements),
    Strings(V::Texts),
    Numbers(V::Texts),
    Binaries(V::Binaries),
}

/// Reads a tree of attribute values in one pass, in the order in which its maps yield them.
#[expect(
    missing_debug_implementations,
    reason = "holds item contents, which are never printed"
)]
pub struct TreeDecoder<V: Source> {
    current: Option<Node<V>>,
    frames: Vec<Frame<V>>,
}

impl<V: Source> TreeDecoder<V> {
    /// A decoder of one value.
    pub fn new(value: V) -> Self {
        Self::at(value.unpack())
    }

    /// A decoder of the attributes of an item; the value under the cursor is an M.
    pub fn entries(entries: V::Entries) -> Self {
        Self::at(Node::M(entries))
    }

    fn at(node: Node<V>) -> Self {
        Self {
            current: Some(node),
            frames: Vec::new(),
        }
    }

    fn take(&mut self) -> Result<Node<V>, DecodeError> {
        self.current.take().ok_or_else(nothing)
    }
}

impl TreeDecoder<AttributeValue> {
    /// A decoder of an item, whose texts are moved; the value under the cursor is an M.
    pub fn item(item: HashMap<String, AttributeValue>) -> Self {
        Self::entries(item.into_iter())
    }
}

impl<'a> TreeDecoder<&'a AttributeValue> {
    /// A decoder of a borrowed item; the value under the cursor is an M.
    pub fn item_ref(item: &'a HashMap<String, AttributeValue>) -> Self {
        Self::entries(item.iter())
    }
}

fn nothing() -> DecodeError {
    DecodeError::new("a value", "nothing")
}

fn mismatch<V: Source, T>(expected: WireType, found: &Node<V>) -> Result<T, DecodeError> {
    Err(DecodeError::wrong_type(expected, found.wire_type()?))
}

impl<V: Source> Decoder for TreeDecoder<V> {
    fn wire_type(&mut self) -> Result<WireType, DecodeError> {
        self.current.as_ref().ok_or_else(nothing)?.wire_type()
    }

    fn string(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        match self.take()? {
            Node::S(text) => Ok(V::text(text)),
            other => mismatch(WireType::S, &other),
        }
    }

    fn number(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        match self.take()? {
            Node::N(text) => Ok(V::text(text)),
            other => mismatch(WireType::N, &other),
        }
    }

    fn binary(&mut self) -> Result<Cow<'_, [u8]>, DecodeError> {
        match self.take()? {
            Node::B(bytes) => Ok(V::bytes(bytes)),
            other => mismatch(WireType::B, &other),
        }
    }

    fn boolean(&mut self) -> Result<bool, DecodeError> {
        match self.take()? {
            Node::Bool(value) => Ok(value),
            other => mismatch(WireType::Bool, &other),
        }
    }

    fn null(&mut self) -> Result<(), DecodeError> {
        match self.take()? {
            Node::Null(true) => Ok(()),
            other => mismatch(WireType::Null, &other),
        }
    }

    fn open_map(&mut self) -> Result<(), DecodeError> {
        match self.take()? {
            Node::M(entries) => {
                self.frames.push(Frame::Entries(entries));
                Ok(())
            }
            other => mismatch(WireType::M, &other),
        }
    }

    fn next_key(&mut self) -> Result<Option<Cow<'_, str>>, DecodeError> {
        let Some(Frame::Entries(entries)) = self.frames.last_mut() else {
            return Err(DecodeError::new("an open map", "something else"));
        };
        if let Some((name, value)) = entries.next() {
            self.current = Some(value.unpack());
            Ok(Some(V::text(name)))
        } else {
            self.frames.pop();
            Ok(None)
        }
    }

    fn open_list(&mut self) -> Result<(), DecodeError> {
        match self.take()? {
            Node::L(elements) => {
                self.frames.push(Frame::Elements(elements));
                Ok(())
            }
            other => mismatch(WireType::L, &other),
        }
    }

    fn open_set(&mut self, kind: SetKind) -> Result<(), DecodeError> {
        let frame = match (kind, self.take()?) {
            (SetKind::Strings, Node::Ss(members)) => Frame::Strings(members),
            (SetKind::Numbers, Node::Ns(members)) => Frame::Numbers(members),
            (SetKind::Binaries, Node::Bs(members)) => Frame::Binaries(members),
            (kind, other) => return mismatch(kind.wire_type(), &other),
        };
        self.frames.push(frame);
        Ok(())
    }

    fn next_element(&mut self) -> Result<bool, DecodeError> {
        let next = match self.frames.last_mut() {
            Some(Frame::Elements(elements)) => elements.next().map(V::unpack),
            Some(Frame::Strings(members)) => members.next().map(Node::S),
            Some(Frame::Numbers(members)) => members.next().map(Node::N),
            Some(Frame::Binaries(members)) => members.next().map(Node::B),
            Some(Frame::Entries(_)) | None => {
                return Err(DecodeError::new("an open list or set", "something else"));
            }
        };
        if next.is_none() {
            self.frames.pop();
        }
        self.current = next;
        Ok(self.current.is_some())
    }

    // Goes through the value, so that what one wire refuses every wire refuses.
    fn skip(&mut self) -> Result<(), DecodeError> {
        let outer = self.frames.len();
        loop {
            let node = self.take()?;
            node.wire_type()?;
            match node {
                Node::M(entries) => self.frames.push(Frame::Entries(entries)),
                Node::L(elements) => self.frames.push(Frame::Elements(elements)),
                _ => {}
            }
            loop {
                if self.frames.len() == outer {
                    return Ok(());
                }
                let more = match self.frames.last() {
                    Some(Frame::Entries(_)) => self.next_key()?.is_some(),
                    _ => self.next_element()?,
                };
                if more {
                    break;
                }
            }
        }
    }
}

impl Source for AttributeValue {
    type Text = String;
    type Bytes = Blob;
    type Entries = hash_map::IntoIter<String, Self>;
    type Elements = vec::IntoIter<Self>;
    type Texts = vec::IntoIter<String>;
    type Binaries = vec::IntoIter<Blob>;

    fn unpack(self) -> Node<Self> {
        match self {
            Self::S(text) => Node::S(text),
            Self::N(text) => Node::N(text),
            Self::B(bytes) => Node::B(bytes),
            Self::Bool(value) => Node::Bool(value),
            Self::Null(value) => Node::Null(value),
            Self::M(entries) => Node::M(entries.into_iter()),
            Self::L(elements) => Node::L(elements.into_iter()),
            Self::Ss(members) => Node::Ss(members.into_iter()),
            Self::Ns(members) => Node::Ns(members.into_iter()),
            Self::Bs(members) => Node::Bs(members.into_iter()),
            _ => Node::Unknown,
        }
    }

    fn text<'a>(text: String) -> Cow<'a, str> {
        Cow::Owned(text)
    }

    fn bytes<'a>(bytes: Blob) -> Cow<'a, [u8]> {
        Cow::Owned(bytes.into_inner())
    }
}

impl<'v> Source for &'v AttributeValue {
    type Text = &'v String;
    type Bytes = &'v Blob;
    type Entries = hash_map::Iter<'v, String, AttributeValue>;
    type Elements = slice::Iter<'v, AttributeValue>;
    type Texts = slice::Iter<'v, String>;
    type Binaries = slice::Iter<'v, Blob>;

    fn unpack(self) -> Node<Self> {
        match self {
            AttributeValue::S(text) => Node::S(text),
            AttributeValue::N(text) => Node::N(text),
            AttributeValue::B(bytes) => Node::B(bytes),
            AttributeValue::Bool(value) => Node::Bool(*value),
            AttributeValue::Null(value) => Node::Null(*value),
            AttributeValue::M(entries) => Node::M(entries.iter()),
            AttributeValue::L(elements) => Node::L(elements.iter()),
            AttributeValue::Ss(members) => Node::Ss(members.iter()),
            AttributeValue::Ns(members) => Node::Ns(members.iter()),
            AttributeValue::Bs(members) => Node::Bs(members.iter()),
            _ => Node::Unknown,
        }
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
