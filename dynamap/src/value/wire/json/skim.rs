use std::borrow::Cow;
use std::ops::Range;

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

    /// Moves behind an item, and tells where the value of the attribute of that name stands: the last one if
    /// it comes twice, an empty range if there is none. `None` where the item is not in the service's own
    /// spelling; then the cursor stays.
    ///
    /// It does what [`skim_name`](Self::skim_name) and [`skim_value`](Self::skim_value) do, in one loop over
    /// the bytes: every answer is moved over so once.
    pub(crate) fn skim_item(&mut self, noted: Option<&str>) -> Option<Range<usize>> {
        let start = self.position();
        let bytes = self.bytes();
        let [b'{', ..] = bytes else {
            return None;
        };
        if let Some(b'}') = bytes.get(1) {
            self.advance(2);
            return Some(0..0);
        }
        let mut found = 0..0;
        let mut at = 1;
        loop {
            let [b'"', name @ ..] = bytes.get(at..)? else {
                return None;
            };
            let length = escape::plain_length(name);
            let (name, behind) = name.split_at_checked(length)?;
            let [b'"', b':', value @ ..] = behind else {
                return None;
            };
            let from = at + length + 3;
            let length = skim_scalar(value).or_else(|| skim_nested(value))?;
            at = from + length;
            if noted.is_some_and(|noted| noted.as_bytes() == name) {
                found = start + from..start + at;
            }
            match value.get(length)? {
                b',' => at += 1,
                b'}' => break,
                _ => return None,
            }
        }
        self.advance(at + 1);
        Some(found)
    }

    /// Moves behind a value.
    #[inline]
    pub(crate) fn skim_value(&mut self) -> Option<()> {
        if let Some(length) = skim_scalar(self.bytes()) {
            self.advance(length);
            return Some(());
        }
        self.skim_value_slowly()
    }

    #[inline(never)]
    fn skim_value_slowly(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.skim_string().map(drop),
            b'{' | b'[' => {
                self.advance(skim_nested(self.bytes())?);
                Some(())
            }
            _ => {
                while !matches!(self.bytes().first()?, b',' | b'}' | b']') {
                    self.advance(1);
                }
                Some(())
            }
        }
    }
}

/// The length of an S, N or B as the service writes it.
#[inline]
fn skim_scalar(bytes: &[u8]) -> Option<usize> {
    let [b'{', b'"', _, b'"', b':', b'"', body @ ..] = bytes else {
        return None;
    };
    let length = escape::plain_length(body);
    let Some([b'"', b'}', ..]) = body.get(length..) else {
        return None;
    };
    Some(length + 8)
}

/// The length of what begins with a bracket, up to the one that closes it.
fn skim_nested(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut depth = 0_u32;
    loop {
        let rest = bytes.get(at..)?;
        if let Some(length) = skim_scalar(rest) {
            at += length;
        } else {
            match rest {
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
                // A value that begins with no bracket is none of this.
                [b'}' | b']', ..] => depth = depth.checked_sub(1)?,
                [_, ..] if depth > 0 => {}
                _ => return None,
            }
            at += 1;
        }
        if depth == 0 {
            return Some(at);
        }
    }
}
