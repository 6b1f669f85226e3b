//! What needs an escape in a JSON string, found eight bytes at a time.

use std::fmt::Write;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The number of bytes up to the first quote, backslash or control character, or to the end.
#[inline]
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let found = special(u64::from_le_bytes(*word));
        if found != 0 {
            return index * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let tail_start = words.len() * 8;
    let in_tail = tail
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1F));
    tail_start + in_tail.unwrap_or(tail.len())
}

/// The number of bytes up to what ends a string, its escapes included.
pub(super) fn length(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        at += plain_length(rest);
        if bytes.get(at) != Some(&b'\\') {
            return at.min(bytes.len());
        }
        // The backslash, and what may be a quote.
        at += 2;
    }
}

/// The top bit of each byte that is a quote, a backslash or below 0x20. A borrow may set bits of
/// bytes after the first such one, never before it.
#[inline]
fn special(word: u64) -> u64 {
    let quote = word ^ (ONES * u64::from(b'"'));
    let backslash = word ^ (ONES * u64::from(b'\\'));
    let zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (zero(quote) | zero(backslash) | control) & TOPS
}

/// The character of the escape at the start of `bytes`, and the escape's length. A lone half of a
/// surrogate pair is no character.
pub(super) fn unescape(bytes: &[u8]) -> Option<(char, usize)> {
    let [b'\\', escaped, rest @ ..] = bytes else {
        return None;
    };
    let character = match escaped {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unescape_unicode(rest),
        _ => return None,
    };
    Some((character, 2))
}

fn unescape_unicode(rest: &[u8]) -> Option<(char, usize)> {
    let (unit, rest) = hex(rest)?;
    if let Some(character) = char::from_u32(unit) {
        return Some((character, 6));
    }
    let [b'\\', b'u', rest @ ..] = rest else {
        return None;
    };
    let (low, _) = hex(rest)?;
    if !(0xD800..0xDC00).contains(&unit) || !(0xDC00..0xE000).contains(&low) {
        return None;
    }
    let character = char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00))?;
    Some((character, 12))
}

fn hex(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (digits, rest) = bytes.split_first_chunk::<4>()?;
    let mut unit = 0;
    for digit in digits {
        unit = unit << 4 | char::from(*digit).to_digit(16)?;
    }
    Some((unit, rest))
}

/// Appends `text` as a JSON string.
pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    write_escaped(text, out);
    out.push('"');
}

/// Appends `text` as it stands between the quotes of a JSON string.
#[inline]
pub(super) fn write_escaped(text: &str, out: &mut String) {
    if plain_length(text.as_bytes()) == text.len() {
        out.push_str(text);
    } else {
        write_escapes(text, out);
    }
}

#[inline(never)]
fn write_escapes(text: &str, out: &mut String) {
    let mut rest = text;
    loop {
        let plain = plain_length(rest.as_bytes());
        let (before, after) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        out.push_str(before);
        let mut characters = after.chars();
        match characters.next() {
            None => return,
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(control) => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
        }
        rest = characters.as_str();
    }
}
