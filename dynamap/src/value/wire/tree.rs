use std::borrow::Cow;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::source::{Node, Source};
use crate::item::{Read, of_field};
use crate::value::text::plain_integer;
use crate::value::{DecodeError, Decoder, Names, SetKind, WireType};

enum Frame<V: Source> {
    Entries(V::Entries),
    Elements(V::Elements),
    Strings(V::Texts),
    Numbers(V::Texts),
    Binaries(V::Binaries),
}

/// What is under the cursor.
enum Current<V> {
    Value(V),
    /// The attributes of an item, as an M.
    Item,
    /// The next member of the open set.
    Member,
    Nothing,
}

/// Reads a tree of attribute values in one pass, in the order in which its maps yield them.
#[expect(
    missing_debug_implementations,
    reason = "holds item contents, which are never printed"
)]
pub struct TreeDecoder<V: Source> {
    current: Current<V>,
    item: Option<V::Map>,
    // What was entered, innermost apart from the rest: a flat item needs no allocation for them.
    open: Option<Frame<V>>,
    outer: Vec<Frame<V>>,
}

impl<V: Source> TreeDecoder<V> {
    /// A decoder of one value.
    pub fn new(value: V) -> Self {
        Self {
            current: Current::Value(value),
            item: None,
            open: None,
            outer: Vec::new(),
        }
    }

    /// A decoder of the attributes of an item; the value under the cursor is an M.
    pub fn map(map: V::Map) -> Self {
        Self {
            current: Current::Item,
            item: Some(map),
            open: None,
            outer: Vec::new(),
        }
    }

    #[inline]
    fn found(&self) -> Result<WireType, DecodeError> {
        match (&self.current, &self.open) {
            (Current::Value(value), _) => value.wire_type(),
            (Current::Item, _) => Ok(WireType::M),
            (Current::Member, Some(Frame::Strings(_))) => Ok(WireType::S),
            (Current::Member, Some(Frame::Numbers(_))) => Ok(WireType::N),
            (Current::Member, Some(Frame::Binaries(_))) => Ok(WireType::B),
            (Current::Member | Current::Nothing, _) => Err(nothing()),
        }
    }

