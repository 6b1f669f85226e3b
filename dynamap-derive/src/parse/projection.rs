//! A struct that derives `DynamoProjection`.

use proc_macro2::Ident;
use syn::{DeriveInput, LitStr, Path, Type};

use super::container::{Container, named_fields};
use super::list::Options;
use super::lookup::Given;
use super::options::Place;
use crate::diagnostic::Errors;

/// A struct that derives `DynamoProjection`.
pub(crate) struct Projection {
    pub(crate) container: Container,
    /// The item that it is a part of.
    pub(crate) of: Option<Given<Path>>,
    /// Whether the item was named badly, or probably meant by a misspelled option.
    pub(crate) of_attempted: bool,
    pub(crate) fields: Vec<ProjectionField>,
}

/// A field of it.
pub(crate) struct ProjectionField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The item's field, if it has another name.
    pub(crate) field: Option<Given<LitStr>>,
    /// Whether an error about its options is queued.
    pub(crate) faulty: bool,
}

impl Projection {
    /// Reads a struct; `None` after an error about its shape.
    pub(crate) fn from_input(input: &DeriveInput, errors: &mut Errors) -> Option<Self> {
        let (container, options) = Container::read(input, Place::Projection, errors);
        let help = "write `struct Name { … }` with some of the item's fields";
        let named = named_fields(input, "a projection", help, errors)?;
        let fields = named.iter().filter_map(|field| {
            let options = Options::read(&field.attrs, Place::ProjectionField, true, errors);
            Some(ProjectionField {
                ident: field.ident.clone()?,
                ty: field.ty.clone(),
                field: options.text("field"),
                faulty: options.faulty,
            })
        });
        Some(Self {
            fields: fields.collect(),
            of: options.path("of"),
            of_attempted: options.attempted("of"),
            container,
        })
    }
}
