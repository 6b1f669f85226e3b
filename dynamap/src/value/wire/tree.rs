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
    /// An M as it was taken apart.
    type Map;
    /// The attributes of an M, one after the other.
    type Entries: Iterator<Item = (Self::Text, Self)>;
    /// The elements of an L.
    type Elements: Iterator<Item = Self>;
    /// The members of an SS or NS.
    type Texts: Iterator<Item = Self::Text>;
    /// The members of a BS.
    type Binaries: Iterator<Item = Self::Bytes>;

    /// Takes one value apart.
    fn unpack(self) -> Node<Self>;

    /// The attributes of an M.
    fn entries(map: Self::Map) -> Self::Entries;

    /// The S under a name, the type of what else is there, or `None` if nothing is.
    fn text_of<'m>(map: &'m Self::Map, name: &str) -> Option<Result<&'m str, DecodeError>>;

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
    // What was entered, innermost apart from the rest: a flat item needs no allocation for them.
    open: Option<Frame<V>>,
    outer: Vec<Frame<V>>,
}

impl<V: Source> TreeDecoder<V> {
    /// A decoder of one value.
    pub fn new(value: V) -> Self {
        Self::at(value.unpack())
    }

    /// A decoder of the attributes of an item; the value under the cursor is an M.
    pub fn map(map: V::Map) -> Self {
        Self::at(Node::M(map))
    }

    fn at(node: Node<V>) -> Self {
        Self {
            current: Some(node),
            open: None,
            outer: Vec::new(),
        }
    }

    fn enter(&mut self, frame: Frame<V>) {
        if let Some(outer) = self.open.replace(frame) {
            self.outer.push(outer);
        }
    }

    fn leave(&mut self) {
        self.open = self.outer.pop();
    }

    /// How many maps, lists and sets are open.
    fn depth(&self) -> usize {
        self.outer.len() + usize::from(self.open.is_some())
    }
}

impl TreeDecoder<AttributeValue> {
    /// A decoder of an item, whose texts are moved; the value under the cursor is an M.
    pub fn item(item: HashMap<String, AttributeValue>) -> Self {
        Self::map(item)
    }
}

impl<'a> TreeDecoder<&'a AttributeValue> {
    /// A decoder of a borrowed item; the value under the cursor is an M.
    pub fn item_ref(item: &'a HashMap<String, AttributeValue>) -> Self {
        Self::map(item)
    }
}

fn nothing() -> DecodeError {
    DecodeError::new("a value", "nothing")
}

#[cold]
fn mismatch<V: Source, T>(expected: WireType, found: Option<&Node<V>>) -> Result<T, DecodeError> {
    let found = found.ok_or_else(nothing)?.wire_type()?;
    Err(DecodeError::wrong_type(expected, found))
}

impl<V: Source> Decoder for TreeDecoder<V> {
    fn wire_type(&mut self) -> Result<WireType, DecodeError> {
        self.current.as_ref().ok_or_else(nothing)?.wire_type()
    }

    fn string(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        match self.current.take() {
            Some(Node::S(text)) => Ok(V::text(text)),
            other => mismatch(WireType::S, other.as_ref()),
        }
    }

    fn number(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        match self.current.take() {
            Some(Node::N(text)) => Ok(V::text(text)),
            other => mismatch(WireType::N, other.as_ref()),
        }
    }

