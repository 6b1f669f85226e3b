//! Spelling: tokens to options, each with its span.
//!
//! This stage knows which options exist, where they may stand, what values they take and which
//! exclude each other, all from the table in [`options`], [`conflict`] and [`refusal`]. It decides nothing about DynamoDB.

mod collection;
pub(crate) mod conflict;
mod container;
mod field;
mod index;
mod key;
mod list;
mod lookup;
pub(crate) mod options;
mod projection;
pub(crate) mod refusal;
mod rollup;
mod time;
mod value;
mod variant;

pub(crate) use collection::Collection;
pub(crate) use container::{Container, Enum, Item, Newtype, Shape, Value, is_absolute};
pub(crate) use field::{Field, FieldOptions};
pub(crate) use index::{Index, LocalIndex, Path as IndexPath, Projection as IndexProjection};
pub(crate) use key::{
    ComposedOptions, EraOptions, IndexKey, KeyOptions, SpreadOptions, StructKeys,
};
pub(crate) use lookup::Given;
pub(crate) use projection::Projection;
pub(crate) use rollup::{RoleOption, Rollup};
pub(crate) use time::{After, Stamp, TsOptions, TtlOptions, helper};
pub(crate) use value::path_text;
pub(crate) use variant::{Variant, VariantData};

use syn::{Attribute, Ident, LitStr};

use crate::diagnostic::{Errors, Message};

/// The attributes of an input that go to what is generated from it.
#[derive(Clone, Default)]
pub(crate) struct Forwarded {
    /// `#[cfg]`, for everything generated.
    pub(crate) cfg: Vec<Attribute>,
    /// `#[deprecated]`, for the items a user names.
    pub(crate) deprecated: Vec<Attribute>,
    /// The docs.
    pub(crate) docs: Vec<Attribute>,
}

impl Forwarded {
    fn of(attributes: &[Attribute]) -> Self {
        let named = |name: &str| {
            attributes
                .iter()
                .filter(|attribute| attribute.path().is_ident(name))
                .cloned()
                .collect()
        };
        Self {
            cfg: named("cfg"),
            deprecated: named("deprecated"),
            docs: named("doc"),
        }
    }
}

/// The identifier in a string literal.
fn identifier(text: &Given<LitStr>, errors: &mut Errors) -> Option<Ident> {
    let parsed = text.value.parse::<Ident>().ok();
    if parsed.is_none() {
        errors.on(
            &text.value,
            Message::new(format_args!(
                "`{}` is not an identifier",
                text.value.value()
            ))
            .help(format_args!(
                "write a Rust name, as in `{} = \"{}\"`",
                text.name,
                match text.name.to_string().as_str() {
                    "method" => "query_recent",
                    "key" => "OrderId",
                    "path" => "ByCustomer",
                    _ => "Orders",
                }
            )),
        );
    }
    parsed
}
