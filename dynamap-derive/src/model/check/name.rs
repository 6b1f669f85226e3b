//! Names of attributes, variants, constants and generated types.

use std::collections::HashMap;

use proc_macro2::Ident;

use crate::diagnostic::{Errors, Message};
use crate::model::name::plain;
use crate::model::{Field, KeyAttribute, Name, Variant};
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
    keys: &[&KeyAttribute],
    ttl: Option<&Field>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) {
    const LONGEST: usize = 255;
    let mut seen = Vec::new();
    let keys = keys.iter().map(|key| {
        let field = key.first_part().and_then(|field| {
            // The key is named by the field, or by itself.
            let field = resolved.get(field.position())?.as_ref()?;
            (field.attribute.value == key.attribute.value).then_some(field)
        });
        (&key.attribute, field)
    });
    for (name, field) in keys.chain(ttl.map(|ttl| (&ttl.attribute, Some(ttl)))) {
        if name.value.len() <= LONGEST || seen.contains(&&name.value) {
            continue;
        }
        seen.push(&name.value);
        let whose = match field {
            Some(field) => format!("the attribute name of `{}`", field.ident),
            None => "the name of the key attribute".to_owned(),
        };
        errors.at(
            name.span,
            Message::new(format_args!("{whose} has {} bytes", name.value.len()))
                .help(if field.is_some() {
                    "write a shorter `rename`"
                } else {
                    "write a shorter `attribute`"
                })
                .note("DynamoDB's key and TTL attributes have names of at most 255 bytes"),
        );
    }
}

/// A composed key is an attribute of its own.
pub(in crate::model) fn check_composed_attributes_are_unique(
    keys: &[&KeyAttribute],
    resolved: &[Option<Field>],
    errors: &mut Errors,
) {
    let mut seen: Vec<&str> = Vec::new();
    let composed = keys.iter().filter(|key| {
        key.composed()
            .is_some_and(|composed| composed.carrier.is_none())
    });
    for key in composed {
        let name = key.attribute.value.as_str();
        let field = resolved
            .iter()
            .flatten()
            .find(|field| field.attribute.value == name);
        let message = if let Some(field) = field {
            Message::new(format_args!(
                "the key attribute `{name}` is what `{}` is stored as",
                field.ident
            ))
            .help("write another name")
            .note("a composed key is an attribute of its own, beside its parts")
        } else if seen.contains(&name) {
            Message::new(format_args!("there are two key attributes `{name}`"))
                .help("write another name")
                .note("each composed key is an attribute of its own")
        } else {
            seen.push(name);
            continue;
        };
        errors.at(key.attribute.span, message);
    }
}

/// The names of an item's fields, and what is generated of them.
pub(in crate::model) fn check_fields(
    parsed: &[&parse::Field],
    resolved: &[Option<Field>],
    errors: &mut Errors,
) {
    check_attributes_are_unique(parsed, resolved, errors);
    check_constants_are_unique(resolved, errors);
    check_aliases_are_free(resolved, errors);
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

/// An alias means one field.
pub(in crate::model) fn check_aliases_are_free(resolved: &[Option<Field>], errors: &mut Errors) {
    let mut seen: HashMap<&str, &Field> = HashMap::new();
    for field in resolved.iter().flatten() {
        seen.insert(&field.attribute.value, field);
    }
    for field in resolved.iter().flatten() {
        for alias in &field.aliases {
            if !check_attribute_name(alias, errors) {
                continue;
            }
            let Some(first) = seen.get(alias.value.as_str()) else {
                seen.insert(&alias.value, field);
                continue;
            };
            errors.at(
                alias.span,
                Message::new(format_args!(
                    "`{}` is a name of `{}` already",
                    alias.value, first.ident
                ))
                .help("remove the alias"),
            );
        }
    }
}

/// The variants of an enum are told apart by their stored names.
pub(in crate::model) fn check_variants_are_unique(variants: &[&Variant], errors: &mut Errors) {
    let mut seen: HashMap<&str, &Variant> = HashMap::new();
    for variant in variants {
        // First all names, so that an alias is the word to change.
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
    for variant in variants {
        for alias in &variant.aliases {
            let Some(first) = seen.get(alias.value.as_str()) else {
                seen.insert(&alias.value, variant);
                continue;
            };
            errors.at(
                alias.span,
                Message::new(format_args!(
                    "`{}` is a name of `{}` already",
                    alias.value, first.ident
                ))
                .help("remove the alias"),
            );
        }
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