    fn binary(&mut self) -> Result<Cow<'_, [u8]>, DecodeError> {
        match self.current.take() {
            Some(Node::B(bytes)) => Ok(V::bytes(bytes)),
            other => mismatch(WireType::B, other.as_ref()),
        }
    }

    fn boolean(&mut self) -> Result<bool, DecodeError> {
        match self.current.take() {
            Some(Node::Bool(value)) => Ok(value),
            other => mismatch(WireType::Bool, other.as_ref()),
        }
    }

    fn null(&mut self) -> Result<(), DecodeError> {
        match self.current.take() {
            Some(Node::Null(true)) => Ok(()),
            other => mismatch(WireType::Null, other.as_ref()),
        }
    }

    fn open_map(&mut self) -> Result<(), DecodeError> {
        match self.current.take() {
            Some(Node::M(map)) => {
                self.enter(Frame::Entries(V::entries(map)));
                Ok(())
            }
            other => mismatch(WireType::M, other.as_ref()),
        }
    }

    fn next_key(&mut self) -> Result<Option<Cow<'_, str>>, DecodeError> {
        let Some(Frame::Entries(entries)) = &mut self.open else {
            return Err(DecodeError::new("an open map", "something else"));
        };
        if let Some((name, value)) = entries.next() {
            self.current = Some(value.unpack());
            Ok(Some(V::text(name)))
        } else {
            self.leave();
            Ok(None)
        }
    }

    fn peek_text(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        match &self.current {
            Some(Node::M(map)) => V::text_of(map, name)
                .transpose()
                .map(|text| text.map(Cow::Borrowed)),
            other => mismatch(WireType::M, other.as_ref()),
        }
    }

    fn open_list(&mut self) -> Result<(), DecodeError> {
        match self.current.take() {
            Some(Node::L(elements)) => {
                self.enter(Frame::Elements(elements));
                Ok(())
            }
            other => mismatch(WireType::L, other.as_ref()),
        }
    }

    fn open_set(&mut self, kind: SetKind) -> Result<(), DecodeError> {
        let frame = match (kind, self.current.take()) {
            (SetKind::Strings, Some(Node::Ss(members))) => Frame::Strings(members),
            (SetKind::Numbers, Some(Node::Ns(members))) => Frame::Numbers(members),
            (SetKind::Binaries, Some(Node::Bs(members))) => Frame::Binaries(members),
            (kind, other) => return mismatch(kind.wire_type(), other.as_ref()),
        };
        self.enter(frame);
        Ok(())
    }

    fn next_element(&mut self) -> Result<bool, DecodeError> {
        let next = match &mut self.open {
            Some(Frame::Elements(elements)) => elements.next().map(V::unpack),
            Some(Frame::Strings(members)) => members.next().map(Node::S),
            Some(Frame::Numbers(members)) => members.next().map(Node::N),
            Some(Frame::Binaries(members)) => members.next().map(Node::B),
            Some(Frame::Entries(_)) | None => {
                return Err(DecodeError::new("an open list or set", "something else"));
            }
        };
        if next.is_none() {
            self.leave();
        }
        self.current = next;
        Ok(self.current.is_some())
    }

    // Goes through the value, so that what one wire refuses every wire refuses.
    fn skip(&mut self) -> Result<(), DecodeError> {
        let outer = self.depth();
        loop {
            let node = self.current.take().ok_or_else(nothing)?;
            node.wire_type()?;
            match node {
                Node::M(map) => self.enter(Frame::Entries(V::entries(map))),
                Node::L(elements) => self.enter(Frame::Elements(elements)),
                _ => {}
            }
            loop {
                if self.depth() == outer {
                    return Ok(());
                }
                let more = match self.open {
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

fn text_of<'m>(
    map: &'m HashMap<String, AttributeValue>,
    name: &str,
) -> Option<Result<&'m str, DecodeError>> {
    Some(match map.get(name)? {
        AttributeValue::S(text) => Ok(text),
        other => other
            .unpack()
            .wire_type()
            .and_then(|found| Err(DecodeError::wrong_type(WireType::S, found))),
    })
}

impl Source for AttributeValue {
    type Text = String;
    type Bytes = Blob;
    type Map = HashMap<String, Self>;
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
            Self::M(entries) => Node::M(entries),
            Self::L(elements) => Node::L(elements.into_iter()),
            Self::Ss(members) => Node::Ss(members.into_iter()),
            Self::Ns(members) => Node::Ns(members.into_iter()),
            Self::Bs(members) => Node::Bs(members.into_iter()),
            _ => Node::Unknown,
        }
    }

    fn entries(map: Self::Map) -> Self::Entries {
        map.into_iter()
    }

    fn text_of<'m>(map: &'m Self::Map, name: &str) -> Option<Result<&'m str, DecodeError>> {
        text_of(map, name)
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
    type Map = &'v HashMap<String, AttributeValue>;
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
