//! A value: everything the expansion of `DynamoValue` needs.

use proc_macro2::Ident;
use syn::{Generics, Path, Type};

use super::check;
use super::field::{Codec, Field, Skipped};
use super::name::plain;
use super::{Name, RenameRule};
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::parse::{self, Forwarded};

/// A type that derives `DynamoValue`, valid in every respect that a derive can see.
pub(crate) struct Value {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The runtime crate, as generated code names it.
    pub(crate) crate_path: Path,
    pub(crate) shape: Shape,
}

/// What DynamoDB sees of it.
pub(crate) enum Shape {
    /// M: an attribute for each field. The codecs are `Value`, `Time` and `With`.
    Map {
        fields: Vec<Field>,
        skipped: Vec<Skipped>,
    },
    /// S: the stored name of a variant. At least one variant.
    Text(Vec<Variant>),
    /// What its one field is. The codec is `Value`, `Time` or `With`.
    Transparent(Box<Transparent>),
}

/// The one field of a tuple struct.
pub(crate) struct Transparent {
    pub(crate) ty: Type,
    pub(crate) codec: Codec,
}

/// A variant without data.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// The stored name.
    pub(crate) name: Name,
    pub(crate) forwarded: Forwarded,
}

impl Value {
    /// Applies DynamoDB's rules; `None` if any error is queued.
    pub(crate) fn new(options: parse::Value, errors: &mut Errors) -> Option<Self> {
        let parse::Value { container, shape } = options;
        let parse::Container {
            ident,
            vis: _,
            generics,
            rename_all,
            crate_path,
            long_form: _,
        } = container;
        let shape = match shape {
            parse::Shape::Struct(all) => map(&all, rename_all, errors),
            parse::Shape::Enum(variants) => Some(text(variants, rename_all, errors)),
            parse::Shape::Transparent(field) => transparent(field.ty, &field.options),
        };
        if !errors.is_empty() {
            return None;
        }
        Some(Self {
            ident,
            generics,
            crate_path: hygiene::crate_path(crate_path),
            shape: shape?,
        })
    }
}

fn map(all: &[parse::Field], rename_all: Option<RenameRule>, errors: &mut Errors) -> Option<Shape> {
    let stored = check::Fields::new(all).stored;
    let resolved: Vec<Option<Field>> = stored
        .iter()
        .map(|field| Field::new(field, rename_all, errors))
        .collect();
    check::name::check_attributes_are_unique(&stored, &resolved, errors);
    check::name::check_constants_are_unique(&resolved, errors);
    Some(Shape::Map {
        fields: resolved.into_iter().collect::<Option<_>>()?,
        skipped: all.iter().filter_map(Skipped::new).collect(),
    })
}

fn text(
    variants: Vec<parse::Variant>,
    rename_all: Option<RenameRule>,
    errors: &mut Errors,
) -> Shape {
    let variants: Vec<Variant> = variants
        .into_iter()
        .map(|variant| {
            let plain = plain(&variant.ident);
            let name = match (variant.rename, rename_all) {
                (Some(rename), _) => Name {
                    value: rename.value.value(),
                    span: rename.value.span(),
                },
                (None, rule) => Name {
                    value: match rule {
                        Some(rule) => rule.apply_to_variant(&plain),
                        None => plain,
                    },
                    span: variant.ident.span(),
                },
            };
            Variant {
                ident: variant.ident,
                name,
                forwarded: variant.forwarded,
            }
        })
        .collect();
    check::name::check_variants_are_unique(&variants, errors);
    Shape::Text(variants)
}

fn transparent(ty: Type, options: &parse::FieldOptions) -> Option<Shape> {
    let codec = match (&options.ts, &options.with) {
        (Some(ts), _) => Codec::Time(ts.value.format?),
        (None, Some(with)) => Codec::With(with.value.clone()),
        (None, None) => Codec::Value,
    };
    Some(Shape::Transparent(Box::new(Transparent { ty, codec })))
}
