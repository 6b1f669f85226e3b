use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::escape::{write_escaped, write_string};
use crate::item::{Write, on_field};
use crate::value::{EncodeError, Encoder, Names, SetKind};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Item,
    Map,
    List,
    Set,
}

struct Frame {
    kind: Container,
    first: bool,
    /// Where the text ended before the name of the next value, while that value is not written.
    pending: Option<usize>,
}

impl Frame {
    fn new(kind: Container) -> Self {
        Self {
            kind,
            first: true,
            pending: None,
        }
    }
}

/// Writes DynamoDB JSON.
#[expect(
    missing_debug_implementations,
    reason = "holds item contents, which are never printed"
)]
pub struct JsonEncoder {
    out: String,
    // What is open, innermost apart from the rest: a flat item needs no allocation for them.
    open: Option<Frame>,
    outer: Vec<Frame>,
    /// The next map is an item.
    item: bool,
}

impl JsonEncoder {
    /// An encoder of an item, `{"pk":{"S":"a"}}`, which appends to `out`.
    pub fn item(out: String) -> Self {
        Self {
            out,
            open: None,
            outer: Vec::new(),
            item: true,
        }
    }

    /// An encoder of a value, `{"S":"a"}`, which appends to `out`.
    pub fn value(out: String) -> Self {
        Self {
            item: false,
            ..Self::item(out)
        }
    }

    /// An encoder in the open map of an item of about so many attributes.
    pub(crate) fn in_item(attributes: usize) -> Self {
        // What an attribute mostly takes.
        const BYTES: usize = 64;
        let mut out = String::with_capacity(attributes * BYTES);
        out.push('{');
        Self::going_on(out)
    }

    /// Goes on in the open map of an item, behind what another encoder wrote of it.
    pub(crate) fn going_on(text: String) -> Self {
        let first = text.len() <= 1;
        Self {
            open: Some(Frame {
                first,
                ..Frame::new(Container::Item)
            }),
            ..Self::value(text)
        }
    }

    /// Writes one of the names into the open map, with its value.
    pub(crate) fn attribute(
        &mut self,
        names: &'static Names,
        position: usize,
        value: &dyn Write,
    ) -> Result<(), EncodeError> {
        let json = names.json(name).get(position);
        self.named(json.map_or("", |json| json), value)
    }

    /// Writes a value behind its name, `,"name":`.
    #[inline]
    fn named(&mut self, name: &str, value: &dyn Write) -> Result<(), EncodeError> {
        self.drop_pending();
        if let Some(frame) = &mut self.open {
            frame.pending = Some(self.out.len());
            let name = name.get(usize::from(frame.first)..).unwrap_or_default();
            self.out.push_str(name);
        } else {
            debug_assert!(false, "an attribute stands in an open map");
        }
        value.write(self)
    }

    /// The text, with what was written appended.
    pub fn finish(mut self) -> String {
        self.drop_pending();
        self.out
    }

    /// Writes what stands before a value: a comma, if its name did not bring one.
    #[inline]
    fn begin(&mut self) {
        if let Some(frame) = &mut self.open {
            let named = frame.pending.take().is_some();
            if !named && !frame.first {
                self.out.push(',');
            }
            frame.first = false;
        }
    }

    /// Writes a value whose payload is a string: what stands before the payload, the payload.
    #[inline]
    fn text(&mut self, header: &'static str, write: impl FnOnce(&mut String)) {
        self.begin();
        // Texts of known lengths on either branch, which cost no call.
        if let Some(frame) = &self.open
            && frame.kind == Container::Set
        {
            self.out.push('"');
            write(&mut self.out);
            self.out.push('"');
        } else {
            self.out.push_str(header);
            write(&mut self.out);
            self.out.push_str("\"}");
        }
    }

    fn push(&mut self, header: &str, kind: Container) {
        self.begin();
        self.out.push_str(header);
        if let Some(outer) = self.open.replace(Frame::new(kind)) {
            self.outer.push(outer);
        }
    }

    /// Takes back the name of a value that was not written after all.
    fn drop_pending(&mut self) {
        if let Some(frame) = &mut self.open
            && let Some(end) = frame.pending.take()
        {
            self.out.truncate(end);
        }
    }
}

/// A name with what stands around it, `,"name":`.
fn name(name: &str) -> Box<str> {
    let mut json = String::from(",");
    write_string(name, &mut json);
    json.push(':');
    json.into()
}

impl Encoder for JsonEncoder {
    fn string(&mut self, text: &str) {
        self.text("{\"S\":\"", |out| write_escaped(text, out));
    }

    fn number(&mut self, text: &str) {
        self.text("{\"N\":\"", |out| write_escaped(text, out));
    }

    fn integer(&mut self, value: i64) {
        self.text("{\"N\":\"", |out| {
            out.push_str(itoa::Buffer::new().format(value));
        });
    }

    fn binary(&mut self, bytes: &[u8]) {
        self.text("{\"B\":\"", |out| BASE64_STANDARD.encode_string(bytes, out));
    }

    fn boolean(&mut self, value: bool) {
        self.begin();
        self.out.push_str(if value {
            "{\"BOOL\":true}"
        } else {
            "{\"BOOL\":false}"
        });
    }

    fn null(&mut self) {
        self.begin();
        self.out.push_str("{\"NULL\":true}");
    }

    fn open_map(&mut self, _len: usize) {
        if std::mem::replace(&mut self.item, false) {
            self.push("{", Container::Item);
        } else {
            self.push("{\"M\":{", Container::Map);
        }
    }

    fn key(&mut self, name: &str) {
        self.drop_pending();
        if let Some(frame) = &mut self.open {
            frame.pending = Some(self.out.len());
            if !frame.first {
                self.out.push(',');
            }
            write_string(name, &mut self.out);
            self.out.push(':');
        } else {
            debug_assert!(false, "a key stands in an open map");
        }
    }

    fn attributes(
        &mut self,
        names: &'static Names,
        values: &[&dyn Write],
    ) -> Result<(), EncodeError> {
        for ((name, json), value) in names.list().iter().zip(names.json(name)).zip(values) {
            if !value.is_absent() {
                self.named(json, *value)
                    .map_err(|error| on_field(error, name))?;
            }
        }
        Ok(())
    }

    fn open_list(&mut self, _len: usize) {
        self.push("{\"L\":[", Container::List);
    }

    fn open_set(&mut self, kind: SetKind, _len: usize) {
        let header = match kind {
            SetKind::Strings => "{\"SS\":[",
            SetKind::Numbers => "{\"NS\":[",
            SetKind::Binaries => "{\"BS\":[",
        };
        self.push(header, Container::Set);
    }

    fn close(&mut self) {
        self.drop_pending();
        let closed = std::mem::replace(&mut self.open, self.outer.pop());
        match closed.map(|frame| frame.kind) {
            Some(Container::Item) => self.out.push('}'),
            Some(Container::Map) => self.out.push_str("}}"),
            Some(Container::List | Container::Set) => self.out.push_str("]}"),
            None => debug_assert!(false, "nothing is open"),
        }
    }
}
