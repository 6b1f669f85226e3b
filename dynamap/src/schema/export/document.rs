//! The tree that JSON and YAML are written from; maps keep their order.

use std::fmt::Write;

/// A value of JSON, as far as the exports need one.
#[derive(Debug, Clone)]
pub(super) enum Document {
    Text(String),
    Flag(bool),
    List(Vec<Document>),
    Map(Vec<(String, Document)>),
}

impl From<&str> for Document {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<bool> for Document {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl FromIterator<Document> for Document {
    fn from_iter<I: IntoIterator<Item = Document>>(list: I) -> Self {
        Self::List(list.into_iter().collect())
    }
}

/// A map of known entries.
pub(super) fn map<const N: usize>(entries: [(&str, Document); N]) -> Document {
    let entries = entries.into_iter();
    Document::Map(
        entries
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

impl Document {
    /// The map with one entry more at its end.
    pub(super) fn with(mut self, name: &str, value: impl Into<Self>) -> Self {
        if let Self::Map(entries) = &mut self {
            entries.push((name.to_owned(), value.into()));
        }
        self
    }

    /// The same, unless there is no value.
    pub(super) fn with_some(self, name: &str, value: Option<impl Into<Self>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The same, unless the list is empty.
    pub(super) fn with_list(self, name: &str, list: impl IntoIterator<Item = Self>) -> Self {
        let list: Vec<Self> = list.into_iter().collect();
        self.with_some(name, (!list.is_empty()).then_some(Self::List(list)))
    }

    /// JSON, indented by two spaces, with a line break at its end.
    pub(super) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write_json(0, &mut out);
        out.push('\n');
        out
    }

    fn write_json(&self, depth: usize, out: &mut String) {
        match self {
            Self::Text(text) => write_quoted(text, out),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::List(list) => {
                let write = |item: &Self, out: &mut String| item.write_json(depth + 1, out);
                write_block(['[', ']'], list, depth, write, out);
            }
            Self::Map(entries) => {
                let write = |(name, value): &(String, Self), out: &mut String| {
                    write_quoted(name, out);
                    out.push_str(": ");
                    value.write_json(depth + 1, out);
                };
                write_block(['{', '}'], entries, depth, write, out);
            }
        }
    }
}

fn write_block<E>(
    [open, close]: [char; 2],
    entries: &[E],
    depth: usize,
    write: impl Fn(&E, &mut String),
    out: &mut String,
) {
    out.push(open);
    for (position, entry) in entries.iter().enumerate() {
        if position > 0 {
            out.push(',');
        }
        new_line(depth + 1, out);
        write(entry, out);
    }
    if !entries.is_empty() {
        new_line(depth, out);
    }
    out.push(close);
}

/// A line break and the indentation of what follows.
pub(super) fn new_line(depth: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

/// A string of JSON that is one of YAML as well: YAML wants more characters escaped.
pub(super) fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\0'..='\x1F'
            | '\x7F'..='\u{9F}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{FEFF}'
            | '\u{FFFE}'
            | '\u{FFFF}' => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            character => out.push(character),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::{Document, map, write_quoted};

    #[test]
    fn json_is_indented_and_keeps_its_order() {
        let document = map([
            ("z", Document::List(vec!["1".into(), true.into()])),
            ("a", map([])),
            ("m", Document::List(vec![])),
        ])
        .with_some("none", None::<bool>)
        .with_list("no", []);
        assert_eq!(
            document.to_json(),
            "{\n  \"z\": [\n    \"1\",\n    true\n  ],\n  \"a\": {},\n  \"m\": []\n}\n"
        );
    }

    #[test]
    fn every_text_is_read_back_by_a_json_library() {
        let mut odd: Vec<String> = (0..0x180_u32)
            .chain([0x2028, 0x2029, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_F600])
            .filter_map(char::from_u32)
            .map(String::from)
            .collect();
        odd.push(odd.concat());
        for text in odd {
            let mut out = String::new();
            write_quoted(&text, &mut out);
            let read: String = serde_json::from_str(&out).expect("JSON");
            assert_eq!(read, text);
        }
    }
}
