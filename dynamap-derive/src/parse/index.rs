//! `index(…)` and `local_index(…)`.

use proc_macro2::Ident;
use syn::LitStr;

use super::identifier;
use super::key::IndexKey;
use super::list::Options;
use super::value::Value;
use crate::diagnostic::{Errors, Message};

/// What every index says: its name and the names generated for it.
pub(crate) struct Path {
    /// The word `index` or `local_index`.
    pub(crate) word: Ident,
    pub(crate) name: Option<LitStr>,
    /// The name of the type that stands for the index, if it is given.
    pub(crate) type_name: Option<Ident>,
    /// The projection that the query method reads.
    pub(crate) reads: Option<syn::Path>,
    pub(crate) method: Option<Ident>,
    /// What the index holds; `None` if it is not said, or an error about it is queued.
    pub(crate) projection: Option<Projection>,
    /// Whether `method` or `path` was given badly, so that the default does not count.
    pub(crate) names_faulty: bool,
}

/// Which attributes an index holds beside its own keys and the table's.
pub(crate) enum Projection {
    All,
    /// The word, which a rule may blame.
    KeysOnly(Ident),
    /// The word and the fields.
    Include(Ident, Vec<LitStr>),
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
            sort_key: Self::sort_key(options, errors),
        }
    }

    /// "A local secondary index has one sort key."
    fn sort_key(options: &Options, errors: &mut Errors) -> Option<LitStr> {
        let (word, value) = options.value_of("sort_key")?;
        match value {
            Value::Text(literal) => Some(literal.clone()),
            Value::Texts(literals) => {
                if let [literal] = &literals[..] {
                    return Some(literal.clone());
                }
                errors.at(
                    word.span(),
                    Message::new("a local index has one sort attribute")
                        .help(
                            "name one field, or write `index(…)`: a global index takes up to 4 of them",
                        )
                        .note("DynamoDB's keys of several attributes are those of global indexes"),
                );
                None
            }
            _ => None,
        }
    }
}

impl Path {
    fn from_options(word: &Ident, options: &Options, errors: &mut Errors) -> Self {
        require(word, "name", "by_customer", options, errors);
        let method = options.text("method");
        let parsed = method.as_ref().and_then(|text| identifier(text, errors));
        let type_name = options.text("path");
        let parsed_type = type_name.as_ref().and_then(|text| identifier(text, errors));
        Self {
            word: word.clone(),
            name: options.text("name").map(|given| given.value),
            names_faulty: method.is_some() != parsed.is_some()
                || type_name.is_some() != parsed_type.is_some()
                || options.attempted("method")
                || options.attempted("path"),
            type_name: parsed_type,
            reads: options.path("as").map(|given| given.value),
            method: parsed,
            projection: Projection::from_options(options, errors),
        }
    }
}

impl Projection {
    fn from_options(options: &Options, errors: &mut Errors) -> Option<Self> {
        let (word, fields) = options.named("projection")?.value;
        let message = match (word.to_string().as_str(), fields) {
            ("all", None) => return Some(Self::All),
            ("keys_only", None) => return Some(Self::KeysOnly(word)),
            ("include", Some(fields)) if !fields.is_empty() => {
                return Some(Self::Include(word, fields));
            }
            ("all" | "keys_only", Some(_)) => {
                Message::new(format_args!("`{word}` takes no list of fields")).help(format_args!(
                    "write `projection = {word}`, or `projection = include(…)` to name fields"
                ))
            }
            ("include", _) => Message::new("`include` names no fields").help(
                "write `projection = include(\"total\", \"status\")`; for none of them, \
                 `projection = keys_only`",
            ),
            (name, _) => Message::new(format_args!("unknown projection `{name}`")).suggest(
                name,
                &["all", "keys_only", "include"],
                "projections",
            ),
        };
        errors.at(word.span(), message);
        None
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
