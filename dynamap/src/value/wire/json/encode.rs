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

    /// The text, with what was written appended.
    pub fn finish(self) -> String {
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
    fn text(&mut self, header: &str, write: impl FnOnce(&mut String)) {
        self.begin();
        let (before, after) = match &self.open {
            Some(frame) if frame.kind == Container::Set => ("\"", "\""),
            _ => (header, "\"}"),
        };
        self.out.push_str(before);
        write(&mut self.out);
        self.out.push_str(after);
    }

    fn push(&mut self, header: &str, kind: Container) {
        self.begin();
        self.out.push_str(header);
        let frame = Frame {
            kind,
            first: true,
            pending: None,
        };
        if let Some(outer) = self.open.replace(frame) {
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
        self.drop_pending();
        let Some(mut frame) = self.open.take() else {
            debug_assert!(false, "attributes stand in an open map");
            return Ok(());
        };
        // The values are written one by one, as if each were all that is written.
        let outer = std::mem::take(&mut self.outer);
        for ((name, json), value) in names.list().iter().zip(names.json(name)).zip(values) {
            if value.is_absent() {
                continue;
            }
            let start = self.out.len();
            self.out
                .push_str(json.get(usize::from(frame.first)..).unwrap_or_default());
            let before = self.out.len();
            value.write(self).map_err(|error| on_field(error, name))?;
            if self.out.len() == before {
                self.out.truncate(start);
            } else {
                frame.first = false;
            }
        }
        self.outer = outer;
        self.open = Some(frame);
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
