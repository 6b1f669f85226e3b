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

/// An integer in plain decimal digits; `None` for any other spelling, and for what does not fit.
#[inline]
pub(crate) fn plain_integer(text: &[u8]) -> Option<i64> {
    let (digits, negative) = match text {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    let (value, length) = leading_digits(digits);
    // 18 digits always fit; a timestamp in nanoseconds has 19.
    if length != digits.len() || !(1..=18).contains(&length) {
        return long_integer(text);
    }
    Some(if negative { -value } else { value })
}

/// The digits that `text` starts with: their value, if they are 18 or fewer, and how many there are.
#[inline]
pub(crate) fn leading_digits(text: &[u8]) -> (i64, usize) {
    let mut value = 0_i64;
    let mut rest = text;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let Some(eight) = eight_digits(u64::from_le_bytes(*chunk)) else {
            break;
        };
        value = value.wrapping_mul(100_000_000).wrapping_add(eight);
        rest = tail;
    }
    while let [byte, tail @ ..] = rest {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(i64::from(digit));
        rest = tail;
    }
    (value, text.len() - rest.len())
}

/// The value of eight digits, added pairwise; `None` if not all are digits.
#[inline]
fn eight_digits(text: u64) -> Option<i64> {
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    const HIGH: u64 = 0xF0F0_F0F0_F0F0_F0F0;
    if text & HIGH != ZEROS || text.wrapping_add(0x0606_0606_0606_0606) & HIGH != ZEROS {
        return None;
    }
    let ones = text & !HIGH;
    let twos = (ones.wrapping_mul(10 * 256 + 1) >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (twos.wrapping_mul(100 * 65_536 + 1) >> 16) & 0x0000_FFFF_0000_FFFF;
    let eight = fours.wrapping_mul(10_000 * 4_294_967_296 + 1) >> 32;
    Some(eight.cast_signed())
}

#[cold]
fn long_integer(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::plain_integer;

    #[test]
    fn integers_are_read_from_digits() {
        for value in [
            0,
            1,
            9,
            10,
            -1,
            -10,
            12_345_678,
            99_999_999,
            100_000_000,
            1_234_567_890_123_456,
            1_742_560_200_123,
            999_999_999_999_999_999,
            -999_999_999_999_999_999,
            1_000_000_000_000_000_000,
            i64::MAX,
            i64::MIN,
        ] {
            assert_eq!(plain_integer(value.to_string().as_bytes()), Some(value));
        }
        assert_eq!(plain_integer(b"007"), Some(7));
        assert_eq!(plain_integer(b"-0"), Some(0));
    }

    #[test]
    fn other_texts_are_not() {
        for text in [
            "",
            "-",
            "1.0",
            "1e2",
            "1 ",
            " 1",
            "0x1",
            "1-",
            "--1",
            "9223372036854775808",
            "-9223372036854775809",
            "100000000000000000000",
            "\u{661}",
            "1/",
            "1:",
            "1234567/",
            "1234567:",
            "/2345678",
            "123456789a",
            "12345678é",
        ] {
            assert_eq!(plain_integer(text.as_bytes()), None, "{text}");
        }
    }
}
