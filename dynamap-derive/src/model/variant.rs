//! Enums: by the names of their variants, or with data beside a tag.

use proc_macro2::{Ident, Span};
use syn::Type;

use super::check;
use super::field::{Field, Skipped};
use super::name::plain;
use super::{Name, RenameRule};
use crate::diagnostic::Errors;
use crate::parse::{self, Forwarded, VariantData};

/// An enum of variants without data.
pub(crate) struct Names {
    /// At least one, unless there is a catch-all.
    pub(crate) variants: Vec<Variant>,
    pub(crate) other: Option<Other>,
}

/// A variant and its stored names.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// The stored name.
    pub(crate) name: Name,
    /// Names that are read too.
    pub(crate) aliases: Vec<Name>,
    pub(crate) forwarded: Forwarded,
}

/// The variant that stands for names that no other has.
pub(crate) struct Other {
    pub(crate) ident: Ident,
    /// The type that holds what was read; without it that is lost.
    pub(crate) holds: Option<Type>,
}

/// An enum of variants with data.
pub(crate) struct Tagged {
    /// The attribute that names the variant.
    pub(crate) tag: Name,
    pub(crate) variants: Vec<TaggedVariant>,
    pub(crate) other: Option<Other>,
}

/// A variant of a data enum.
pub(crate) struct TaggedVariant {
    pub(crate) variant: Variant,
    pub(crate) data: Data,
}

/// What a variant carries. The codecs of fields are `Value`, `Time` and `With`.
pub(crate) enum Data {
    Nothing,
    Fields {
        fields: Vec<Field>,
        skipped: Vec<Skipped>,
    },
    /// A type with attributes of its own.
    Held(Box<Type>),
}

/// What an enum is.
pub(super) enum Enum {
    Names(Names),
    Tagged(Tagged),
}

impl Enum {
    /// `None` if an error is queued.
    pub(super) fn new(
        options: parse::Enum,
        ident: &Ident,
        rename_all: Option<RenameRule>,
        errors: &mut Errors,
    ) -> Option<Self> {
        let parse::Enum {
            tag,
            rename_all_fields,
            variants,
        } = options;
        let other = check::variant::check_at_most_one_other(&variants, errors);
        let (others, named): (Vec<_>, Vec<_>) = variants
            .into_iter()
            .partition(|variant| variant.other.is_some());
        let carry_data = named
            .iter()
            .any(|variant| !matches!(variant.data, VariantData::Nothing));
        let other = match others.into_iter().next().filter(|_| other.is_some()) {
            Some(variant) => Some(catch_all(variant)?),
            None => None,
        };
        if tag.is_none() && !carry_data {
            let variants: Vec<Variant> = named
                .into_iter()
                .map(|variant| Variant::new(variant, rename_all).0)
                .collect();
            check::name::check_variants_are_unique(&variants.iter().collect::<Vec<_>>(), errors);
            check::variant::check_a_variant_is_named(ident, &variants, other.as_ref(), errors);
            return Some(Self::Names(Names { variants, other }));
        }
        let tag = match tag {
            Some(tag) => Name {
                value: tag.value.value(),
                span: tag.value.span(),
            },
            None => Name {
                value: "type".to_owned(),
                span: Span::call_site(),
            },
        };
        check::name::check_attribute_name(&tag, errors);
        let variants: Vec<Option<TaggedVariant>> = named
            .into_iter()
            .map(|variant| TaggedVariant::new(variant, rename_all, rename_all_fields, &tag, errors))
            .collect();
        let variants: Vec<TaggedVariant> = variants.into_iter().collect::<Option<_>>()?;
        let all: Vec<_> = variants.iter().map(|tagged| &tagged.variant).collect();
        check::name::check_variants_are_unique(&all, errors);
        Some(Self::Tagged(Tagged {
            tag,
            variants,
            other,
        }))
    }
}

/// The catch-all; `None` if an error about it is queued.
fn catch_all(variant: parse::Variant) -> Option<Other> {
    let holds = match variant.data {
        VariantData::Nothing => None,
        VariantData::Held(held) => Some(held.ty),
        VariantData::Struct(_) | VariantData::Faulty => return None,
    };
    Some(Other {
        ident: variant.ident,
        holds,
    })
}

impl Variant {
    fn new(
        variant: parse::Variant,
        rename_all: Option<RenameRule>,
    ) -> (Self, VariantData, Option<RenameRule>) {
        let parse::Variant {
            ident,
            forwarded,
            rename,
            aliases,
            rename_all: rename_fields,
            other: _,
            data,
        } = variant;
        let plain = plain(&ident);
        let name = match (rename, rename_all) {
            (Some(rename), _) => Name {
                value: rename.value.value(),
                span: rename.value.span(),
            },
            (None, rule) => Name {
                value: match rule {
                    Some(rule) => rule.apply_to_variant(&plain),
                    None => plain,
                },
                span: ident.span(),
            },
        };
        let aliases = aliases
            .iter()
            .map(|alias| Name {
                value: alias.value(),
                span: alias.span(),
            })
            .collect();
        let variant = Self {
            ident,
            name,
            aliases,
            forwarded,
        };
        (variant, data, rename_fields)
    }
}

impl TaggedVariant {
    fn new(
        variant: parse::Variant,
        rename_all: Option<RenameRule>,
        rename_all_fields: Option<RenameRule>,
        tag: &Name,
        errors: &mut Errors,
    ) -> Option<Self> {
        let (variant, data, rename_fields) = Variant::new(variant, rename_all);
        let data = match data {
            VariantData::Nothing => Data::Nothing,
            VariantData::Held(held) => Data::Held(Box::new(held.ty)),
            VariantData::Faulty => return None,
            VariantData::Struct(all) => {
                let stored = check::Fields::new(&all).stored;
                let rule = rename_fields.or(rename_all_fields);
                let resolved: Vec<Option<Field>> = stored
                    .iter()
                    .map(|field| Field::new(field, rule, errors))
                    .collect();
                check::name::check_attributes_are_unique(&stored, &resolved, errors);
                check::name::check_aliases_are_free(&resolved, errors);
                check::variant::check_fields_are_not_the_tag(&resolved, tag, errors);
                check::variant::refuse_flattened(&all, errors);
                Data::Fields {
                    fields: resolved.into_iter().collect::<Option<_>>()?,
                    skipped: all.iter().filter_map(Skipped::new).collect(),
                }
            }
        };
        Some(Self { variant, data })
    }
}
