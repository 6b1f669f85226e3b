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
        let text = value.to_string();
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
        if !matches!(self.open, Some(Frame::NewMap(_))) || absent * 2 > values.len() {
            return write_each(self, names, values);
        }
        // The values are written one by one, as if each were all that is written.
        let outer = std::mem::take(&mut self.outer);
        self.open = None;
        let mut entries = names.template().copy();
        let mut complete = absent == 0;
        for (name, slot) in &mut entries {
            let Some(position) = names.find(name.as_bytes()) else {
                continue;
            };
            let (Some(value), Some(name)) = (values.get(position), names.list().get(position))
            else {
                continue;
            };
            if absent > 0 && value.is_absent() {
                continue;
            }
            if let Err(error) = value.write(self) {
                return Err(first_fault(names, values).unwrap_or_else(|| on_field(error, name)));
            }
            match self.done.take() {
                // What stood there needs no drop.
                Some(value) => std::mem::forget(std::mem::replace(slot, value)),
                None => complete = false,
            }
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
pub fn from_attribute_value<V>(codec: &Codec<V>, value: AttributeValue) -> Result<V, DecodeError> {
    (codec.decode)(&mut TreeDecoder::new(value))
}
