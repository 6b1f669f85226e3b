//! Names of attributes, variants, constants and generated types.

use std::collections::{BTreeSet, HashMap};

use proc_macro2::Ident;

use super::Fields;
use crate::diagnostic::{Errors, Message};
use crate::model::name::plain;
use crate::model::{Field, FieldIndex, Index, LocalIndex, Name, Variant};
use crate::parse;

/// "Attribute names: 1 byte to 64 KB."
pub(in crate::model) fn check_attribute_name(name: &Name, errors: &mut Errors) -> bool {
    const LONGEST: usize = 65_535;
    if name.value.is_empty() {
        errors.at(
            name.span,
            Message::new("the attribute name is empty")
                .help("write a name, as in `rename = \"status\"`"),
        );
        return false;
    }
    if name.value.len() > LONGEST {
        errors.at(
            name.span,
            Message::new(format_args!(
                "the attribute name has {} bytes",
                name.value.len()
            ))
            .help("write a shorter name; it counts into the size of every item")
            .note("DynamoDB's attribute names have at most 64 KB"),
        );
        return false;
    }
    true
}

/// "The names of key attributes and of the TTL attribute have at most 255 bytes."
pub(in crate::model) fn check_key_names_are_short(
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    indexes: &[Option<Index>],
    local_indexes: &[Option<LocalIndex>],
    errors: &mut Errors,
) {
    const LONGEST: usize = 255;
    let of_table = fields.iter().filter_map(|(index, field)| {
        let options = &field.options;
        (options.partition_key.is_some() || options.sort_key.is_some() || options.ttl.is_some())
            .then_some(index)
    });
    let of_indexes = indexes
        .iter()
        .flatten()
        .flat_map(|index| [Some(index.partition), index.sort].into_iter().flatten());
    let of_local = local_indexes.iter().flatten().map(|index| index.sort);
    let keys: BTreeSet<FieldIndex> = of_table.chain(of_indexes).chain(of_local).collect();
    for index in keys {
        if let Some(Some(field)) = resolved.get(index.position())
            && field.attribute.value.len() > LONGEST
        {
            errors.at(
                field.attribute.span,
                Message::new(format_args!(
                    "the attribute name of `{}` has {} bytes",
                    field.ident,
                    field.attribute.value.len()
                ))
                .help("write a shorter `rename`")
                .note("DynamoDB's key and TTL attributes have names of at most 255 bytes"),
            );
        }
    }
}

/// An item and a map hold each attribute once.
pub(in crate::model) fn check_attributes_are_unique(
    parsed: &[&parse::Field],
    resolved: &[Option<Field>],
    errors: &mut Errors,
) {
    let renamed = |field: &&parse::Field| field.options.rename.is_some();
    let mut seen: HashMap<&str, (&Field, bool)> = HashMap::new();
    for (field, renamed) in resolved.iter().zip(parsed.iter().map(renamed)) {
        let Some(field) = field else { continue };
        let Some((first, first_renamed)) = seen.get(field.attribute.value.as_str()) else {
            seen.insert(&field.attribute.value, (field, renamed));
            continue;
        };
        // The word to change is a `rename`, if there is one.
        let span = if *first_renamed && !renamed {
            first.attribute.span
        } else {
            field.attribute.span
        };
        errors.at(
            span,
            Message::new(format_args!(
                "`{}` and `{}` are both stored as `{}`",
                first.ident, field.ident, field.attribute.value
            ))
            .help("give one of them another name with `#[dynamo(rename = \"…\")]`"),
        );
    }
}

/// The variants of an enum are told apart by their stored names.
pub(in crate::model) fn check_variants_are_unique(variants: &[Variant], errors: &mut Errors) {
    let mut seen: HashMap<&str, &Variant> = HashMap::new();
    for variant in variants {
        let Some(first) = seen.get(variant.name.value.as_str()) else {
            seen.insert(&variant.name.value, variant);
            continue;
        };
        errors.at(
            variant.name.span,
            Message::new(format_args!(
                "`{}` and `{}` are both stored as `{}`",
                first.ident, variant.ident, variant.name.value
            ))
            .help("give one of them another name with `#[dynamo(rename = \"…\")]`"),
        );
    }
}

/// Each field has a constant of its own.
pub(in crate::model) fn check_constants_are_unique(
    resolved: &[Option<Field>],
    errors: &mut Errors,
) {
    let mut seen: HashMap<String, &Field> = HashMap::new();
    for field in resolved.iter().flatten() {
        let constant = plain(&field.constant);
        if let Some(first) = seen.get(&constant) {
            errors.at(
                field.ident.span(),
                Message::new(format_args!(
                    "`{}` and `{}` both give the constant `{constant}`",
                    first.ident, field.ident
                ))
                .help(format_args!(
                    "rename the field, and keep its attribute with `#[dynamo(rename = \"{}\")]`",
                    field.attribute.value
                )),
            );
        } else {
            seen.insert(constant, field);
        }
    }
}

/// The types generated for a struct, and the struct itself, stand in one module.
///
/// `types` are in the order of blame: the later of two equal ones is to change.
pub(in crate::model) fn check_generated_types_differ(types: &[Ident], errors: &mut Errors) {
    for (position, later) in types.iter().enumerate() {
        if types.iter().take(position).any(|earlier| earlier == later) {
            errors.at(
                later.span(),
                Message::new(format_args!("the name `{later}` is taken"))
                    .help("write another name")
                    .note("the struct, its handle, its key and its access paths are types of one module"),
            );
        }
    }
}
