//! Fields: stored and skipped.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Path, Type, Visibility};

use super::check::{field as check, name as check_name};
use super::name::{constant, plain};
use super::{Name, Reading, RenameRule, TimeFormat, Unit};
use crate::diagnostic::Errors;
use crate::parse::{self, FieldOptions, Forwarded, KeyOptions};

/// The position of a stored field in the model's `fields`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FieldIndex(pub(super) usize);

impl FieldIndex {
    pub(crate) fn at(position: usize) -> Self {
        Self(position)
    }

    /// The position, for tables that expand in the order of `fields`.
    pub(crate) fn position(self) -> usize {
        self.0
    }
}

/// A field that is stored.
pub(crate) struct Field {
    /// As the user wrote it, with `r#`.
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The visibility of the field, and so of its constant.
    pub(crate) vis: Visibility,
    /// The attribute it is stored in; for a field that is stored only in a key, that key attribute.
    pub(crate) attribute: Name,
    /// The associated constant, at the field's place.
    pub(crate) constant: Ident,
    pub(crate) codec: Codec,
    /// Names that are read too, the first one first.
    pub(crate) aliases: Vec<Name>,
    /// What a missing attribute reads as; without it the type decides.
    pub(crate) default: Option<DefaultValue>,
    pub(crate) forwarded: Forwarded,
}

/// A field whose attributes stand beside the others.
pub(crate) struct Flattened {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) vis: Visibility,
    pub(crate) constant: Ident,
    pub(crate) forwarded: Forwarded,
}

/// A field that is not stored.
pub(crate) struct Skipped {
    pub(crate) ident: Ident,
    /// What it reads as.
    pub(crate) default: DefaultValue,
}

/// Where a value comes from that was not read.
pub(crate) enum DefaultValue {
    /// `Default::default()`; the span is the option that asks for it.
    Trait(Span),
    /// A function without arguments.
    Function(Path),
}

/// How a field is written and read.
pub(crate) enum Codec {
    /// As its type says.
    Value,
    /// As its type says, which must be a key type: a table key.
    KeyValue,
    /// As a time.
    Time(TimeFormat),
    /// As a time that is a table key.
    KeyTime(TimeFormat),
    /// As whole epoch seconds: the TTL.
    Ttl,
    /// As whole epoch seconds: the TTL, which is a table key.
    KeyTtl,
    /// As a count of writes.
    Version,
    /// By a module with a codec.
    With(Path),
    /// As its type says, `None` as NULL.
    Null,
    /// As a time, `None` as NULL.
    NullTime(TimeFormat),
    /// A list as a set.
    Set,
    /// By serde.
    Serde,
    /// As its type says, as a part of a composed key of the table and nowhere else.
    InKey,
    /// As a time in ISO text, as a part of a composed key of the table and nowhere else.
    InKeyTime { precision: Unit, reading: Reading },
}

impl Codec {
    /// Whether the field holds a time.
    pub(crate) fn is_time(&self) -> bool {
        match self {
            Self::Time(_)
            | Self::NullTime(_)
            | Self::KeyTime(_)
            | Self::Ttl
            | Self::KeyTtl
            | Self::InKeyTime { .. } => true,
            Self::Value
            | Self::KeyValue
            | Self::Version
            | Self::With(_)
            | Self::Null
            | Self::Set
            | Self::Serde
            | Self::InKey => false,
        }
    }

    /// What keeps a field out of keys: how it is stored, and the option that says so.
    pub(crate) fn refused_in_keys(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::With(_) => Some(("is written by a module", "with")),
            Self::Serde => Some(("is written by serde", "serde")),
            Self::Set => Some(("is stored as a set", "set")),
            Self::Null | Self::NullTime(_) => Some(("is NULL when it is `None`", "null")),
            Self::Value
            | Self::KeyValue
            | Self::Time(_)
            | Self::KeyTime(_)
            | Self::Ttl
            | Self::KeyTtl
            | Self::Version
            | Self::InKey
            | Self::InKeyTime { .. } => None,
        }
    }

    /// Whether the field is stored only as a part of a composed key.
    pub(crate) fn is_in_key(&self) -> bool {
        matches!(self, Self::InKey | Self::InKeyTime { .. })
    }
}

