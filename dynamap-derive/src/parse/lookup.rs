//! What was given: the options of a list by their names.

use proc_macro2::Ident;
use syn::{LitInt, LitStr, Path};

use super::list::{Options, Raw};
use super::value::Value;

/// An option's name as written, with its value.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) name: Ident,
    pub(crate) value: T,
}

impl Options {
    pub(super) fn raw(&self, name: &str) -> Option<&Raw> {
        self.given.iter().find(|raw| raw.spec.name == name)
    }

    /// Whether the option was given, well or badly, or was probably meant.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.raw(name).is_some() || self.attempted.contains(&name)
    }

    /// Whether the option was given badly, or was probably meant by a misspelled one.
    pub(crate) fn attempted(&self, name: &str) -> bool {
        self.attempted.contains(&name)
    }

    /// The name of a given option.
    pub(crate) fn flag(&self, name: &str) -> Option<Ident> {
        self.raw(name).map(|raw| raw.name.clone())
    }

    pub(crate) fn text(&self, name: &str) -> Option<Given<LitStr>> {
        self.value(name, |value| match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        })
    }

    /// Every text given under that name.
    pub(crate) fn every_text(&self, name: &str) -> impl Iterator<Item = &LitStr> {
        self.given
            .iter()
            .filter(move |raw| raw.spec.name == name)
            .filter_map(|raw| match &raw.value {
                Value::Text(text) => Some(text),
                _ => None,
            })
    }

    pub(crate) fn path(&self, name: &str) -> Option<Given<Path>> {
        self.value(name, |value| match value {
            Value::Path(path) => Some(path.clone()),
            _ => None,
        })
    }

    /// A text and the one behind `by`.
    pub(crate) fn text_by(&self, name: &str) -> Option<Given<(LitStr, LitStr)>> {
        self.value(name, |value| match value {
            Value::TextBy(text, by) => Some((text.clone(), by.clone())),
            _ => None,
        })
    }

    pub(crate) fn word(&self, name: &str) -> Option<Given<Ident>> {
        self.value(name, |value| match value {
            Value::Word(word) => Some(word.clone()),
            _ => None,
        })
    }

    /// A word, with the texts behind it if there is a list.
    pub(crate) fn named(&self, name: &str) -> Option<Given<(Ident, Option<Vec<LitStr>>)>> {
        self.value(name, |value| match value {
            Value::Word(word) => Some((word.clone(), None)),
            Value::Named(word, texts) => Some((word.clone(), Some(texts.clone()))),
            _ => None,
        })
    }

    pub(crate) fn integer(&self, name: &str) -> Option<Given<LitInt>> {
        self.value(name, |value| match value {
            Value::Integer(integer) => Some(integer.clone()),
            _ => None,
        })
    }

    pub(crate) fn texts(&self, name: &str) -> Option<Given<Vec<LitStr>>> {
        self.value(name, |value| match value {
            Value::Texts(texts) => Some(texts.clone()),
            _ => None,
        })
    }

    /// Every date given under that name, with the options behind it.
    pub(crate) fn dated(&self, name: &str) -> impl Iterator<Item = (&Ident, &LitStr, &Options)> {
        self.given
            .iter()
            .filter(move |raw| raw.spec.name == name)
            .filter_map(|raw| match &raw.value {
                Value::Dated(text, options) => Some((&raw.name, text, options)),
                _ => None,
            })
    }

    /// Every list given under that name.
    pub(crate) fn lists(&self, name: &str) -> impl Iterator<Item = (&Ident, &Options)> {
        self.given
            .iter()
            .filter(move |raw| raw.spec.name == name)
            .filter_map(|raw| match &raw.value {
                Value::List(options) => Some((&raw.name, options)),
                _ => None,
            })
    }

    /// A given option's value, whatever its form.
    pub(super) fn value_of(&self, name: &str) -> Option<(Ident, &Value)> {
        self.raw(name).map(|raw| (raw.name.clone(), &raw.value))
    }

    fn value<T>(&self, name: &str, pick: impl Fn(&Value) -> Option<T>) -> Option<Given<T>> {
        let raw = self.raw(name)?;
        let value = pick(&raw.value)?;
        Some(Given {
            name: raw.name.clone(),
            value,
        })
    }
}
