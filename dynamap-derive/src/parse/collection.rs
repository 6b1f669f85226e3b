//! An enum of item types.

use proc_macro2::Ident;
use syn::{Data, DeriveInput, Fields, Type};

use super::container::Container;
use super::list::Options;
use super::options::Place;
use crate::diagnostic::{Errors, Message};

/// An enum that derives `DynamoCollection`.
pub(crate) struct Collection {
    pub(crate) container: Container,
    pub(crate) variants: Vec<CollectionVariant>,
}

/// A variant of it.
pub(crate) struct CollectionVariant {
    pub(crate) ident: Ident,
    /// Whether it stands for items of none of the types.
    pub(crate) other: Option<Ident>,
    /// What it holds; `None` for nothing.
    pub(crate) holds: Option<Type>,
}

impl Collection {
    /// Reads an enum; `None` after an error about its shape.
    pub(crate) fn from_input(input: &DeriveInput, errors: &mut Errors) -> Option<Self> {
        let (container, _) = Container::read(input, Place::Collection, errors);
        let data = match &input.data {
            Data::Enum(data) => data,
            Data::Struct(data) => {
                refuse(data.struct_token, "a struct", errors);
                return None;
            }
            Data::Union(data) => {
                refuse(data.union_token, "a union", errors);
                return None;
            }
        };
        if let Some(parameter) = input.generics.params.first() {
            errors.on(
                parameter,
                Message::new("a collection has no generic parameters")
                    .help("name the types that the variants hold"),
            );
        }
        let long_form = container.long_form;
        let variants = data
            .variants
            .iter()
            .filter_map(|variant| CollectionVariant::read(variant, long_form, errors))
            .collect();
        Some(Self {
            container,
            variants,
        })
    }
}

impl CollectionVariant {
    fn read(variant: &syn::Variant, long_form: bool, errors: &mut Errors) -> Option<Self> {
        let options = Options::read(&variant.attrs, Place::CollectionVariant, long_form, errors);
        let other = options.flag("other");
        let holds = match &variant.fields {
            Fields::Unit => None,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let field = fields.unnamed.first()?;
                Some(field.ty.clone())
            }
            fields => {
                errors.on(
                    fields,
                    Message::new(format_args!(
                        "the variant `{}` has fields of its own",
                        variant.ident
                    ))
                    .help(format_args!(
                        "hold one item type: `{0}({0})`",
                        variant.ident
                    )),
                );
                return None;
            }
        };
        Some(Self {
            ident: variant.ident.clone(),
            other,
            holds,
        })
    }
}

fn refuse(token: impl quote::ToTokens, found: &str, errors: &mut Errors) {
    errors.on(
        token,
        Message::new(format_args!("a collection is an enum, not {found}"))
            .help("write `enum Name { … }` with a variant for each item type"),
    );
}
