use std::borrow::Cow;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::scan::Scanner;
use crate::item::{Read, fill_absent, read_at};
use crate::value::{DecodeError, Decoder, Names, SetKind, WireType};

/// Lists and maps in each other; DynamoDB itself allows 32 levels.
const NESTING_LIMIT: usize = 128;

/// What the cursor stands before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cursor {
    /// `{"S":"a"}`.
    Tagged,
    /// The `"a"}` of it.
    Payload(WireType),
    /// `{"pk":{"S":"a"}}`: the attributes of an item, as an M without a tag.
    Item,
    /// A member of a set: `"a"`.
    Member(SetKind),
    /// No value: it was read, or none was announced yet.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Item,
    Map,
    List,
    Set(SetKind),
}

/// Reads DynamoDB JSON from text, in one pass and without a JSON library.
///
/// Everything is checked, also what is skipped: syntax, escapes, that a value has exactly one tag,
/// base64. Lists and maps may be nested 128 deep. Of an attribute that comes twice both are
/// yielded, in order.
///
/// ```
/// use dynamap::value::{Decoder, DynamoValue, JsonDecoder};
///
/// let mut decoder = JsonDecoder::value(br#"{"L":[{"N":"1"},{"N":"2"}]}"#)?;
/// assert_eq!(Vec::<u16>::decode(&mut decoder)?, [1, 2]);
/// decoder.end()?;
/// # Ok::<(), dynamap::value::DecodeError>(())
/// ```
#[expect(
    missing_debug_implementations,
    reason = "holds item contents, which are never printed"
)]
pub struct JsonDecoder<'a> {
    scanner: Scanner<'a>,
    cursor: Cursor,
    /// The innermost of what is open.
    open: Option<Container>,
    /// Nothing was read of it yet, so no comma comes before the next entry.
    first: bool,
    /// What else is open, outermost first.
    outer: [Container; NESTING_LIMIT - 1],
    depth: usize,
}

impl<'a> JsonDecoder<'a> {
    /// A decoder of an item, `{"pk":{"S":"a"}}`; the value under the cursor is an M.
    pub fn item(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        utf8(bytes).map(Self::item_text)
    }

    /// A decoder of a value, `{"S":"a"}`.
    pub fn value(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        utf8(bytes).map(Self::value_text)
    }

    /// A decoder of the item that `text` starts with; more may follow it (see [`rest`](Self::rest)).
    pub fn item_text(text: &'a str) -> Self {
        Self::at(text, Cursor::Item)
    }

    /// A decoder of the value that `text` starts with; more may follow it.
    pub fn value_text(text: &'a str) -> Self {
        Self::at(text, Cursor::Tagged)
    }

    fn at(text: &'a str, cursor: Cursor) -> Self {
        Self {
            scanner: Scanner::new(text),
            cursor,
            open: None,
            first: true,
            outer: [Container::Item; NESTING_LIMIT - 1],
            depth: 0,
        }
    }

