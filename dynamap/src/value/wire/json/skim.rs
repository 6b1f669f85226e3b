use std::borrow::Cow;

use super::escape;
use super::scan::Scanner;

/// Moving over JSON without reading it. Quotes and brackets are all that is looked at: what stands
/// between them is checked by who reads it. `None` where not even these are in order.
impl<'a> Scanner<'a> {
    /// Moves behind a string; its text as it is written.
    pub(crate) fn skim_string(&mut self) -> Option<&'a str> {
        if !self.eat(b'"') {
            return None;
        }
        let start = self.position();
        loop {
            self.advance(escape::plain_length(self.bytes()));
            match self.bytes() {
                [b'"', ..] => break,
                [b'\\', _, ..] => self.advance(2),
                _ => return None,
            }
        }
        let end = self.position();
        self.advance(1);
        self.between(start..end)
    }

    /// Moves behind the name of a member and its colon.
    #[inline]
    pub(crate) fn skim_name(&mut self) -> Option<Cow<'a, str>> {
        // As the service writes it.
        if let [b'"', body @ ..] = self.bytes() {
            let length = escape::plain_length(body);
            if let Some([b'"', b':', ..]) = body.get(length..) {
                let start = self.position() + 1;
                self.advance(length + 3);
                return self.between(start..start + length).map(Cow::Borrowed);
            }
        }
        self.skim_name_slowly()
    }

    #[inline(never)]
    fn skim_name_slowly(&mut self) -> Option<Cow<'a, str>> {
        self.peek();
        let start = self.position();
        let written = self.skim_string()?;
        let name = if written.contains('\\') {
            // Seldom: the name as it is meant.
            let quoted = self.between(start..self.position())?;
            Scanner::new(quoted).string("a name").ok()?
        } else {
            Cow::Borrowed(written)
        };
        self.eat(b':').then_some(name)
    }

    /// Moves behind a value.
    #[inline]
    pub(crate) fn skim_value(&mut self) -> Option<()> {
        // An S, N or B as the service writes it.
        if let [b'{', b'"', _, b'"', b':', b'"', body @ ..] = self.bytes() {
            let length = escape::plain_length(body);
            if let Some([b'"', b'}', ..]) = body.get(length..) {
                self.advance(length + 8);
                return Some(());
            }
        }
        self.skim_value_slowly()
    }

    #[inline(never)]
    fn skim_value_slowly(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.skim_string().map(drop),
            b'{' | b'[' => self.skim_brackets(),
            _ => {
                while !matches!(self.bytes().first()?, b',' | b'}' | b']') {
                    self.advance(1);
                }
                Some(())
            }
        }
    }

    /// Moves behind the bracket that closes the one under the cursor.
    fn skim_brackets(&mut self) -> Option<()> {
        let bytes = self.bytes();
        let mut at = 0;
        let mut depth = 0_u32;
        loop {
            match bytes.get(at..)? {
                // An S, N or B as the service writes it.
                [b'{', b'"', _, b'"', b':', b'"', body @ ..] => {
                    let length = escape::plain_length(body);
                    match body.get(length..) {
                        Some([b'"', b'}', ..]) => at += length + 7,
                        _ => depth += 1,
                    }
                }
                [b'"', ..] => {
                    at += 1;
                    loop {
                        at += escape::plain_length(bytes.get(at..)?);
                        match bytes.get(at..)? {
                            [b'"', ..] => break,
                            [b'\\', _, ..] => at += 2,
                            _ => return None,
                        }
                    }
                }
                [b'{' | b'[', ..] => depth += 1,
                [b'}' | b']', ..] => depth -= 1,
                [_, ..] => {}
                [] => return None,
            }
            at += 1;
            if depth == 0 {
                self.advance(at);
                return Some(());
            }
        }
    }
}
