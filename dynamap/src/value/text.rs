use std::fmt::{self, Write};

/// A short ASCII text on the stack, so that a number is formatted without an allocation.
pub(super) struct StackText<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> StackText<N> {
    /// The text of `value`; `None` if it takes more than `N` bytes.
    pub(super) fn of(value: impl fmt::Display) -> Option<Self> {
        let mut text = Self {
            bytes: [0; N],
            len: 0,
        };
        write!(text, "{value}").ok()?;
        Some(text)
    }

    pub(super) fn as_str(&self) -> &str {
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
