//! A collection: everything the expansion of `DynamoCollection` needs.

use proc_macro2::Ident;
use syn::{Path, Type, Visibility};

use super::check::variant::refuse_second_other;
use crate::diagnostic::{Errors, Message};
use crate::hygiene;
use crate::parse;

/// An enum of item types, valid in every respect that a derive can see.
pub(crate) struct Collection {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The runtime crate, as generated code names it.
    pub(crate) crate_path: Path,
    /// At least one.
    pub(crate) members: Vec<Member>,
    pub(crate) other: Option<Other>,
}

/// A variant and the item type that it holds.
pub(crate) struct Member {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
}

/// The variant of items of none of the types.
pub(crate) struct Other {
    pub(crate) ident: Ident,
    /// What holds the item; without it that is lost.
    pub(crate) holds: Option<Type>,
}

impl Collection {
    /// Applies the rules; `None` if any error is queued.
    pub(crate) fn new(options: parse::Collection, errors: &mut Errors) -> Option<Self> {
        let parse::Collection {
            container,
            variants,
        } = options;
        let parse::Container {
            ident,
            vis,
            generics: _,
            rename_all: _,
            crate_path,
            long_form: _,
        } = container;
        let mut members = Vec::new();
        let mut other: Option<Other> = None;
        let has_variants = !variants.is_empty();
        for variant in variants {
            match (variant.other, variant.holds) {
                (Some(word), holds) => {
                    if let Some(first) = &other {
                        refuse_second_other(word.span(), &variant.ident, &first.ident, errors);
                    }
                    other = Some(Other {
                        ident: variant.ident,
                        holds,
                    });
                }
                (None, Some(ty)) => members.push(Member {
                    ident: variant.ident,
                    ty,
                }),
                (None, None) => errors.at(
                    variant.ident.span(),
                    Message::new(format_args!("the variant `{}` holds no item", variant.ident))
                        .help(format_args!(
                            "hold one item type: `{0}({0})`, or mark it `#[dynamo(other)]` for items of none \
                             of the types",
                            variant.ident
                        )),
                ),
            }
        }
        if members.is_empty() && errors.is_empty() {
            let message = if has_variants {
                Message::new(format_args!("`{ident}` has no variant but the catch-all"))
            } else {
                Message::new(format_args!("`{ident}` has no variants"))
            };
            errors.at(
                ident.span(),
                message.help("add a variant for each item type, as in `Order(Order)`"),
            );
        }
        errors.is_empty().then(|| Self {
            crate_path: hygiene::crate_path(crate_path),
            ident,
            vis,
            members,
            other,
        })
    }
}
