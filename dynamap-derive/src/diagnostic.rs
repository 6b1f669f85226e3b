//! Errors: collected over a whole derive, worded in one form.

use std::fmt::{self, Display, Write};

use proc_macro2::Span;
use quote::ToTokens;

/// How close a name must be to be suggested (Jaro-Winkler, 0 to 1).
const CLOSE: f64 = 0.8;
/// Lists of names from this length on are not printed.
const LONG_LIST: usize = 10;

/// All faults found so far; one error per fault.
///
/// [`finish`](Errors::finish) reads it. A collector that is dropped unread has lost errors, which
/// fails our tests.
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    #[cfg(test)]
    read: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self {
            found: Vec::new(),
            #[cfg(test)]
            read: false,
        }
    }

    /// An error that underlines one place.
    pub(crate) fn at(&mut self, span: Span, message: impl Into<Message>) {
        self.found.push(syn::Error::new(span, message.into()));
    }

    /// An error that underlines all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Into<Message>) {
        let error = syn::Error::new_spanned(tokens, message.into());
        self.found.push(error);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All errors as one.
    pub(crate) fn finish(mut self) -> syn::Result<()> {
        #[cfg(test)]
        {
            self.read = true;
        }
        let mut found = std::mem::take(&mut self.found).into_iter();
        let Some(mut all) = found.next() else {
            return Ok(());
        };
        for error in found {
            all.combine(error);
        }
        Err(all)
    }
}

#[cfg(test)]
impl Drop for Errors {
    fn drop(&mut self) {
        assert!(
            self.read || std::thread::panicking(),
            "errors were dropped unread"
        );
    }
}

/// What is wrong, then `help:` with what to write, then `note:` with DynamoDB's rule.
pub(crate) struct Message(String);

impl Message {
    pub(crate) fn new(wrong: impl Display) -> Self {
        Self(wrong.to_string())
    }

    pub(crate) fn help(self, help: impl Display) -> Self {
        self.line("help", help)
    }

    pub(crate) fn note(self, note: impl Display) -> Self {
        self.line("note", note)
    }

    /// Suggests the close one of `known`, and lists them all while they are few.
    pub(crate) fn suggest(self, name: &str, known: &[&str], what: &str) -> Self {
        let list = (!known.is_empty() && known.len() < LONG_LIST)
            .then(|| format!("the {what} are {}", list(known)));
        match (closest(name, known), list) {
            (Some(close), Some(list)) => self
                .help(format_args!("did you mean `{close}`?"))
                .note(list),
            (Some(close), None) => self.help(format_args!("did you mean `{close}`?")),
            (None, Some(list)) => self.help(list),
            (None, None) => self,
        }
    }

    fn line(mut self, label: &str, text: impl Display) -> Self {
        // Writing to a `String` cannot fail.
        let _ = write!(self.0, "\n{label}: {text}");
        self
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name that was probably meant, in whatever case it was written.
pub(crate) fn closest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    known
        .iter()
        .map(|candidate| {
            (
                strsim::jaro_winkler(&name, &candidate.to_lowercase()),
                *candidate,
            )
        })
        .filter(|(similarity, _)| *similarity > CLOSE)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, candidate)| candidate)
}

/// The names in backticks, separated by commas.
pub(crate) fn list(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
