use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::escape::write_string;
use crate::value::{Encoder, SetKind};

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
    frames: Vec<Frame>,
    item: bool,
}

impl JsonEncoder {
    /// An encoder of an item, `{"pk":{"S":"a"}}`, which appends to `out`.
    pub fn item(out: String) -> Self {
        Self {
            out,
            frames: Vec::new(),
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
    fn begin(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            let named = frame.pending.take().is_some();
            if !named && !frame.first {
                self.out.push(',');
            }
            frame.first = false;
        }
    }

    fn is_member(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| frame.kind == Container::Set)
    }

    fn text(&mut self, header: &str, write: impl FnOnce(&mut String)) {
        self.begin();
        if self.is_member() {
            write(&mut self.out);
        } else {
            self.out.push_str(header);
            write(&mut self.out);
            self.out.push('}');
        }
    }

    fn open(&mut self, header: &str, kind: Container) {
        self.begin();
        self.out.push_str(header);
        self.frames.push(Frame {
            kind,
            first: true,
            pending: None,
        });
    }

    /// Takes back the name of a value that was not written after all.
    fn drop_pending(&mut self) {
        if let Some(frame) = self.frames.last_mut()
            && let Some(end) = frame.pending.take()
        {
            self.out.truncate(end);
        }
    }
}

impl Encoder for JsonEncoder {
    fn string(&mut self, text: &str) {
        self.text("{\"S\":", |out| write_string(text, out));
    }

    fn number(&mut self, text: &str) {
        self.text("{\"N\":", |out| write_string(text, out));
    }

    fn binary(&mut self, bytes: &[u8]) {
        self.text("{\"B\":", |out| {
            out.push('"');
            BASE64_STANDARD.encode_string(bytes, out);
            out.push('"');
        });
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
        if self.item && self.frames.is_empty() {
            self.open("{", Container::Item);
        } else {
            self.open("{\"M\":{", Container::Map);
        }
    }

    fn key(&mut self, name: &str) {
        self.drop_pending();
        if let Some(frame) = self.frames.last_mut() {
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

    fn open_list(&mut self, _len: usize) {
        self.open("{\"L\":[", Container::List);
    }

    fn open_set(&mut self, kind: SetKind, _len: usize) {
        let header = match kind {
            SetKind::Strings => "{\"SS\":[",
            SetKind::Numbers => "{\"NS\":[",
            SetKind::Binaries => "{\"BS\":[",
        };
        self.open(header, Container::Set);
    }

    fn close(&mut self) {
        self.drop_pending();
        match self.frames.pop().map(|frame| frame.kind) {
            Some(Container::Item) => self.out.push('}'),
            Some(Container::Map) => self.out.push_str("}}"),
            Some(Container::List | Container::Set) => self.out.push_str("]}"),
            None => debug_assert!(false, "nothing is open"),
        }
    }
}