    #[inline]
    fn take(&mut self) -> Result<Node<V>, DecodeError> {
        match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Value(value) => Ok(value.unpack()),
            other => self.take_other(other),
        }
    }

    #[inline(never)]
    fn take_other(&mut self, current: Current<V>) -> Result<Node<V>, DecodeError> {
        let node = match (current, &mut self.open) {
            (Current::Item, _) => self.item.take().map(Node::M),
            (Current::Member, Some(Frame::Strings(members))) => members.next().map(Node::S),
            (Current::Member, Some(Frame::Numbers(members))) => members.next().map(Node::N),
            (Current::Member, Some(Frame::Binaries(members))) => members.next().map(Node::B),
            _ => None,
        };
        node.ok_or_else(nothing)
    }

    /// The error of a value that is not of the type `expected`.
    #[cold]
    fn mismatch(&self, expected: WireType) -> DecodeError {
        match self.found() {
            Ok(found) => DecodeError::wrong_type(expected, found),
            Err(error) => error,
        }
    }

    /// Takes a value of the type `expected`.
    #[inline]
    fn take_as(&mut self, expected: WireType) -> Result<Node<V>, DecodeError> {
        if self.found().is_ok_and(|found| found == expected) {
            self.take()
        } else {
            Err(self.mismatch(expected))
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

    /// Reads the attributes of the open map in the order of the slots: a map yields them in another order
    /// each time, in which a processor cannot foresee what is read next.
    fn read_sorted(
        &mut self,
        names: &'static Names,
        slots: &mut [&mut dyn Read],
        sorted: &mut [Option<V>],
    ) -> Result<(), DecodeError> {
        let Some(Frame::Entries(entries)) = self.open.take() else {
            return Err(not_in_a_map());
        };
        // Each value is read as if it were all that there is.
        let outer = std::mem::take(&mut self.outer);
        for (name, value) in entries {
            let position = names.find(name.as_ref().as_bytes());
            if let Some(place) = position.and_then(|position| sorted.get_mut(position)) {
                *place = Some(value);
            } else {
                self.current = Current::Value(value);
                self.skip()?;
            }
        }
        let mut missing = None;
        for (position, (slot, value)) in slots.iter_mut().zip(sorted).enumerate() {
            if let Some(value) = value.take() {
                self.current = Current::Value(value);
                slot.read(self)
                    .map_err(|error| of_field(error, names, position))?;
            } else if !slot.fill() {
                missing = missing.or(names.list().get(position));
            }
        }
        if let Some(name) = missing {
            return Err(DecodeError::missing(name));
        }
        self.outer = outer;
        self.leave();
        Ok(())
    }

    /// Moves to the next attribute of the open map, or leaves it.
    #[inline]
    fn next_entry(&mut self) -> Result<Option<V::Name>, DecodeError> {
        let Some(Frame::Entries(entries)) = &mut self.open else {
            return Err(not_in_a_map());
        };
        if let Some((name, value)) = entries.next() {
            self.current = Current::Value(value);
            Ok(Some(name))
        } else {
            self.leave();
            Ok(None)
        }
    }
}

impl<'v> TreeDecoder<&'v mut AttributeValue> {
    /// A decoder of an item, whose texts are moved; the value under the cursor is an M.
    pub fn item(item: &'v mut HashMap<String, AttributeValue>) -> Self {
        Self::map(item)
    }
}

impl<'a> TreeDecoder<&'a AttributeValue> {
    /// A decoder of a borrowed item; the value under the cursor is an M.
    pub fn item_ref(item: &'a HashMap<String, AttributeValue>) -> Self {
        Self::map(item)
    }
}

#[cold]
fn not_in_a_map() -> DecodeError {
    DecodeError::new("an open map", "something else")
}

#[cold]
fn nothing() -> DecodeError {
    DecodeError::new("a value", "nothing")
}

impl<V: Source> Decoder for TreeDecoder<V> {
    fn wire_type(&mut self) -> Result<WireType, DecodeError> {
        self.found()
    }

    fn string(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        if let Current::Value(_) = &self.current
            && let Current::Value(value) = std::mem::replace(&mut self.current, Current::Nothing)
        {
            match value.into_string() {
                Ok(text) => return Ok(V::text(text)),
                Err(value) => self.current = Current::Value(value),
            }
        }
        match self.take_as(WireType::S)? {
            Node::S(text) => Ok(V::text(text)),
            _ => Err(nothing()),
        }
    }

    fn number(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        match self.take_as(WireType::N)? {
            Node::N(text) => Ok(V::text(text)),
            _ => Err(nothing()),
        }
    }

    fn plain_integer(&mut self) -> Option<i64> {
        let Current::Value(value) = &self.current else {
            return None;
        };
        let integer = plain_integer(value.number()?.as_bytes())?;
        self.current = Current::Nothing;
        Some(integer)
    }

    fn binary(&mut self) -> Result<Cow<'_, [u8]>, DecodeError> {
        match self.take_as(WireType::B)? {
            Node::B(bytes) => Ok(V::bytes(bytes)),
            _ => Err(nothing()),
        }
    }

    fn boolean(&mut self) -> Result<bool, DecodeError> {
        match self.take_as(WireType::Bool)? {
            Node::Bool(value) => Ok(value),
            _ => Err(nothing()),
        }
    }

    fn null(&mut self) -> Result<(), DecodeError> {
        self.take_as(WireType::Null).map(drop)
    }

    fn open_map(&mut self) -> Result<(), DecodeError> {
        if let Node::M(map) = self.take_as(WireType::M)? {
            self.enter(Frame::Entries(V::entries(map)));
        }
        Ok(())
    }

    fn next_key(&mut self) -> Result<Option<Cow<'_, str>>, DecodeError> {
        Ok(self.next_entry()?.map(V::name))
    }

    fn attributes(
        &mut self,
        names: &'static Names,
        slots: &mut [&mut dyn Read],
    ) -> Result<(), DecodeError> {
        /// Structs of more fields take an allocation.
        const FIELDS: usize = 16;
        if let Some(values) = [const { None }; FIELDS].get_mut(..slots.len()) {
            return self.read_sorted(names, slots, values);
        }
        let mut values = Vec::new();
        values.resize_with(slots.len(), || None);
        self.read_sorted(names, slots, &mut values)
    }

    fn peek_text(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        let text = match (&self.current, &self.item) {
            (Current::Value(value), _) => value.peek_text(name)?,
            (Current::Item, Some(map)) => V::text_of(map, name).transpose()?,
            _ => return Err(self.mismatch(WireType::M)),
        };
        Ok(text.map(Cow::Borrowed))
    }

    fn open_list(&mut self) -> Result<(), DecodeError> {
        if let Node::L(elements) = self.take_as(WireType::L)? {
            self.enter(Frame::Elements(elements));
        }
        Ok(())
    }

    fn remaining(&self) -> usize {
        match &self.open {
            Some(Frame::Elements(elements)) => elements.size_hint().0,
            _ => 0,
        }
    }

    fn open_set(&mut self, kind: SetKind) -> Result<(), DecodeError> {
        let frame = match self.take_as(kind.wire_type())? {
            Node::Ss(members) => Frame::Strings(members),
            Node::Ns(members) => Frame::Numbers(members),
            Node::Bs(members) => Frame::Binaries(members),
            _ => return Err(nothing()),
        };
        self.enter(frame);
        Ok(())
    }

    fn next_element(&mut self) -> Result<bool, DecodeError> {
        if let Current::Member = self.current {
            // The last member was not read.
            self.take()?;
        }
        let next = match &mut self.open {
            Some(Frame::Elements(elements)) => elements.next().map(Current::Value),
            Some(Frame::Strings(members) | Frame::Numbers(members)) => {
                (members.len() > 0).then_some(Current::Member)
            }
            Some(Frame::Binaries(members)) => (members.len() > 0).then_some(Current::Member),
            Some(Frame::Entries(_)) | None => {
                return Err(DecodeError::new("an open list or set", "something else"));
            }
        };
        match next {
            Some(next) => {
                self.current = next;
                Ok(true)
            }
            None => {
                self.leave();
                Ok(false)
            }
        }
    }

    // Goes through the value, so that what one wire refuses every wire refuses.
    fn skip(&mut self) -> Result<(), DecodeError> {
        let outer = self.depth();
        loop {
            self.found()?;
            match self.take()? {
                Node::M(map) => self.enter(Frame::Entries(V::entries(map))),
                Node::L(elements) => self.enter(Frame::Elements(elements)),
                _ => {}
            }
            loop {
                if self.depth() == outer {
                    return Ok(());
                }
                let more = match self.open {
                    Some(Frame::Entries(_)) => self.next_entry()?.is_some(),
                    _ => self.next_element()?,
                };
                if more {
                    break;
                }
            }
        }
    }
}
