use std::borrow::Cow;

use super::escape;
use crate::value::text::leading_digits;
use crate::value::{DecodeError, WireType};

/// A cursor over JSON text: tokens, white space, strings. It knows nothing of DynamoDB.
#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// What was not read yet.
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Moves past so many bytes of the [rest](Self::rest), which others have read.
    #[inline]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
    }

    /// The text of a stretch of positions.
    pub(crate) fn between(&self, positions: std::ops::Range<usize>) -> Option<&'a str> {
        self.text.get(positions)
    }

    /// How many bytes were read.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    #[inline]
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// An error at the cursor.
    #[cold]
    pub(crate) fn fault(&self, expected: &'static str) -> DecodeError {
        if self.at >= self.text.len() {
            DecodeError::new(expected, "the end of the JSON text")
        } else {
            DecodeError::new(expected, format!("other JSON at byte {}", self.at))
        }
    }

    pub(crate) fn white_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.text.as_bytes().get(self.at) {
            self.at += 1;
        }
    }

    /// The next byte that is no white space; the cursor stops before it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        match self.text.as_bytes().get(self.at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => {
                self.white_space();
                self.text.as_bytes().get(self.at).copied()
            }
            byte => byte.copied(),
        }
    }

    /// Moves past `byte` if it comes next after white space.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    /// Moves past `byte`, which has to come next after white space.
    pub(crate) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), DecodeError> {
        if self.eat(byte) {
            Ok(())
        } else {
            Err(self.fault(expected))
        }
    }

    /// Moves past `literal` if the text goes on with it, to the byte.
    #[inline]
    pub(crate) fn eat_literal(&mut self, literal: &str) -> bool {
        let found = self.bytes().starts_with(literal.as_bytes());
        if found {
            self.at += literal.len();
        }
        found
    }

    /// The text of `{"S":"text"}`, with the tag `S` or another one, in the service's own spelling: no
    /// white space, no escapes. In another one the cursor stays.
    #[inline]
    pub(crate) fn tagged_text(&mut self, tag: u8) -> Option<&'a str> {
        let [b'{', b'"', found, b'"', b':', b'"', body @ ..] = self.bytes() else {
            return None;
        };
        if *found != tag {
            return None;
        }
        let length = escape::plain_length(body);
        let Some([b'"', b'}', ..]) = body.get(length..) else {
            return None;
        };
        let start = self.at + 6;
        let text = self.text.get(start..start + length)?;
        self.at = start + length + 2;
        Some(text)
    }

    /// The integer of `{"N":"123"}` in that spelling, of at most 18 digits. For another the cursor
    /// stays.
    #[inline]
    pub(crate) fn tagged_integer(&mut self) -> Option<i64> {
        let [b'{', b'"', b'N', b'"', b':', b'"', body @ ..] = self.bytes() else {
            return None;
        };
        let (digits, negative) = match body {
            [b'-', digits @ ..] => (digits, true),
            digits => (digits, false),
        };
        let (value, length) = leading_digits(digits);
        let Some([b'"', b'}', ..]) = digits.get(length..) else {
            return None;
        };
        if !(1..=18).contains(&length) {
            return None;
        }
        self.at += 6 + usize::from(negative) + length + 2;
        Some(if negative { -value } else { value })
    }

    /// The name of `"name":`, after a comma unless it is the first, in that spelling. In another one
    /// the cursor stays.
    #[inline]
    pub(crate) fn plain_name(&mut self, first: bool) -> Option<&'a [u8]> {
        let (body, skipped) = match self.bytes() {
            [b',', b'"', body @ ..] if !first => (body, 2),
            [b'"', body @ ..] if first => (body, 1),
            _ => return None,
        };
        let length = escape::plain_length(body);
        let (name, rest) = body.split_at_checked(length)?;
        let [b'"', b':', ..] = rest else {
            return None;
        };
        self.at += skipped + length + 2;
        Some(name)
    }

    /// The tag of an attribute value in its usual spelling `{"S":`, and its length.
    pub(crate) fn header(&self) -> Option<(WireType, usize)> {
        Some(match self.bytes() {
            [b'{', b'"', b'S', b'"', b':', ..] => (WireType::S, 5),
            [b'{', b'"', b'N', b'"', b':', ..] => (WireType::N, 5),
            [b'{', b'"', b'M', b'"', b':', ..] => (WireType::M, 5),
            [b'{', b'"', b'L', b'"', b':', ..] => (WireType::L, 5),
            [b'{', b'"', b'B', b'"', b':', ..] => (WireType::B, 5),
            [b'{', b'"', b'S', b'S', b'"', b':', ..] => (WireType::Ss, 6),
            [b'{', b'"', b'N', b'S', b'"', b':', ..] => (WireType::Ns, 6),
            [b'{', b'"', b'B', b'S', b'"', b':', ..] => (WireType::Bs, 6),
            [b'{', b'"', b'B', b'O', b'O', b'L', b'"', b':', ..] => (WireType::Bool, 8),
            [b'{', b'"', b'N', b'U', b'L', b'L', b'"', b':', ..] => (WireType::Null, 8),
            _ => return None,
        })
    }

    /// Moves past a tag in its usual spelling.
    pub(crate) fn eat_header(&mut self) -> Option<WireType> {
        let (found, length) = self.header()?;
        self.at += length;
        Some(found)
    }

    /// A string, after white space; borrowed if it holds no escapes.
    pub(crate) fn string(&mut self, expected: &'static str) -> Result<Cow<'a, str>, DecodeError> {
        if !self.eat(b'"') {
            return Err(self.fault(expected));
        }
        let plain = escape::plain_length(self.bytes());
        let end = self.at + plain;
        match self.text.as_bytes().get(end) {
            Some(b'"') => {
                // Cut at ASCII bytes, so both ends are boundaries of characters.
                let text = self.text.get(self.at..end).unwrap_or_default();
                self.at = end + 1;
                Ok(Cow::Borrowed(text))
            }
            Some(b'\\') => self.escaped(end),
            Some(_) => {
                self.at = end;
                Err(self.fault("a string without raw control characters"))
            }
            None => {
                self.at = end;
                Err(self.fault("the end of a string"))
            }
        }
    }

    #[cold]
    fn escaped(&mut self, first: usize) -> Result<Cow<'a, str>, DecodeError> {
        let before = self.text.get(self.at..first).unwrap_or_default();
        self.at = first;
        // An escape is longer than its character, so that the text never grows.
        let mut text = String::with_capacity(before.len() + escape::length(self.bytes()));
        text.push_str(before);
        loop {
            let plain = escape::plain_length(self.bytes());
            let end = self.at + plain;
            text.push_str(self.text.get(self.at..end).unwrap_or_default());
            self.at = end;
            match self.text.as_bytes().get(end) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                Some(b'\\') => {
                    let (character, length) = escape::unescape(self.bytes())
                        .ok_or_else(|| self.fault("an escape of a whole character"))?;
                    text.push(character);
                    self.at += length;
                }
                Some(_) => return Err(self.fault("a string without raw control characters")),
                None => return Err(self.fault("the end of a string")),
            }
        }
    }
}
