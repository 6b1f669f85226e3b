//! A wire of one value.

use std::borrow::Cow;

use crate::item::{Read, Write, read_each};
use crate::value::{Codec, DecodeError, Decoder, EncodeError, Encoder, Names, SetKind, WireType};

/// The scalar values a time can meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    N(String),
    S(String),
    Null,
}

pub(super) fn n(text: &str) -> Value {
    Value::N(text.to_owned())
}

pub(super) fn s(text: &str) -> Value {
    Value::S(text.to_owned())
}

pub(super) fn encode<V>(codec: Codec<V>, value: &V) -> Result<Value, EncodeError> {
    let mut writer = Writer(None);
    (codec.encode)(value, &mut writer)?;
    Ok(writer.0.expect("a value was written"))
}

pub(super) fn decode<V>(codec: Codec<V>, value: Value) -> Result<V, DecodeError> {
    (codec.decode)(&mut Reader(value))
}

struct Writer(Option<Value>);

impl Writer {
    fn put(&mut self, value: Value) {
        assert!(self.0.replace(value).is_none(), "one value alone");
    }
}

impl Encoder for Writer {
    fn string(&mut self, text: &str) {
        self.put(s(text));
    }
    fn number(&mut self, text: &str) {
        self.put(n(text));
    }
    fn null(&mut self) {
        self.put(Value::Null);
    }
    fn binary(&mut self, _: &[u8]) {
        panic!("a time is no B");
    }
    fn boolean(&mut self, _: bool) {
        panic!("a time is no BOOL");
    }
    fn open_map(&mut self, _: usize) {
        panic!("a time is no M");
    }
    fn key(&mut self, _: &str) {
        panic!("a time is no M");
    }
    fn attributes(&mut self, _: &'static Names, _: &[&dyn Write]) -> Result<(), EncodeError> {
        panic!("a time is no M");
    }
    fn open_list(&mut self, _: usize) {
        panic!("a time is no L");
    }
    fn open_set(&mut self, _: SetKind, _: usize) {
        panic!("a time is no set");
    }
    fn close(&mut self) {
        panic!("nothing was opened");
    }
}

struct Reader(Value);

impl Reader {
    fn found(&self) -> WireType {
        match self.0 {
            Value::N(_) => WireType::N,
            Value::S(_) => WireType::S,
            Value::Null => WireType::Null,
        }
    }

    fn wrong<T>(&self, expected: WireType) -> Result<T, DecodeError> {
        Err(DecodeError::wrong_type(expected, self.found()))
    }
}

impl Decoder for Reader {
    fn attributes(
        &mut self,
        names: &'static Names,
        slots: &mut [&mut dyn Read],
    ) -> Result<(), DecodeError> {
        read_each(self, names, slots)
    }

    fn wire_type(&mut self) -> Result<WireType, DecodeError> {
        Ok(self.found())
    }
    fn string(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        match &self.0 {
            Value::S(text) => Ok(Cow::Borrowed(text)),
            _ => self.wrong(WireType::S),
        }
    }
    fn number(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        match &self.0 {
            Value::N(text) => Ok(Cow::Borrowed(text)),
            _ => self.wrong(WireType::N),
        }
    }
    fn null(&mut self) -> Result<(), DecodeError> {
        match &self.0 {
            Value::Null => Ok(()),
            _ => self.wrong(WireType::Null),
        }
    }
    fn binary(&mut self) -> Result<Cow<'_, [u8]>, DecodeError> {
        self.wrong(WireType::B)
    }
    fn boolean(&mut self) -> Result<bool, DecodeError> {
        self.wrong(WireType::Bool)
    }
    fn open_map(&mut self) -> Result<(), DecodeError> {
        self.wrong(WireType::M)
    }
    fn next_key(&mut self) -> Result<Option<Cow<'_, str>>, DecodeError> {
        self.wrong(WireType::M)
    }
    fn peek_text(&mut self, _: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        self.wrong(WireType::M)
    }
    fn open_list(&mut self) -> Result<(), DecodeError> {
        self.wrong(WireType::L)
    }
    fn open_set(&mut self, kind: SetKind) -> Result<(), DecodeError> {
        self.wrong(kind.wire_type())
    }
    fn next_element(&mut self) -> Result<bool, DecodeError> {
        self.wrong(WireType::L)
    }
    fn skip(&mut self) -> Result<(), DecodeError> {
        Ok(())
    }
}
