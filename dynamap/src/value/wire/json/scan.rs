use std::borrow::Cow;

use super::escape;
use crate::value::DecodeError;

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

    fn bytes(&self) -> &'a [u8] {
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
    pub(crate) fn eat_literal(&mut self, literal: &str) -> bool {
        let found = self.bytes().starts_with(literal.as_bytes());
        if found {
            self.at += literal.len();
        }
        found
    }

    /// The tag of an attribute value in its usual spelling `{"S":`, without a look at white space.
    pub(crate) fn eat_header(&mut self) -> Option<crate::value::WireType> {
        use crate::value::WireType;

        let (found, length) = match self.bytes() {
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
        };
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
        let mut text = String::from(self.text.get(self.at..first).unwrap_or_default());
        self.at = first;
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
