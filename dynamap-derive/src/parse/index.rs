//! `index(…)` and `local_index(…)`.

use proc_macro2::Ident;
use syn::LitStr;

use super::identifier;
use super::key::IndexKey;
use super::list::Options;
use crate::diagnostic::{Errors, Message};

/// What every index says: its name and the names generated for it.
pub(crate) struct Path {
    /// The word `index` or `local_index`.
    pub(crate) word: Ident,
    pub(crate) name: Option<LitStr>,
    pub(crate) type_name: Option<Ident>,
    pub(crate) method: Option<Ident>,
    /// Whether `method` or `as` was given badly, so that the default does not count.
    pub(crate) names_faulty: bool,
}

/// A global secondary index.
pub(crate) struct Index {
    pub(crate) path: Path,
    pub(crate) partition_key: Option<IndexKey>,
    pub(crate) sort_key: Option<IndexKey>,
    /// Whether the sort key was given badly.
    pub(crate) sort_key_attempted: bool,
}

/// A local secondary index.
pub(crate) struct LocalIndex {
    pub(crate) path: Path,
    pub(crate) sort_key: Option<LitStr>,
}

impl Index {
    pub(super) fn from_options(word: &Ident, options: &Options, errors: &mut Errors) -> Self {
        let path = Path::from_options(word, options, errors);
        require(word, "partition_key", "customer", options, errors);
        Self {
            path,
            partition_key: IndexKey::from_options(options, "partition_key", errors),
            sort_key: IndexKey::from_options(options, "sort_key", errors),
            sort_key_attempted: options.attempted("sort_key"),
        }
    }
}

impl LocalIndex {
    pub(super) fn from_options(word: &Ident, options: &Options, errors: &mut Errors) -> Self {
        let path = Path::from_options(word, options, errors);
        require(word, "sort_key", "total", options, errors);
        Self {
            path,
            sort_key: options.text("sort_key").map(|given| given.value),
        }
    }
}

impl Path {
    fn from_options(word: &Ident, options: &Options, errors: &mut Errors) -> Self {
        require(word, "name", "by_customer", options, errors);
        if let Some(projection) = options.word("projection")
            && projection.value != "all"
        {
            errors.at(
                projection.value.span(),
                Message::new(format_args!(
                    "the projection `{}` is not supported",
                    projection.value
                ))
                .help("write `projection = all`")
                .note("a query of the index decodes whole items, which need every attribute"),
            );
        }
        let method = options.text("method");
        let parsed = method.as_ref().and_then(|text| identifier(text, errors));
        Self {
            word: word.clone(),
            name: options.text("name").map(|given| given.value),
            type_name: options.word("as").map(|given| given.value),
            names_faulty: method.is_some() != parsed.is_some()
                || options.attempted("method")
                || options.attempted("as"),
            method: parsed,
        }
    }
}

fn require(word: &Ident, name: &str, example: &str, options: &Options, errors: &mut Errors) {
    if !options.has(name) {
        errors.at(
            word.span(),
            Message::new(format_args!("`{word}` has no `{name}`"))
                .help(format_args!("add `{name} = \"{example}\"`")),
        );
    }
}
