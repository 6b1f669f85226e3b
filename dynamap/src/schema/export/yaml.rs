//! YAML in blocks, as people write templates.

use super::document::{Document, new_line, write_quoted};

/// What a plain word would mean to some reader of YAML other than a text.
const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

impl Document {
    /// YAML, with a line break at its end.
    pub(super) fn to_yaml(&self) -> String {
        let mut out = String::new();
        self.write_yaml(0, &mut out);
        out.push('\n');
        out
    }

    /// Writes from where the cursor is, which is at `depth`.
    fn write_yaml(&self, depth: usize, out: &mut String) {
        match self {
            Self::Text(text) => write_text(text, out),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::List(list) if list.is_empty() => out.push_str("[]"),
            Self::List(list) => {
                for (position, item) in list.iter().enumerate() {
                    if position > 0 {
                        new_line(depth, out);
                    }
                    out.push_str("- ");
                    item.write_yaml(depth + 1, out);
                }
            }
            Self::Map(entries) if entries.is_empty() => out.push_str("{}"),
            Self::Map(entries) => {
                for (position, (name, value)) in entries.iter().enumerate() {
                    if position > 0 {
                        new_line(depth, out);
                    }
                    write_text(name, out);
                    out.push(':');
                    if value.is_block() {
                        new_line(depth + 1, out);
                    } else {
                        out.push(' ');
                    }
                    value.write_yaml(depth + 1, out);
                }
            }
        }
    }

    fn is_block(&self) -> bool {
        match self {
            Self::Text(_) | Self::Flag(_) => false,
            Self::List(list) => !list.is_empty(),
            Self::Map(entries) => !entries.is_empty(),
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    if is_plain(text) {
        out.push_str(text);
    } else {
        write_quoted(text, out);
    }
}

/// Whether every reader of YAML takes the bare text for this very text: a name in ASCII that starts with
/// a letter and is no word of YAML's own.
fn is_plain(text: &str) -> bool {
    let starts = |character: char| character.is_ascii_alphabetic() || character == '_';
    let goes_on = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | ':')
    };
    text.starts_with(starts)
        && text.chars().all(goes_on)
        && !text.ends_with(':')
        && !WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::super::document::{Document, map};
    use super::is_plain;

    #[test]
    fn blocks_are_indented() {
        let key = |name: &str| map([("AttributeName", name.into()), ("KeyType", "HASH".into())]);
        let document = map([
            ("Version", "2010-09-09".into()),
            (
                "Table",
                map([
                    ("Key", Document::List(vec![key("pk"), key("no")])),
                    ("Enabled", true.into()),
                    ("Names", Document::List(vec!["a".into(), "b c".into()])),
                    ("Nothing", map([])),
                    ("None", Document::List(vec![])),
                ]),
            ),
        ]);
        assert_eq!(
            document.to_yaml(),
            "\
Version: \"2010-09-09\"
Table:
  Key:
    - AttributeName: pk
      KeyType: HASH
    - AttributeName: \"no\"
      KeyType: HASH
  Enabled: true
  Names:
    - a
    - \"b c\"
  Nothing: {}
  None: []
"
        );
    }

    #[test]
    fn what_yaml_would_read_otherwise_is_quoted() {
        for plain in ["pk", "_ttl", "AWS::DynamoDB::Table", "a-b.c", "e5", "yes2"] {
            assert!(is_plain(plain), "{plain}");
        }
        let quoted = [
            "",
            "1",
            "1e5",
            "0x1F",
            "2010-09-09",
            "12:30",
            "~",
            "null",
            "Null",
            "YES",
            "On",
            "n",
            "-a",
            ".inf",
            "a: b",
            "a:",
            "a #b",
            "#a",
            "&a",
            "*a",
            "!a",
            "{a",
            "[a",
            "a b",
            " a",
            "é",
            "a\n",
            "'a",
            "\"a",
            "<<",
            "=",
            "%a",
            "@a",
            "`a",
            "|",
            ">",
        ];
        for text in quoted {
            assert!(!is_plain(text), "{text:?}");
        }
    }
}
