//! The options of a `DynamoRollup`: `#[rollup(…)]` on the struct and on its fields.

use proc_macro2::Ident;
use syn::{Data, DeriveInput, Fields, LitStr, Path};

use super::container::Item;
use super::field::Field;
use super::list::Options;
use super::lookup::Given;
use super::options::Place;
use crate::diagnostic::{Errors, Message};
use crate::model::BucketWidth;

/// A struct that derives `DynamoRollup`.
pub(crate) struct Rollup {
    /// The struct as `DynamoItem` reads it, which also reports its faults.
    pub(crate) item: Item,
    pub(crate) of: Option<Given<Path>>,
    pub(crate) every: Option<Given<BucketWidth>>,
    pub(crate) at: Option<Given<LitStr>>,
    /// Required options that were given badly, or were probably meant.
    pub(crate) attempted: Vec<&'static str>,
    /// What each field is, in the order of the item's fields.
    pub(crate) roles: Vec<RoleOptions>,
    /// Whether an error about any of these options is queued.
    pub(crate) faulty: bool,
}

/// What the options of a field say that it holds; at most one of them.
pub(crate) struct RoleOptions {
    pub(crate) role: Option<Given<RoleOption>>,
    pub(crate) faulty: bool,
}

/// What a field of a rollup holds.
#[derive(Clone)]
pub(crate) enum RoleOption {
    Group(LitStr),
    Window,
    Count(Option<LitStr>),
    Sum(LitStr),
    Min(LitStr),
    Max(LitStr),
    Last { value: LitStr, by: LitStr },
    Stale,
}

impl Rollup {
    /// Reads a struct; `None` after an error about its shape.
    pub(crate) fn from_input(input: &DeriveInput, errors: &mut Errors) -> Option<Self> {
        let named = match &input.data {
            Data::Struct(data) => match &data.fields {
                Fields::Named(fields) if !fields.named.is_empty() => Some(&fields.named),
                _ => None,
            },
            Data::Enum(_) | Data::Union(_) => None,
        };
        let Some(named) = named else {
            errors.at(
                input.ident.span(),
                Message::new("a rollup is a struct with named fields")
                    .help("write `struct Name { … }`, which derives `DynamoItem` too"),
            );
            return None;
        };
        // What is wrong with the item itself is the other derive's to say.
        let mut reported = Errors::new();
        let item = Item::from_input(input, &mut reported);
        let _reported = reported.finish();
        let item = item?;

        let options = Options::read_only("rollup", &input.attrs, Place::Rollup, errors);
        let mut faulty = options.faulty;
        let every = options.word("every").and_then(|given| {
            let word = given.value.to_string();
            let width = BucketWidth::parse(&word);
            if width.is_none() {
                faulty = true;
                let known = BucketWidth::NAMES.map(|(name, _)| name);
                errors.at(
                    given.value.span(),
                    Message::new(format_args!("unknown window `{word}`"))
                        .suggest(&word, &known, "windows"),
                );
            }
            Some(Given {
                name: given.name,
                value: width?,
            })
        });
        let attempted = ["of", "every", "at"];
        let roles: Vec<_> = named
            .iter()
            .map(|field| RoleOptions::read(field, errors))
            .collect();
        Some(Self {
            item,
            of: options.path("of"),
            every,
            at: options.text("at"),
            attempted: attempted
                .into_iter()
                .filter(|name| options.has(name))
                .collect(),
            faulty: faulty || roles.iter().any(|role| role.faulty),
            roles,
        })
    }

    /// The fields of the struct, each with what it is.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&Field, &RoleOptions)> {
        self.item.fields.iter().zip(&self.roles)
    }
}

impl RoleOptions {
    fn read(field: &syn::Field, errors: &mut Errors) -> Self {
        let options = Options::read_only("rollup", &field.attrs, Place::RollupField, errors);
        let text = |name: &str, role: fn(LitStr) -> RoleOption| {
            options.text(name).map(|given| Given {
                name: given.name,
                value: role(given.value),
            })
        };
        let flag = |name: &str, role: RoleOption| {
            options
                .flag(name)
                .map(|name: Ident| Given { name, value: role })
        };
        let last = options.text_by("last").map(|given| {
            let (value, by) = given.value;
            Given {
                name: given.name,
                value: RoleOption::Last { value, by },
            }
        });
        let role = text("group", RoleOption::Group)
            .or_else(|| text("count", |source| RoleOption::Count(Some(source))))
            .or_else(|| text("sum", RoleOption::Sum))
            .or_else(|| text("min", RoleOption::Min))
            .or_else(|| text("max", RoleOption::Max))
            .or(last)
            .or_else(|| flag("count", RoleOption::Count(None)))
            .or_else(|| flag("window", RoleOption::Window))
            .or_else(|| flag("stale", RoleOption::Stale));
        Self {
            role,
            faulty: options.faulty,
        }
    }
}
