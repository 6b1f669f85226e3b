//! A value: everything the expansion of `DynamoValue` needs.

use proc_macro2::Ident;
use syn::{Generics, Path, Type};

use super::check;
use super::field::{Codec, Field, Flattened, Skipped};
use super::variant::Enum;
use super::{Filled, Names, RenameRule, Tagged};
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::parse;

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
    /// M: an attribute for each field, none of them a key.
    Map {
        fields: Vec<Field>,
        skipped: Vec<Skipped>,
        flattened: Vec<Flattened>,
        filled: Filled,
    },
    /// S: the stored name of a variant.
    Text(Names),
    /// M: a tag that names the variant, and what it carries.
    Tagged(Tagged),
    /// What its one field is. The codec is `Value`, `Time` or `With`.
    Transparent(Box<Transparent>),
    /// L: its fields. The codecs are `Value`, `Time` and `With`.
    List(Vec<Transparent>),
}

/// A field of a tuple struct.
pub(crate) struct Transparent {
    pub(crate) ty: Type,
    pub(crate) codec: Codec,
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
            parse::Shape::Enum(options) => {
                Enum::new(options, &ident, rename_all, errors).map(|options| match options {
                    Enum::Names(names) => Shape::Text(names),
                    Enum::Tagged(tagged) => Shape::Tagged(tagged),
                })
            }
            parse::Shape::Transparent(field) => {
                unnamed(*field).map(|field| Shape::Transparent(Box::new(field)))
            }
            parse::Shape::List(fields) => fields
                .into_iter()
                .map(unnamed)
                .collect::<Option<_>>()
                .map(Shape::List),
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
    let known = check::Fields::new(all);
    let resolved: Vec<Option<Field>> = known
        .stored
        .iter()
        .map(|field| Field::new(field, rename_all, errors))
        .collect();
    let filled = Filled::new(&known, &resolved, errors);
    check::name::check_attributes_are_unique(&known.stored, &resolved, errors);
    check::name::check_constants_are_unique(&resolved, errors);
    check::name::check_aliases_are_free(&resolved, errors);
    Some(Shape::Map {
        fields: resolved.into_iter().collect::<Option<_>>()?,
        skipped: all.iter().filter_map(Skipped::new).collect(),
        flattened: all.iter().filter_map(Flattened::new).collect(),
        filled,
    })
}

/// A field of a tuple struct; `None` if an error about it is queued.
fn unnamed(field: parse::Newtype) -> Option<Transparent> {
    let options = &field.options;
    let codec = match (&options.ts, &options.with, &options.serde) {
        (Some(ts), ..) => Codec::Time(ts.value.format?),
        (None, Some(with), _) => Codec::With(with.value.clone()),
        (None, None, Some(_)) => Codec::Serde,
        (None, None, None) => Codec::Value,
    };
    Some(Transparent {
        ty: field.ty,
        codec,
    })
}
