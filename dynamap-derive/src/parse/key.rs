//! What keys are made of: the lists of `partition_key` and `sort_key`, on fields, on the struct and
//! in indexes.

use proc_macro2::Ident;
use syn::{Attribute, LitInt, LitStr};

use super::container::Item;
use super::field::{Field, FieldOptions};
use super::list::Options;
use super::lookup::Given;
use super::time::read_format;
use super::value::Value;
use crate::diagnostic::{Errors, Message};
use crate::model::name::plain;
use crate::model::{BucketWidth, Date, Reading, TimeFormat};

/// `partition_key(…)` and `sort_key(…)` on a field.
#[derive(Clone)]
pub(crate) struct KeyOptions {
    /// The unit and its name, for a key that holds a time.
    pub(crate) format: Option<Given<TimeFormat>>,
    pub(crate) prefix: Option<Given<LitStr>>,
    pub(crate) suffix: Option<Given<LitStr>>,
    pub(crate) spread: SpreadOptions,
    /// Whether the field is an attribute of its own beside the key.
    pub(crate) store: Option<Ident>,
}

/// Over which partitions a key spreads its items.
#[derive(Clone, Default)]
pub(crate) struct SpreadOptions {
    pub(crate) of: Option<Given<LitStr>>,
    pub(crate) layout: EraOptions,
    pub(crate) before: Vec<Before>,
}

/// One layout: today's, or one that was in force before a day.
#[derive(Clone, Default)]
pub(crate) struct EraOptions {
    pub(crate) bucket: Option<Given<BucketWidth>>,
    pub(crate) shards: Option<Given<LitInt>>,
}

/// `before("2025-06-01", …)`.
#[derive(Clone)]
pub(crate) struct Before {
    pub(crate) date: Date,
    pub(crate) literal: LitStr,
    pub(crate) layout: EraOptions,
}

/// `partition_key(attribute = "pk", …)` and `sort_key(attribute = "sk", …)` of the struct or of an
/// index.
pub(crate) struct ComposedOptions {
    /// The word `partition_key` or `sort_key`.
    pub(crate) word: Ident,
    pub(crate) attribute: Option<Given<LitStr>>,
    pub(crate) prefix: Option<Given<LitStr>>,
    pub(crate) parts: Option<Given<Vec<LitStr>>>,
    pub(crate) value: Option<Given<LitStr>>,
    pub(crate) spread: SpreadOptions,
    /// Whether an error about these options is queued.
    pub(crate) faulty: bool,
}

/// What the struct says of composed keys.
pub(crate) struct StructKeys {
    pub(crate) separator: Option<Given<LitStr>>,
    /// A key of the table that is composed on the struct.
    pub(crate) partition_key: Option<ComposedOptions>,
    pub(crate) sort_key: Option<ComposedOptions>,
    /// Whether a key was given badly on the struct.
    pub(crate) partition_key_attempted: bool,
    pub(crate) sort_key_attempted: bool,
}

/// A key of an index: attributes of the item, or one composed of several fields.
pub(crate) enum IndexKey {
    /// `"field"` or `["first", "second"]`.
    Fields(Given<Vec<LitStr>>),
    Composed(Box<ComposedOptions>),
}

impl KeyOptions {
    pub(super) fn from_options(options: &Options, errors: &mut Errors, faulty: &mut bool) -> Self {
        let reading = if options.flag("lenient").is_some() {
            Reading::Any
        } else {
            Reading::Canonical
        };
        Self {
            format: read_format(options, reading, errors, faulty),
            prefix: options.text("prefix"),
            suffix: options.text("suffix"),
            spread: SpreadOptions::from_options(options, errors, faulty),
            store: options.flag("store"),
        }
    }

    /// Whether the key attribute is a text made of more than this field.
    pub(crate) fn is_composed(&self) -> bool {
        self.prefix.is_some() || self.suffix.is_some() || self.spread.is_given()
    }
}

impl SpreadOptions {
    fn from_options(options: &Options, errors: &mut Errors, faulty: &mut bool) -> Self {
        Self {
            of: options.text("of"),
            layout: EraOptions::from_options(options, errors, faulty),
            before: options
                .dated("before")
                .filter_map(|(_, literal, inner)| {
                    let layout = EraOptions::from_options(inner, errors, faulty);
                    match Date::parse(&literal.value()) {
                        Ok(date) => Some(Before {
                            date,
                            literal: literal.clone(),
                            layout,
                        }),
                        Err(message) => {
                            *faulty = true;
                            errors.on(literal, message);
                            None
                        }
                    }
                })
                .collect(),
        }
    }

    /// Whether any of it is there.
    pub(crate) fn is_given(&self) -> bool {
        let Self { of, layout, before } = self;
        of.is_some() || layout.bucket.is_some() || layout.shards.is_some() || !before.is_empty()
    }
}

