//! Fields: stored and skipped.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Path, Type, Visibility};

use super::check::{field as check, name as check_name};
use super::name::{constant, plain};
use super::{Name, Reading, RenameRule, TimeFormat, Unit};
use crate::diagnostic::Errors;
use crate::parse::{self, FieldOptions, Forwarded};

/// The position of a stored field in the model's `fields`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FieldIndex(pub(super) usize);

impl FieldIndex {
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
    /// The attribute it is stored in; for [`Codec::InKey`] the composed key attribute.
    pub(crate) attribute: Name,
    /// The associated constant, at the field's place.
    pub(crate) constant: Ident,
    pub(crate) codec: Codec,
    /// What a missing attribute reads as; without it the type decides.
    pub(crate) default: Option<DefaultValue>,
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
    /// As the time at the start of a composed sort key, and nowhere else.
    InKey { precision: Unit, reading: Reading },
}

impl Codec {
    /// Whether the field holds a time.
    pub(crate) fn is_time(&self) -> bool {
        match self {
            Self::Time(_) | Self::KeyTime(_) | Self::Ttl | Self::KeyTtl | Self::InKey { .. } => {
                true
            }
            Self::Value | Self::KeyValue | Self::Version | Self::With(_) => false,
        }
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
        let attribute = match rename {
            Some(rename) => Name {
                value: rename.value.value(),
                span: rename.value.span(),
            },
            None => Name {
                value: stored_name(&field.ident, rename_all),
                span: field.ident.span(),
            },
        };
        let named = check_name::check_attribute_name(&attribute, errors);
        let key = partition_key.as_ref().or(sort_key.as_ref());
        let codec = match (key, ts, ttl, version, with) {
            (Some(key), Some(ts), ..) => {
                check::refuse_ts_on_key(key, ts, errors);
                return None;
            }
            (Some(key), None, Some(ttl), ..) => {
                check::check_ttl_key(key, ttl, errors)?;
                Codec::KeyTtl
            }
            (Some(key), None, None, ..) => match (&key.value.format, &key.value.suffix) {
                (None, _) => Codec::KeyValue,
                (Some(format), Some(_)) => match format.value {
                    TimeFormat::Iso { precision, reading } => Codec::InKey { precision, reading },
                    TimeFormat::Epoch(_) => return None,
                },
                (Some(format), None) => Codec::KeyTime(format.value),
            },
            (None, Some(ts), ..) => Codec::Time(ts.value.format?),
            (None, None, Some(_), ..) => Codec::Ttl,
            (None, None, None, Some(_), _) => Codec::Version,
            (None, None, None, None, Some(with)) => Codec::With(with.value.clone()),
            (None, None, None, None, None) => Codec::Value,
        };
        named.then(|| Self {
            ident: field.ident.clone(),
            ty: field.ty.clone(),
            vis: field.vis.clone(),
            attribute,
            constant: constant(&field.ident),
            codec,
            default: default.as_ref().map(DefaultValue::new),
            forwarded: field.forwarded.clone(),
        })
    }

    /// The field's name without `r#`.
    pub(crate) fn name(&self) -> String {
        plain(&self.ident)
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

fn stored_name(ident: &Ident, rename_all: Option<RenameRule>) -> String {
    let plain = plain(ident);
    match rename_all {
        Some(rule) => rule.apply_to_field(&plain),
        None => plain,
    }
}