impl Field {
    /// A field without `skip`; `None` if an error about it is queued.
    pub(super) fn new(
        field: &parse::Field,
        rename_all: Option<RenameRule>,
        errors: &mut Errors,
    ) -> Option<Self> {
        // Every option is considered here or named as another rule's.
        let FieldOptions {
            rename,
            default,
            skip: _,
            aliases,
            flatten: _,
            null,
            set,
            serde,
            with,
            partition_key,
            sort_key,
            ts,
            ttl,
            version,
            partition_key_attempted: _,
            sort_key_attempted: _,
            faulty,
        } = &field.options;
        if *faulty {
            return None;
        }
        let key = partition_key.as_ref().or(sort_key.as_ref());
        let stored = key.filter(|key| key.value.store.is_some());
        if let Some(key) = stored {
            check::check_store(key, &field.ident, rename.as_ref(), rename_all, errors)?;
        }
        let attribute = match stored {
            Some(_) => Name {
                value: stored_name(&field.ident, rename_all),
                span: field.ident.span(),
            },
            None => named(field, rename_all),
        };
        let is_named = check_name::check_attribute_name(&attribute, errors);
        let codec = match (key, ts, ttl, version, with) {
            (Some(key), Some(ts), ..) => {
                check::refuse_ts_on_key(key, ts, errors);
                return None;
            }
            (Some(key), None, Some(ttl), ..) => {
                check::check_ttl_key(key, ttl, errors)?;
                Codec::KeyTtl
            }
            (Some(key), None, None, ..) => key_codec(&key.value)?,
            (None, Some(ts), ..) if null.is_some() => Codec::NullTime(ts.value.format?),
            (None, Some(ts), ..) => Codec::Time(ts.value.format?),
            (None, None, Some(_), ..) => Codec::Ttl,
            (None, None, None, Some(_), _) => Codec::Version,
            (None, None, None, None, Some(with)) => Codec::With(with.value.clone()),
            (None, None, None, None, None) if null.is_some() => Codec::Null,
            (None, None, None, None, None) if set.is_some() => Codec::Set,
            (None, None, None, None, None) if serde.is_some() => Codec::Serde,
            (None, None, None, None, None) => Codec::Value,
        };
        is_named.then(|| Self {
            ident: field.ident.clone(),
            ty: field.ty.clone(),
            vis: field.vis.clone(),
            attribute,
            constant: constant(&field.ident),
            codec,
            aliases: aliases
                .iter()
                .map(|alias| Name {
                    value: alias.value(),
                    span: alias.span(),
                })
                .collect(),
            default: default.as_ref().map(DefaultValue::new),
            forwarded: field.forwarded.clone(),
        })
    }

    /// The field's name without `r#`.
    pub(crate) fn name(&self) -> String {
        plain(&self.ident)
    }
}

impl Flattened {
    /// A field with `flatten`; `None` for any other.
    pub(super) fn new(field: &parse::Field) -> Option<Self> {
        field.options.flatten.as_ref()?;
        Some(Self {
            ident: field.ident.clone(),
            ty: field.ty.clone(),
            vis: field.vis.clone(),
            constant: constant(&field.ident),
            forwarded: field.forwarded.clone(),
        })
    }
}

impl Skipped {
    /// A field with `skip`; `None` for any other.
    pub(super) fn new(field: &parse::Field) -> Option<Self> {
        let skip = field.options.skip.as_ref()?;
        Some(Self {
            ident: field.ident.clone(),
            default: match &field.options.default {
                Some(default) => DefaultValue::new(default),
                None => DefaultValue::Trait(skip.span()),
            },
        })
    }
}

impl DefaultValue {
    /// The option that asks for it, or the function it names.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Trait(span) => *span,
            Self::Function(path) => path.span(),
        }
    }

    fn new(given: &parse::Given<Option<Path>>) -> Self {
        match &given.value {
            Some(path) => Self::Function(path.clone()),
            None => Self::Trait(given.name.span()),
        }
    }
}

/// How the field of a key is written; `None` if an error about it is queued.
fn key_codec(options: &KeyOptions) -> Option<Codec> {
    let format = options.format.as_ref().map(|format| format.value);
    let is_composed = options.is_composed();
    let is_stored = options.store.is_some();
    Some(match format {
        None if is_composed && is_stored => Codec::Value,
        None if is_composed => Codec::InKey,
        None => Codec::KeyValue,
        Some(format) if !is_composed => Codec::KeyTime(format),
        Some(format) if is_stored => Codec::Time(format),
        Some(TimeFormat::Iso { precision, reading }) => Codec::InKeyTime { precision, reading },
        Some(TimeFormat::Epoch(_)) => return None,
    })
}

/// The name that a field gives to its attribute: what `rename` says, else its own in the struct's
/// case.
pub(super) fn named(field: &parse::Field, rename_all: Option<RenameRule>) -> Name {
    match &field.options.rename {
        Some(rename) => Name {
            value: rename.value.value(),
            span: rename.value.span(),
        },
        None => Name {
            value: stored_name(&field.ident, rename_all),
            span: field.ident.span(),
        },
    }
}

pub(super) fn stored_name(ident: &Ident, rename_all: Option<RenameRule>) -> String {
    let plain = plain(ident);
    match rename_all {
        Some(rule) => rule.apply_to_field(&plain),
        None => plain,
    }
}
