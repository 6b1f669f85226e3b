use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;

use super::TreeDecoder;
use super::template::is_unwritten;
use crate::item::{Write, on_field, write_each};
use crate::value::{Codec, DecodeError, EncodeError, Encoder, Names, SetKind};

enum Frame {
    // Of about that many attributes, and empty as yet.
    NewMap(usize),
    Map {
        entries: HashMap<String, AttributeValue>,
        key: Option<String>,
    },
    List(Vec<AttributeValue>),
    Strings(Vec<String>),
    Numbers(Vec<String>),
    Binaries(Vec<Blob>),
}

/// Builds the SDK's `AttributeValue`s.
#[derive(Default)]
#[expect(
    missing_debug_implementations,
    reason = "holds item contents, which are never printed"
)]
pub struct MapEncoder {
    // What is open, innermost apart from the rest: a flat item needs no allocation for them.
    open: Option<Frame>,
    outer: Vec<Frame>,
    done: Option<AttributeValue>,
}

impl MapEncoder {
    /// An encoder of one value: an attribute's, or an item's as an M.
    pub fn new() -> Self {
        Self::default()
    }

    /// An encoder of the attributes of an item, whose map is open.
    pub(crate) fn in_item(attributes: usize) -> Self {
        Self {
            open: Some(Frame::NewMap(attributes)),
            ..Self::default()
        }
    }

    /// The attributes written into the open map.
    pub(crate) fn into_item(self) -> HashMap<String, AttributeValue> {
        match self.open {
            Some(Frame::Map { entries, .. }) => entries,
            _ => HashMap::new(),
        }
    }

    /// The value written, if there is one; another one can follow.
    pub(crate) fn take(&mut self) -> Option<AttributeValue> {
        self.done.take()
    }

    /// The value written; an error if the codec wrote none.
    pub fn finish(self) -> Result<AttributeValue, EncodeError> {
        self.done
            .ok_or_else(|| EncodeError::new("the codec wrote no value"))
    }

    /// The item written; an error if the codec wrote anything but an M.
    pub fn finish_item(self) -> Result<HashMap<String, AttributeValue>, EncodeError> {
        match self.finish()? {
            AttributeValue::M(item) => Ok(item),
            _ => Err(EncodeError::new("the codec of an item wrote no M")),
        }
    }

    fn push(&mut self, frame: Frame) {
        if let Some(outer) = self.open.replace(frame) {
            self.outer.push(outer);
        }
    }

    fn put(&mut self, value: AttributeValue) {
        match &mut self.open {
            Some(Frame::Map { entries, key }) => {
                if let Some(key) = key.take() {
                    entries.insert(key, value);
                }
            }
            Some(Frame::List(elements)) => elements.push(value),
            Some(Frame::NewMap(_)) => {}
            Some(Frame::Strings(_) | Frame::Numbers(_) | Frame::Binaries(_)) => {
                debug_assert!(false, "a set holds scalars of its own type");
            }
            None => self.done = Some(value),
        }
    }
}

impl Encoder for MapEncoder {
    fn string(&mut self, text: &str) {
        if let Some(Frame::Strings(members)) = &mut self.open {
            members.push(text.to_owned());
        } else {
            self.put(AttributeValue::S(text.to_owned()));
        }
    }

    fn number(&mut self, text: &str) {
        if let Some(Frame::Numbers(members)) = &mut self.open {
            members.push(text.to_owned());
        } else {
            self.put(AttributeValue::N(text.to_owned()));
        }
    }

    fn integer(&mut self, value: i64) {
        let text = itoa::Buffer::new().format(value).to_owned();
        if let Some(Frame::Numbers(members)) = &mut self.open {
            members.push(text);
        } else {
            self.put(AttributeValue::N(text));
        }
    }

    fn binary(&mut self, bytes: &[u8]) {
        if let Some(Frame::Binaries(members)) = &mut self.open {
            members.push(Blob::new(bytes));
        } else {
            self.put(AttributeValue::B(Blob::new(bytes)));
        }
    }

    fn boolean(&mut self, value: bool) {
        self.put(AttributeValue::Bool(value));
    }

    fn null(&mut self) {
        self.put(AttributeValue::Null(true));
    }

    fn open_map(&mut self, len: usize) {
        self.push(Frame::NewMap(len));
    }

    fn key(&mut self, name: &str) {
        match &mut self.open {
            Some(Frame::Map { key, .. }) => *key = Some(name.to_owned()),
            Some(open @ Frame::NewMap(_)) => {
                let Frame::NewMap(len) = *open else { return };
                *open = Frame::Map {
                    entries: HashMap::with_capacity(len),
                    key: Some(name.to_owned()),
                };
            }
            _ => debug_assert!(false, "a key stands in an open map"),
        }
    }