    /// The text after what was read.
    pub fn rest(&self) -> &'a str {
        self.scanner.rest()
    }

    /// Checks that the value was read whole and that nothing but white space follows it.
    pub fn end(mut self) -> Result<(), DecodeError> {
        if self.cursor != Cursor::Nothing || self.open.is_some() {
            return Err(DecodeError::new("a value read to its end", "a part of it"));
        }
        match self.scanner.peek() {
            None => Ok(()),
            Some(_) => Err(self.scanner.fault("the end of the JSON text")),
        }
    }

    /// The type of the value under the cursor, which then stands before the payload.
    fn enter_value(&mut self) -> Result<WireType, DecodeError> {
        match self.cursor {
            Cursor::Tagged => {
                let found = match self.scanner.eat_header() {
                    Some(found) => found,
                    None => self.open_slowly()?,
                };
                self.cursor = Cursor::Payload(found);
                Ok(found)
            }
            Cursor::Payload(found) => Ok(found),
            Cursor::Item => Ok(WireType::M),
            Cursor::Member(SetKind::Strings) => Ok(WireType::S),
            Cursor::Member(SetKind::Numbers) => Ok(WireType::N),
            Cursor::Member(SetKind::Binaries) => Ok(WireType::B),
            Cursor::Nothing => Err(DecodeError::new("a value", "nothing")),
        }
    }

    // White space, and tags that are written with escapes.
    #[cold]
    fn open_slowly(&mut self) -> Result<WireType, DecodeError> {
        self.scanner.expect(b'{', "a DynamoDB value `{\"…\":…}`")?;
        let tag = self.scanner.string("the tag of a DynamoDB value")?;
        let found = match tag.as_ref() {
            "S" => WireType::S,
            "N" => WireType::N,
            "B" => WireType::B,
            "BOOL" => WireType::Bool,
            "NULL" => WireType::Null,
            "L" => WireType::L,
            "M" => WireType::M,
            "SS" => WireType::Ss,
            "NS" => WireType::Ns,
            "BS" => WireType::Bs,
            _ => {
                return Err(DecodeError::new(
                    "one of DynamoDB's ten types",
                    "another tag",
                ));
            }
        };
        self.scanner.expect(b':', "a colon")?;
        Ok(found)
    }

    /// Opens a value of type `expected`; says whether a `}` has to be read behind its payload.
    fn open_as(&mut self, expected: WireType) -> Result<bool, DecodeError> {
        let found = self.enter_value()?;
        if found != expected {
            return Err(DecodeError::wrong_type(expected, found));
        }
        let tagged = matches!(self.cursor, Cursor::Payload(_));
        self.cursor = Cursor::Nothing;
        Ok(tagged)
    }

    /// Reads the `}` of a tagged value.
    fn close_tag(&mut self) -> Result<(), DecodeError> {
        if self.scanner.eat(b'}') {
            Ok(())
        } else if self.scanner.peek() == Some(b',') {
            Err(DecodeError::new("a value of one type", "a second tag"))
        } else {
            Err(self.scanner.fault("the end of a DynamoDB value"))
        }
    }

    #[inline]
    fn scalar_text(&mut self, expected: WireType, tag: u8) -> Result<Cow<'a, str>, DecodeError> {
        if self.cursor == Cursor::Tagged
            && let Some(text) = self.scanner.tagged_text(tag)
        {
            self.cursor = Cursor::Nothing;
            return Ok(Cow::Borrowed(text));
        }
        self.scalar_text_slowly(expected)
    }

    #[inline(never)]
    fn scalar_text_slowly(&mut self, expected: WireType) -> Result<Cow<'a, str>, DecodeError> {
        let tagged = self.open_as(expected)?;
        let text = self.scanner.string("a string")?;
        if tagged {
            self.close_tag()?;
        }
        Ok(text)
    }

    fn push(&mut self, kind: Container) -> Result<(), DecodeError> {
        if let Some(outer) = self.open {
            let Some(place) = self.outer.get_mut(self.depth) else {
                return Err(DecodeError::new(
                    "lists and maps of at most 128 levels",
                    "deeper nesting",
                ));
            };
            *place = outer;
            self.depth += 1;
        }
        self.open = Some(kind);
        self.first = true;
        Ok(())
    }

    fn pop(&mut self) {
        self.first = false;
        self.open = match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                self.outer.get(depth).copied()
            }
            None => None,
        };
    }

    /// How many maps, lists and sets are open.
    fn opened(&self) -> usize {
        self.depth + usize::from(self.open.is_some())
    }

    /// Moves to the next entry of the innermost container, or leaves it.
    fn next(&mut self, close: u8) -> Result<Option<Container>, DecodeError> {
        let Some(kind) = self.open else {
            return Err(DecodeError::new("an open map, list or set", "none"));
        };
        let first = std::mem::replace(&mut self.first, false);
        if self.scanner.eat(close) {
            self.pop();
            if kind != Container::Item {
                self.close_tag()?;
            }
            return Ok(None);
        }
        if !first {
            self.scanner.expect(b',', "a comma")?;
            self.scanner.white_space();
        }
        Ok(Some(kind))
    }

    fn next_name(&mut self) -> Result<Option<Cow<'a, str>>, DecodeError> {
        if self.next(b'}')?.is_none() {
            return Ok(None);
        }
        let name = self.scanner.string("the name of an attribute")?;
        self.scanner.expect(b':', "a colon")?;
        self.scanner.white_space();
        self.cursor = Cursor::Tagged;
        Ok(Some(name))
    }

    /// Reads the map under the cursor up to the S of that name.
    fn find_text(&mut self, name: &str) -> Result<Option<Cow<'a, str>>, DecodeError> {
        self.open_map()?;
        while let Some(found) = self.next_name()? {
            if found == name {
                return self.scalar_text(WireType::S, b'S').map(Some);
            }
            self.skip()?;
        }
        Ok(None)
    }

    fn skip_scalar(&mut self, found: WireType) -> Result<(), DecodeError> {
        match found {
            WireType::S => self.scalar_text(found, b'S').map(drop),
            WireType::N => self.scalar_text(found, b'N').map(drop),
            WireType::B => self.binary().map(drop),
            WireType::Bool => self.boolean().map(drop),
            WireType::Null => self.null(),
            WireType::M => self.open_map(),
            WireType::L => self.open_list(),
            WireType::Ss => self.open_set(SetKind::Strings),
            WireType::Ns => self.open_set(SetKind::Numbers),
            WireType::Bs => self.open_set(SetKind::Binaries),
        }
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, DecodeError> {
    std::str::from_utf8(bytes).map_err(|_| DecodeError::new("JSON in UTF-8", "other bytes"))
}

impl Decoder for JsonDecoder<'_> {
    fn attributes(
        &mut self,
        names: &'static Names,
        slots: &mut [&mut dyn Read],
    ) -> Result<(), DecodeError> {
        loop {
            let position = if let Some(Container::Item | Container::Map) = self.open
                && let Some(name) = self.scanner.plain_name(self.first)
            {
                self.first = false;
                self.cursor = Cursor::Tagged;
                names.find(name)
            } else {
                match self.next_name()? {
                    None => break,
                    Some(name) => names.find(name.as_bytes()),
                }
            };
            read_at(position, self, names, slots)?;
        }
        fill_absent(names, slots)
    }

    fn wire_type(&mut self) -> Result<WireType, DecodeError> {
        match (self.cursor, self.scanner.header()) {
            (Cursor::Tagged, Some((found, _))) => Ok(found),
            _ => self.enter_value(),
        }
    }

    fn string(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        self.scalar_text(WireType::S, b'S')
    }

    fn number(&mut self) -> Result<Cow<'_, str>, DecodeError> {
        self.scalar_text(WireType::N, b'N')
    }

    fn plain_integer(&mut self) -> Option<i64> {
        if self.cursor != Cursor::Tagged {
            return None;
        }
        let integer = self.scanner.tagged_integer()?;
        self.cursor = Cursor::Nothing;
        Some(integer)
    }

    fn binary(&mut self) -> Result<Cow<'_, [u8]>, DecodeError> {
        let text = self.scalar_text(WireType::B, b'B')?;
        BASE64_STANDARD
            .decode(text.as_bytes())
            .map(Cow::Owned)
            .map_err(|_| DecodeError::new("padded base64 of the standard alphabet", "other text"))
    }

    fn boolean(&mut self) -> Result<bool, DecodeError> {
        if self.cursor == Cursor::Tagged {
            for (json, value) in [("{\"BOOL\":true}", true), ("{\"BOOL\":false}", false)] {
                if self.scanner.eat_literal(json) {
                    self.cursor = Cursor::Nothing;
                    return Ok(value);
                }
            }
        }
        self.open_as(WireType::Bool)?;
        self.scanner.white_space();
        let value = self.scanner.eat_literal("true");
        if !value && !self.scanner.eat_literal("false") {
            return Err(self.scanner.fault("`true` or `false`"));
        }
        self.close_tag()?;
        Ok(value)
    }

    fn null(&mut self) -> Result<(), DecodeError> {
        self.open_as(WireType::Null)?;
        self.scanner.white_space();
        if !self.scanner.eat_literal("true") {
            return Err(self.scanner.fault("NULL true"));
        }
        self.close_tag()
    }

    fn open_map(&mut self) -> Result<(), DecodeError> {
        let tagged = self.open_as(WireType::M)?;
        self.scanner.expect(b'{', "the attributes of a map")?;
        self.push(if tagged {
            Container::Map
        } else {
            Container::Item
        })
    }

    fn next_key(&mut self) -> Result<Option<Cow<'_, str>>, DecodeError> {
        self.next_name()
    }

    fn peek_text(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        let (scanner, cursor) = (self.scanner.clone(), self.cursor);
        let (open, first, depth) = (self.open, self.first, self.depth);
        let found = self.find_text(name);
        (self.scanner, self.cursor) = (scanner, cursor);
        // What stands below this depth was neither left nor written over.
        (self.open, self.first, self.depth) = (open, first, depth);
        found
    }

    fn open_list(&mut self) -> Result<(), DecodeError> {
        self.open_as(WireType::L)?;
        self.scanner.expect(b'[', "the elements of a list")?;
        self.push(Container::List)
    }

    fn open_set(&mut self, kind: SetKind) -> Result<(), DecodeError> {
        self.open_as(kind.wire_type())?;
        self.scanner.expect(b'[', "the members of a set")?;
        self.push(Container::Set(kind))
    }

    fn next_element(&mut self) -> Result<bool, DecodeError> {
        let Some(kind) = self.next(b']')? else {
            return Ok(false);
        };
        self.cursor = match kind {
            Container::Set(kind) => Cursor::Member(kind),
            _ => Cursor::Tagged,
        };
        self.scanner.white_space();
        Ok(true)
    }

    fn skip(&mut self) -> Result<(), DecodeError> {
        let outer = self.opened();
        loop {
            let found = self.enter_value()?;
            self.skip_scalar(found)?;
            loop {
                if self.opened() == outer {
                    return Ok(());
                }
                let more = match self.open {
                    Some(Container::Item | Container::Map) => self.next_name()?.is_some(),
                    _ => self.next_element()?,
                };
                if more {
                    break;
                }
            }
        }
    }
}
