//! The options of a struct or enum, and its shape.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Fields, Generics, Path, Token, Type, Visibility};

use super::field::{Field, FieldOptions};
use super::index::{Index, LocalIndex};
use super::key::StructKeys;
use super::list::Options;
use super::lookup::Given;
use super::options::{HELPERS, Place};
use super::variant::Variant;
use super::{identifier, value};
use crate::diagnostic::{Errors, Message};
use crate::model::RenameRule;

/// What both derives read of a type.
pub(crate) struct Container {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) rename_all: Option<RenameRule>,
    pub(crate) crate_path: Option<Path>,
    /// Whether bare helpers belong to other derives.
    pub(crate) long_form: bool,
}

/// A struct that derives `DynamoItem`.
pub(crate) struct Item {
    pub(crate) container: Container,
    pub(crate) table: Option<Given<syn::LitStr>>,
    /// Whether the table was named badly, or probably meant by a misspelled option.
    pub(crate) table_attempted: bool,
    pub(crate) handle: Option<Ident>,
    pub(crate) key: Option<Ident>,
    pub(crate) entity: Option<Given<syn::LitStr>>,
    pub(crate) tag: Option<Given<syn::LitStr>>,
    pub(crate) composed: StructKeys,
    pub(crate) indexes: Vec<Index>,
    pub(crate) local_indexes: Vec<LocalIndex>,
    pub(crate) fields: Vec<Field>,
}

/// A type that derives `DynamoValue`.
pub(crate) struct Value {
    pub(crate) container: Container,
    pub(crate) shape: Shape,
}

/// What a `DynamoValue` is made of.
pub(crate) enum Shape {
    Struct(Vec<Field>),
    Enum(Enum),
    Transparent(Box<Newtype>),
    /// A tuple struct of several fields.
    List(Vec<Newtype>),
}

/// An enum.
pub(crate) struct Enum {
    pub(crate) tag: Option<Given<syn::LitStr>>,
    /// The case of the names of the variants' fields.
    pub(crate) rename_all_fields: Option<RenameRule>,
    pub(crate) variants: Vec<Variant>,
}

/// A field of a tuple struct.
pub(crate) struct Newtype {
    pub(crate) ty: Type,
    pub(crate) options: FieldOptions,
}

impl Item {
    /// Reads a struct; `None` after an error about its shape.
    pub(crate) fn from_input(input: &DeriveInput, errors: &mut Errors) -> Option<Self> {
        let (container, options) = Container::read(input, Place::Item, errors);
        let help = "write `struct Name { … }`; a value inside an item derives `DynamoValue`";
        let named = named_fields(input, "an item", help, errors)?;
        refuse_lifetimes(input, "an item", errors)?;
        let fields = read_fields(named, Place::ItemField, container.long_form, errors);
        Some(Self {
            table: options.text("table"),
            table_attempted: options.attempted("table"),
            handle: options
                .text("handle")
                .and_then(|text| identifier(&text, errors)),
            key: options
                .text("key")
                .and_then(|text| identifier(&text, errors)),
            entity: options.text("entity"),
            tag: options.text("tag"),
            composed: StructKeys::from_options(&options, &input.attrs, errors),
            indexes: options
                .lists("index")
                .map(|(word, options)| Index::from_options(word, options, errors))
                .collect(),
            local_indexes: options
                .lists("local_index")
                .map(|(word, options)| LocalIndex::from_options(word, options, errors))
                .collect(),
            container,
            fields,
        })
    }
}

impl Value {
    /// Reads a struct or enum; `None` after an error about its shape.
    pub(crate) fn from_input(input: &DeriveInput, errors: &mut Errors) -> Option<Self> {
        let place = match &input.data {
            Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => Place::Newtype,
            Data::Struct(_) | Data::Union(_) => Place::Value,
            Data::Enum(_) => Place::Enum,
        };
        let (container, options) = Container::read(input, place, errors);
        refuse_lifetimes(input, "a value", errors)?;
        let long_form = container.long_form;
        let shape =
            match &input.data {
                Data::Struct(data) => match &data.fields {
                    Fields::Named(fields) if !fields.named.is_empty() => Shape::Struct(
                        read_fields(&fields.named, Place::ValueField, long_form, errors),
                    ),
                    Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                        let field = fields.unnamed.first()?;
                        Shape::Transparent(Box::new(Newtype::read(field, long_form, errors)))
                    }
                    Fields::Unnamed(fields) if !fields.unnamed.is_empty() => Shape::List(
                        fields
                            .unnamed
                            .iter()
                            .map(|field| Newtype::read(field, long_form, errors))
                            .collect(),
                    ),
                    Fields::Unnamed(_) | Fields::Named(_) | Fields::Unit => {
                        refuse_empty(&input.ident, errors);
                        return None;
                    }
                },
                Data::Enum(data) => {
                    if data.variants.is_empty() {
                        errors.at(
                            input.ident.span(),
                            Message::new(format_args!("`{}` has no variants", input.ident))
                                .help("add a variant, which is stored by its name"),
                        );
                        return None;
                    }
                    Shape::Enum(Enum {
                        tag: options.text("tag"),
                        rename_all_fields: rename_rule(&options, "rename_all_fields", errors),
                        variants: data
                            .variants
                            .iter()
                            .map(|variant| Variant::read(variant, long_form, errors))
                            .collect(),
                    })
                }
                Data::Union(data) => {
                    errors.on(
                        data.union_token,
                        Message::new("a union is not a DynamoDB value")
                            .help("write a struct or an enum"),
                    );
                    return None;
                }
            };
        Some(Self { container, shape })
    }
}