    fn attributes(
        &mut self,
        names: &'static Names,
        values: &[&dyn Write],
    ) -> Result<(), EncodeError> {
        let absent = values.iter().filter(|value| value.is_absent()).count();
        // An attribute that is taken out again costs as much as one that is put in.
        let is_sparse = absent * 2 > values.len();
        let template = match (&self.open, names.template()) {
            (Some(Frame::NewMap(_)), Some(template)) if !is_sparse => template,
            _ => return write_each(self, names, values),
        };
        // The values are written one by one, as if each were all that is written.
        let outer = std::mem::take(&mut self.outer);
        self.open = None;
        let (mut entries, order) = template.copy();
        let mut complete = absent == 0;
        for (slot, position) in entries.values_mut().zip(order) {
            let Some(value) = values.get(*position) else {
                complete = false;
                continue;
            };
            if absent > 0 && value.is_absent() {
                continue;
            }
            let mut filling = Filling { slot, inner: self };
            if let Err(error) = value.write(&mut filling) {
                let name = names.list().get(*position).copied().unwrap_or_default();
                return Err(first_fault(names, values).unwrap_or_else(|| on_field(error, name)));
            }
            complete &= !is_unwritten(slot);
        }
        if !complete {
            entries.retain(|_, value| !is_unwritten(value));
        }
        self.outer = outer;
        self.open = Some(Frame::Map { entries, key: None });
        Ok(())
    }

    fn open_list(&mut self, len: usize) {
        self.push(Frame::List(Vec::with_capacity(len)));
    }

    fn open_set(&mut self, kind: SetKind, len: usize) {
        self.push(match kind {
            SetKind::Strings => Frame::Strings(Vec::with_capacity(len)),
            SetKind::Numbers => Frame::Numbers(Vec::with_capacity(len)),
            SetKind::Binaries => Frame::Binaries(Vec::with_capacity(len)),
        });
    }

    fn close(&mut self) {
        let closed = std::mem::replace(&mut self.open, self.outer.pop());
        let value = match closed {
            Some(Frame::NewMap(_)) => AttributeValue::M(HashMap::new()),
            Some(Frame::Map { entries, .. }) => AttributeValue::M(entries),
            Some(Frame::List(elements)) => AttributeValue::L(elements),
            Some(Frame::Strings(members)) => AttributeValue::Ss(members),
            Some(Frame::Numbers(members)) => AttributeValue::Ns(members),
            Some(Frame::Binaries(members)) => AttributeValue::Bs(members),
            None => {
                debug_assert!(false, "nothing is open");
                return;
            }
        };
        self.put(value);
    }
}

/// Writes the value of one attribute into its place.
struct Filling<'a> {
    slot: &'a mut AttributeValue,
    /// Writes what is in an M, an L or a set; nothing of it is open before and after.
    inner: &'a mut MapEncoder,
}

impl Filling<'_> {
    #[inline]
    fn fill(&mut self, value: AttributeValue) {
        let before = std::mem::replace(self.slot, value);
        if is_unwritten(&before) {
            // It needs no drop.
            std::mem::forget(before);
        }
    }

    #[inline]
    fn is_nested(&self) -> bool {
        self.inner.open.is_some()
    }
}

impl Encoder for Filling<'_> {
    fn string(&mut self, text: &str) {
        if self.is_nested() {
            return self.inner.string(text);
        }
        self.fill(AttributeValue::S(text.to_owned()));
    }

    fn number(&mut self, text: &str) {
        if self.is_nested() {
            return self.inner.number(text);
        }
        self.fill(AttributeValue::N(text.to_owned()));
    }

    fn integer(&mut self, value: i64) {
        if self.is_nested() {
            return self.inner.integer(value);
        }
        let text = itoa::Buffer::new().format(value).to_owned();
        self.fill(AttributeValue::N(text));
    }

    fn binary(&mut self, bytes: &[u8]) {
        if self.is_nested() {
            return self.inner.binary(bytes);
        }
        self.fill(AttributeValue::B(Blob::new(bytes)));
    }

    fn boolean(&mut self, value: bool) {
        if self.is_nested() {
            return self.inner.boolean(value);
        }
        self.fill(AttributeValue::Bool(value));
    }

    fn null(&mut self) {
        if self.is_nested() {
            return self.inner.null();
        }
        self.fill(AttributeValue::Null(true));
    }

    fn open_map(&mut self, len: usize) {
        self.inner.open_map(len);
    }

    fn key(&mut self, name: &str) {
        self.inner.key(name);
    }

    fn attributes(
        &mut self,
        names: &'static Names,
        values: &[&dyn Write],
    ) -> Result<(), EncodeError> {
        self.inner.attributes(names, values)
    }

    fn open_list(&mut self, len: usize) {
        self.inner.open_list(len);
    }

    fn open_set(&mut self, kind: SetKind, len: usize) {
        self.inner.open_set(kind, len);
    }

    fn close(&mut self) {
        self.inner.close();
        if let Some(value) = self.inner.done.take() {
            self.fill(value);
        }
    }
}

/// The error of the first field that has one, since the map yields them in any order.
#[cold]
fn first_fault(names: &Names, values: &[&dyn Write]) -> Option<EncodeError> {
    let present = |(_, value): &(_, &&dyn Write)| !value.is_absent();
    let mut fields = names.list().iter().zip(values).filter(present);
    fields.find_map(|(name, value)| {
        let fault = value.write(&mut MapEncoder::new()).err()?;
        Some(on_field(fault, name))
    })
}

/// Writes one value as the SDK's `AttributeValue`, as an expression needs it.
pub fn to_attribute_value<V>(codec: &Codec<V>, value: &V) -> Result<AttributeValue, EncodeError> {
    let mut encoder = MapEncoder::new();
    (codec.encode)(value, &mut encoder)?;
    encoder.finish()
}

/// Reads one value from the SDK's `AttributeValue`.
pub fn from_attribute_value<V>(
    codec: &Codec<V>,
    mut value: AttributeValue,
) -> Result<V, DecodeError> {
    (codec.decode)(&mut TreeDecoder::new(&mut value))
}
