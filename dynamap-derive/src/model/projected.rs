//! A projection: the fields of an item that a struct is read of.

use proc_macro2::Ident;
use syn::{Path, Type};

use super::name::{constant, plain};
use crate::diagnostic::{Errors, Message};
use crate::hygiene;
use crate::parse;

/// A struct that derives `DynamoProjection`, valid in every respect that a derive can see.
pub(crate) struct ProjectedItem {
    pub(crate) ident: Ident,
    pub(crate) crate_path: Path,
    /// The item.
    pub(crate) of: Path,
    /// The fields in their order; at least one.
    pub(crate) fields: Vec<ProjectedField>,
}

/// A field of it.
pub(crate) struct ProjectedField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The constant of the item's field, at the place that names it.
    pub(crate) constant: Ident,
}

impl ProjectedItem {
    /// Applies the rules; `None` if any error is queued.
    pub(crate) fn new(options: parse::Projection, errors: &mut Errors) -> Option<Self> {
        let parse::Projection {
            container,
            of,
            of_attempted,
            fields,
        } = options;
        let ident = container.ident;
        if of.is_none() && !of_attempted {
            errors.at(
                ident.span(),
                Message::new(format_args!("`{ident}` is no part of an item yet"))
                    .help("add `#[dynamo(of = Order)]`, with the struct that derives `DynamoItem`"),
            );
        }
        if !container.generics.params.is_empty() {
            errors.on(
                &container.generics.params,
                Message::new("a projection has no parameters")
                    .help("write one for each item, as in `#[dynamo(of = Order<String>)]`"),
            );
        }
        let mut names: Vec<String> = Vec::new();
        let mut resolved = Vec::new();
        for field in fields {
            if field.faulty {
                continue;
            }
            let source = match &field.field {
                None => field.ident.clone(),
                Some(given) => {
                    let text = given.value.value();
                    let name = text.strip_prefix("r#").unwrap_or(&text);
                    let is_name = syn::parse_str::<Ident>(name).is_ok()
                        || syn::parse_str::<Ident>(&format!("r#{name}")).is_ok();
                    if !is_name {
                        errors.on(
                            &given.value,
                            Message::new(format_args!("`{text}` is not the name of a field"))
                                .help("write the item's Rust field, as in `field = \"total\"`"),
                        );
                        continue;
                    }
                    Ident::new_raw(name, given.value.span())
                }
            };
            let name = plain(&source);
            if names.contains(&name) {
                errors.at(
                    source.span(),
                    Message::new(format_args!("the item's field `{name}` is read twice"))
                        .help("remove one of the two"),
                );
                continue;
            }
            names.push(name);
            resolved.push(ProjectedField {
                constant: constant(&source),
                ident: field.ident,
                ty: field.ty,
            });
        }
        if !errors.is_empty() {
            return None;
        }
        Some(Self {
            ident,
            crate_path: hygiene::crate_path(container.crate_path),
            of: of?.value,
            fields: resolved,
        })
    }
}
