//! Moving past JSON that nobody asked for.

use super::scan::Scanner;
use crate::value::DecodeError;

/// Objects and arrays in each other.
const NESTING_LIMIT: usize = 128;

impl<'a> Scanner<'a> {
    /// Moves past a value of any type, checked.
    pub(crate) fn skip_value(&mut self) -> Result<(), DecodeError> {
        // What has to close what is open, innermost last.
        let mut open: Vec<u8> = Vec::new();
        loop {
            let opened = match self.peek() {
                Some(b'{') => Some((b'{', b'}')),
                Some(b'[') => Some((b'[', b']')),
                _ => None,
            };
            match opened {
                Some((bracket, close)) => {
                    self.expect(bracket, "a JSON value")?;
                    if open.len() == NESTING_LIMIT {
                        return Err(DecodeError::new(
                            "JSON of at most 128 levels",
                            "deeper nesting",
                        ));
                    }
                    if !self.eat(close) {
                        open.push(close);
                        self.name_in(close)?;
                        continue;
                    }
                }
                None => self.skip_scalar()?,
            }
            loop {
                let Some(close) = open.last().copied() else {
                    return Ok(());
                };
                if self.eat(b',') {
                    self.name_in(close)?;
                    break;
                }
                self.expect(close, "a comma or the end of an object or array")?;
                open.pop();
            }
        }
    }

    /// Moves past a name and its colon, in an object.
    fn name_in(&mut self, close: u8) -> Result<(), DecodeError> {
        if close == b'}' {
            self.string("the name of a member")?;
            self.expect(b':', "a colon")?;
        }
        Ok(())
    }

    fn skip_scalar(&mut self) -> Result<(), DecodeError> {
        if self.peek() == Some(b'"') {
            return self.string("a string").map(drop);
        }
        for literal in ["true", "false", "null"] {
            if self.eat_literal(literal) {
                return Ok(());
            }
        }
        self.number_text("a JSON value").map(drop)
    }

    /// The text of a number, after white space.
    pub(crate) fn number_text(&mut self, expected: &'static str) -> Result<&'a str, DecodeError> {
        let is_numeral = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        match self.peek() {
            Some(byte) if byte == b'-' || byte.is_ascii_digit() => {}
            _ => return Err(self.fault(expected)),
        }
        let text = self.rest();
        let length = text.bytes().take_while(|byte| is_numeral(*byte)).count();
        let number = text.get(..length).unwrap_or_default();
        self.eat_literal(number);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::Scanner;

    #[test]
    fn any_value_is_passed() {
        for value in [
            "null",
            "true",
            "false",
            "0",
            "-1.5e+3",
            "\"a\\\"]}\"",
            "{}",
            "[]",
            "[ [ ] , { } ]",
            r#"{"a":{"b":[1,"x",{"c":null}]},"d":[]}"#,
        ] {
            let text = format!(" {value} ,rest");
            let mut scanner = Scanner::new(&text);
            scanner.skip_value().unwrap();
            assert!(scanner.eat(b','), "{value}");
            assert_eq!(scanner.rest(), "rest", "{value}");
        }
    }

    #[test]
    fn what_is_no_value_is_an_error() {
        for text in [
            "",
            "}",
            "{",
            "[1",
            "[1 2]",
            r#"{"a"}"#,
            r#"{"a":}"#,
            "{1:2}",
            "[1}",
            r#"{"a":1]"#,
            "nul",
            "+1",
            "\"a",
        ] {
            assert!(Scanner::new(text).skip_value().is_err(), "{text}");
        }
        let deep = "[".repeat(129);
        let error = Scanner::new(&deep).skip_value().unwrap_err();
        assert_eq!(error.found(), "deeper nesting");
    }
}
