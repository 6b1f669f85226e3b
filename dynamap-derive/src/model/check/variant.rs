//! Rules about the variants of enums.

use proc_macro2::{Ident, Span};

use crate::diagnostic::{Errors, Message};
use crate::model::{Field, Name, Other, Variant};
use crate::parse::{self, VariantData};

/// A name that is not known means one variant. `None` if there is no sound catch-all.
pub(in crate::model) fn check_at_most_one_other(
    variants: &[parse::Variant],
    errors: &mut Errors,
) -> Option<()> {
    let mut others = variants
        .iter()
        .filter_map(|variant| variant.other.as_ref().map(|word| (variant, word)));
    let (first, _) = others.next()?;
    for (variant, word) in others {
        refuse_second_other(word.span(), &variant.ident, &first.ident, errors);
    }
    if let VariantData::Struct(_) = &first.data {
        errors.at(
            first.ident.span(),
            Message::new(format_args!(
                "the catch-all `{}` has fields of its own",
                first.ident
            ))
            .help(format_args!(
                "write `{0}` alone, or let it hold what is read: `{0}(String)` in an enum of names, \
                 `{0}(dynamap::Item)` in one with data",
                first.ident
            )),
        );
        return None;
    }
    Some(())
}

/// Only one variant can hold what no other does.
pub(in crate::model) fn refuse_second_other(
    word: Span,
    second: &Ident,
    first: &Ident,
    errors: &mut Errors,
) {
    errors.at(
        word,
        Message::new(format_args!(
            "`{second}` is a second catch-all, beside `{first}`"
        ))
        .help("remove one of the two"),
    );
}

/// An enum that knows no name is a text.
pub(in crate::model) fn check_a_variant_is_named(
    ident: &Ident,
    variants: &[Variant],
    other: Option<&Other>,
    errors: &mut Errors,
) {
    if let (Some(other), []) = (other, variants) {
        errors.at(
            other.ident.span(),
            Message::new(format_args!("`{ident}` has no variant but the catch-all"))
                .help("add a variant, which is stored by its name"),
        );
    }
}

/// The tag and the fields of a variant stand in one map.
pub(in crate::model) fn check_fields_are_not_the_tag(
    fields: &[Option<Field>],
    tag: &Name,
    errors: &mut Errors,
) {
    for field in fields.iter().flatten() {
        let names = std::iter::once(&field.attribute).chain(&field.aliases);
        if let Some(name) = names.into_iter().find(|name| name.value == tag.value) {
            errors.at(
                name.span,
                Message::new(format_args!(
                    "`{}` is stored as `{}`, which names the variant",
                    field.ident, tag.value
                ))
                .help(
                    "give the field another name with `#[dynamo(rename = \"…\")]`, or name the variant by \
                     another attribute with `#[dynamo(tag = \"…\")]` on the enum",
                ),
            );
        }
    }
}

/// What a variant holds is flattened already.
pub(in crate::model) fn refuse_flattened(fields: &[parse::Field], errors: &mut Errors) {
    for word in fields
        .iter()
        .filter_map(|field| field.options.flatten.as_ref())
    {
        errors.at(
            word.span(),
            Message::new("`flatten` cannot stand on a field of a variant")
                .help("move the fields into a struct, and hold it: `Variant(Inner)`"),
        );
    }
}
