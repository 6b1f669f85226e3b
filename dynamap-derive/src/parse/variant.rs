//! The variants of an enum.

use proc_macro2::Ident;
use syn::{Fields, LitStr};

use super::container::{Newtype, read_fields, rename_rule};
use super::field::{Field, FieldOptions};
use super::list::Options;
use super::lookup::Given;
use super::options::Place;
use super::{Forwarded, value};
use crate::diagnostic::{Errors, Message};
use crate::model::RenameRule;

/// A variant.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) forwarded: Forwarded,
    pub(crate) rename: Option<Given<LitStr>>,
    /// Names that it had before.
    pub(crate) aliases: Vec<LitStr>,
    /// The case of its fields' names.
    pub(crate) rename_all: Option<RenameRule>,
    /// Whether it stands for all names that the others do not have.
    pub(crate) other: Option<Ident>,
    pub(crate) data: VariantData,
}

/// What a variant carries.
pub(crate) enum VariantData {
    Nothing,
    /// Fields of its own.
    Struct(Vec<Field>),
    /// One value.
    Held(Box<Newtype>),
    /// What no variant carries; an error is queued.
    Faulty,
}

impl Variant {
    pub(super) fn read(variant: &syn::Variant, long_form: bool, errors: &mut Errors) -> Self {
        let options = Options::read(&variant.attrs, Place::Variant, long_form, errors);
        let rename_all = rename_rule(&options, "rename_all", errors);
        Self {
            ident: variant.ident.clone(),
            forwarded: Forwarded::of(&variant.attrs),
            rename: options.text("rename"),
            aliases: options.every_text("alias").cloned().collect(),
            rename_all,
            other: options.flag("other"),
            data: VariantData::read(variant, long_form, errors),
        }
    }
}

impl VariantData {
    fn read(variant: &syn::Variant, long_form: bool, errors: &mut Errors) -> Self {
        match &variant.fields {
            Fields::Unit => Self::Nothing,
            Fields::Named(fields) => {
                let fields = read_fields(&fields.named, Place::ValueField, long_form, errors);
                for field in &fields {
                    refuse_filled(&field.options, errors);
                }
                Self::Struct(fields)
            }
            Fields::Unnamed(fields) => {
                let mut fields_of = fields.unnamed.iter();
                let (Some(field), None) = (fields_of.next(), fields_of.next()) else {
                    errors.on(
                        fields,
                        Message::new(format_args!(
                            "the variant `{}` has {} fields without names",
                            variant.ident,
                            fields.unnamed.len()
                        ))
                        .help(format_args!(
                            "name the fields, or hold one struct: `{}(Inner)`",
                            variant.ident
                        )),
                    );
                    return Self::Faulty;
                };
                let options =
                    FieldOptions::read(&field.attrs, Place::NewtypeField, long_form, errors);
                let option = options
                    .ts
                    .as_ref()
                    .map(|ts| &ts.name)
                    .or(options.with.as_ref().map(|with| &with.name))
                    .or(options.serde.as_ref());
                if let Some(name) = option {
                    errors.at(
                        name.span(),
                        Message::new(format_args!(
                            "`{name}` cannot stand on the value that a variant holds"
                        ))
                        .help(format_args!(
                            "name the field: `{} {{ value: {} }}`",
                            variant.ident,
                            value::type_text(&field.ty)
                        ))
                        .note("what a variant holds stands beside its tag, so it is a map"),
                    );
                    return Self::Faulty;
                }
                Self::Held(Box::new(Newtype {
                    ty: field.ty.clone(),
                    options,
                }))
            }
        }
    }
}

/// What writes fill is always there, and a variant is not.
fn refuse_filled(options: &FieldOptions, errors: &mut Errors) {
    let stamp = options.ts.as_ref().and_then(|ts| ts.value.stamp.as_ref());
    let filled = stamp.map(|stamp| &stamp.name);
    let filled = filled
        .or(options.ttl.as_ref().map(|ttl| &ttl.name))
        .or(options.version.as_ref());
    if let Some(name) = filled {
        errors.at(
            name.span(),
            Message::new(format_args!("`{name}` cannot stand in a variant"))
                .help("move the field to the item, or to a struct that is flattened into it")
                .note("a write fills it in every item, of whatever variant"),
        );
    }
}