impl EraOptions {
    fn from_options(options: &Options, errors: &mut Errors, faulty: &mut bool) -> Self {
        let bucket = options.word("bucket").and_then(|given| {
            let word = given.value.to_string();
            let value = BucketWidth::parse(&word);
            if value.is_none() {
                *faulty = true;
                errors.at(
                    given.value.span(),
                    Message::new(format_args!("unknown width `{word}` of a bucket")).suggest(
                        &word,
                        &BucketWidth::NAMES.map(|(name, _)| name),
                        "widths",
                    ),
                );
            }
            Some(Given {
                name: given.name,
                value: value?,
            })
        });
        Self {
            bucket,
            shards: options.integer("shards"),
        }
    }
}

impl ComposedOptions {
    pub(super) fn from_options(word: &Ident, options: &Options, errors: &mut Errors) -> Self {
        let mut faulty = options.faulty;
        let spread = SpreadOptions::from_options(options, errors, &mut faulty);
        let attribute = options.text("attribute");
        if attribute.is_none() && !options.faulty {
            faulty = true;
            let example = if word == "sort_key" { "sk" } else { "pk" };
            errors.at(
                word.span(),
                Message::new(format_args!("`{word}` has no `attribute`")).help(format_args!(
                    "add `attribute = \"{example}\"`: the name that the composed key is stored under"
                )),
            );
        }
        Self {
            word: word.clone(),
            attribute,
            prefix: options.text("prefix"),
            parts: options.texts("parts"),
            value: options.text("value"),
            spread,
            faulty,
        }
    }
}

impl StructKeys {
    pub(super) fn from_options(
        options: &Options,
        attributes: &[Attribute],
        errors: &mut Errors,
    ) -> Self {
        // A bare helper on the struct is refused, and was meant.
        let attempted = |name: &str| {
            options.attempted(name)
                || attributes
                    .iter()
                    .any(|attribute| attribute.path().is_ident(name))
        };
        let mut composed = |name: &str| {
            let (word, inner) = options.lists(name).next()?;
            Some(ComposedOptions::from_options(word, inner, errors))
        };
        Self {
            separator: options.text("separator"),
            partition_key: composed("partition_key"),
            sort_key: composed("sort_key"),
            partition_key_attempted: attempted("partition_key"),
            sort_key_attempted: attempted("sort_key"),
        }
    }
}

impl IndexKey {
    pub(super) fn from_options(options: &Options, name: &str, errors: &mut Errors) -> Option<Self> {
        let (word, value) = options.value_of(name)?;
        let fields = |value: Vec<LitStr>| {
            Some(Self::Fields(Given {
                name: word.clone(),
                value,
            }))
        };
        match value {
            Value::Text(literal) => fields(vec![literal.clone()]),
            Value::Texts(literals) => fields(literals.clone()),
            Value::List(inner) => Some(Self::Composed(Box::new(ComposedOptions::from_options(
                &word, inner, errors,
            )))),
            _ => None,
        }
    }
}

impl Item {
    /// The fields that the table's primary key is made of; `None` if a key or one of its fields is not known.
    pub(crate) fn key_fields(&self) -> Option<Vec<&Field>> {
        let named = |literal: &LitStr| {
            let wanted = literal.value();
            let mut fields = self.fields.iter();
            fields.find(|field| plain(&field.ident) == wanted)
        };
        let carrier = |is_key: fn(&FieldOptions) -> bool| {
            self.fields.iter().find(|field| is_key(&field.options))
        };
        let mut fields = Vec::new();
        let partition = carrier(|options| options.partition_key.is_some());
        match (&self.composed.partition_key, partition) {
            (Some(composed), _) => {
                let parts = composed.parts.iter().flat_map(|parts| &parts.value);
                for literal in parts.chain(composed.spread.of.as_ref().map(|of| &of.value)) {
                    fields.push(named(literal)?);
                }
            }
            (None, Some(field)) => {
                fields.push(field);
                let key = field.options.partition_key.as_ref()?;
                if let Some(of) = &key.value.spread.of {
                    fields.push(named(&of.value)?);
                }
            }
            (None, None) => return None,
        }
        let sort = carrier(|options| options.sort_key.is_some());
        match (&self.composed.sort_key, sort) {
            (Some(composed), _) => {
                for literal in composed.parts.iter().flat_map(|parts| &parts.value) {
                    fields.push(named(literal)?);
                }
            }
            (None, Some(field)) => {
                fields.push(field);
                let suffix = field.options.sort_key.as_ref()?.value.suffix.as_ref();
                fields.extend(suffix.and_then(|suffix| named(&suffix.value)));
            }
            (None, None) => {}
        }
        let mut seen = Vec::new();
        fields.retain(|field| {
            let is_new = !seen.contains(&&field.ident);
            seen.push(&field.ident);
            is_new
        });
        Some(fields)
    }
}