impl Newtype {
    fn read(field: &syn::Field, long_form: bool, errors: &mut Errors) -> Self {
        Self {
            ty: field.ty.clone(),
            options: FieldOptions::read(&field.attrs, Place::NewtypeField, long_form, errors),
        }
    }
}

impl Container {
    pub(super) fn read(input: &DeriveInput, place: Place, errors: &mut Errors) -> (Self, Options) {
        // Read with helpers left alone: `long_form` may stand behind them.
        let options = Options::read(&input.attrs, place, true, errors);
        let long_form = options.has("long_form");
        // The attributes of a projection have no bare helpers.
        if !long_form && place != Place::Projection {
            refuse_helpers(input, place, errors);
        }
        let rename_all = rename_rule(&options, "rename_all", errors);
        let crate_path = options.path("crate").map(|given| given.value);
        if let Some(path) = &crate_path {
            check_crate_path_is_absolute(path, errors);
        }
        let container = Self {
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            rename_all,
            crate_path,
            long_form,
        };
        (container, options)
    }
}

/// The case that an option of that name gives.
pub(super) fn rename_rule(
    options: &Options,
    name: &str,
    errors: &mut Errors,
) -> Option<RenameRule> {
    let text = options.text(name)?;
    let rule = RenameRule::parse(&text.value.value());
    if rule.is_none() {
        let known = RenameRule::NAMES.map(|(name, _)| name);
        errors.on(
            &text.value,
            Message::new(format_args!(
                "unknown case `{}` of `{name}`",
                text.value.value()
            ))
            .suggest(&text.value.value(), &known, "cases"),
        );
    }
    rule
}

/// A bare helper names a field, never the whole type.
fn refuse_helpers(input: &DeriveInput, place: Place, errors: &mut Errors) {
    for attribute in &input.attrs {
        if let Some(name) = attribute.path().get_ident()
            && HELPERS.iter().any(|helper| name == helper)
        {
            errors.at(
                name.span(),
                Message::new(format_args!("`{name}` cannot stand {}", place.phrase())).help(
                    if place == Place::Item && (name == "partition_key" || name == "sort_key") {
                        format!("put it on a field, or write `#[dynamo({name}(…))]` for a key of several fields; if it belongs to another derive, add `#[dynamo(long_form)]` to `{}`", input.ident)
                    } else {
                        format!("put it on a field; if it belongs to another derive, add `#[dynamo(long_form)]` to `{}`", input.ident)
                    },
                ),
            );
        }
    }
}

/// Whether a path means the same in every module.
pub(crate) fn is_absolute(path: &Path) -> bool {
    let first = path.segments.first().map(|segment| &segment.ident);
    path.leading_colon.is_some() || first.is_some_and(|ident| ident == "crate" || ident == "$crate")
}

/// A relative path would mean another thing in every module that generated code stands in.
fn check_crate_path_is_absolute(path: &Path, errors: &mut Errors) {
    if !is_absolute(path) {
        let text = value::path_text(path);
        errors.on(
            path,
            Message::new(format_args!("`{text}` is a relative path")).help(format_args!(
                "write `crate = ::{text}` for a crate, or `crate = crate::{text}` for a module of this one"
            )),
        );
    }
}

pub(super) fn read_fields(
    fields: &Punctuated<syn::Field, Token![,]>,
    place: Place,
    long_form: bool,
    errors: &mut Errors,
) -> Vec<Field> {
    fields
        .iter()
        .filter_map(|field| Field::read(field, place, long_form, errors))
        .collect()
}

/// What is read lives longer than the answer that it is read from.
fn refuse_lifetimes(input: &DeriveInput, what: &str, errors: &mut Errors) -> Option<()> {
    let Some(parameter) = input.generics.lifetimes().next() else {
        return Some(());
    };
    errors.on(
        &parameter.lifetime,
        Message::new(format_args!(
            "`{}` borrows, and {what} owns what it holds",
            input.ident
        ))
        .help("hold `String`, `Cow<'static, str>`, `Arc<str>`, `Vec<u8>` or `bytes::Bytes`, and leave the lifetime out"),
    );
    None
}

/// The fields of a struct that has named ones; `None` after an error that says what it is instead.
pub(super) fn named_fields<'a>(
    input: &'a DeriveInput,
    what: &str,
    help: &str,
    errors: &mut Errors,
) -> Option<&'a Punctuated<syn::Field, Token![,]>> {
    let mut refuse = |tokens: &dyn ToTokens, found: &str| {
        errors.on(
            tokens,
            Message::new(format_args!(
                "{what} is a struct with named fields, not {found}"
            ))
            .help(help),
        );
    };
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(&fields.named),
            Fields::Named(_) => refuse_empty(&input.ident, errors),
            Fields::Unnamed(fields) => refuse(fields, "a tuple struct"),
            Fields::Unit => refuse(&input.ident, "a unit struct"),
        },
        Data::Enum(data) => refuse(&data.enum_token, "an enum"),
        Data::Union(data) => refuse(&data.union_token, "a union"),
    }
    None
}

fn refuse_empty(ident: &Ident, errors: &mut Errors) {
    errors.at(
        ident.span(),
        Message::new(format_args!("`{ident}` has no fields"))
            .help("add a field; each one is stored as an attribute"),
    );
}
