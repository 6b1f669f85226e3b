//! What is printed: lines of text, tables, JSON.

use std::borrow::Cow;
use std::io::{self, IsTerminal, StdoutLock, Write};

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use serde::Serialize;

use crate::failure::Failure;

/// Standard output, written through one lock.
pub(crate) fn standard() -> StdoutLock<'static> {
    io::stdout().lock()
}

/// One JSON object on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value)
        .map_err(|error| Failure::Service(format!("the output is no JSON: {error}")))?;
    writeln!(out, "{text}")?;
    Ok(())
}

/// Narrower than this no table is fitted into, and a terminal that does not know its width says 0.
const NARROWEST: u16 = 40;

/// A table without lines. It is fitted into a terminal; in a pipe no cell is broken.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(header);
    let fits = io::stdout().is_terminal() && table.width().is_some_and(|width| width >= NARROWEST);
    table.set_content_arrangement(if fits {
        ContentArrangement::Dynamic
    } else {
        ContentArrangement::Disabled
    });
    table
}

/// `table`, its columns two blanks apart, without blanks at the ends of lines.
pub(crate) fn print_table(out: &mut impl Write, mut table: Table) -> Result<(), Failure> {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Several lines of the library's, each [`printable`], in the words of the command.
pub(crate) fn report_lines(text: &str) -> String {
    let text = command_words(text);
    let lines: Vec<Cow<'_, str>> = text.lines().map(printable).collect();
    lines.join("\n")
}

/// What the library calls its methods, and the options that call them. The source of an error is
/// printed behind it.
const WORDS: [(&str, &str); 6] = [
    ("see the source of this error: ", ""),
    ("`rename()`", "`ttl enable --rename`"),
    ("`ensure()`", "`ttl enable`"),
    ("`rescue_stale`", "`--rescue-stale`"),
    ("`clear_stale`", "`--clear-stale`"),
    ("`clear_zero_or_negative`", "`--clear-zero-or-negative`"),
];

/// `text` with the options of the command in the place of the library's methods.
pub(crate) fn command_words(text: &str) -> String {
    WORDS
        .iter()
        .fold(text.to_owned(), |text, (method, option)| {
            text.replace(method, option)
        })
}

/// `text` with control characters spelled out, so that stored data cannot drive the terminal.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    // The marks that turn the direction of text are no control characters, but hide what is there.
    let hidden = |character: char| {
        character.is_control()
            || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if hidden(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_data_cannot_drive_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\u{a}");
        assert_eq!(printable("\u{202e}txt"), "\\u{202e}txt");
        assert!(matches!(printable("naïve 東京 #1"), Cow::Borrowed(_)));
    }
}
