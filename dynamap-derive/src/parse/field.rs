//! The options of a field.

use proc_macro2::Ident;
use syn::{Attribute, LitStr, Path, Type, Visibility};

use super::Forwarded;
use super::key::KeyOptions;
use super::list::Options;
use super::lookup::Given;
use super::options::Place;
use super::time::{TsOptions, TtlOptions};
use crate::diagnostic::Errors;

/// A named field.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) forwarded: Forwarded,
    pub(crate) options: FieldOptions,
}

/// Everything the options of a field can say; what a place does not have is `None`.
pub(crate) struct FieldOptions {
    pub(crate) rename: Option<Given<LitStr>>,
    /// `default` alone, or the path of a function.
    pub(crate) default: Option<Given<Option<Path>>>,
    pub(crate) skip: Option<Ident>,
    /// Names that the attribute had before.
    pub(crate) aliases: Vec<LitStr>,
    /// Whether the attributes of the field's type stand beside the others.
    pub(crate) flatten: Option<Ident>,
    /// Whether `None` is stored, as NULL.
    pub(crate) null: Option<Ident>,
    /// Whether a list is stored as a set.
    pub(crate) set: Option<Ident>,
    /// Whether serde writes the field.
    pub(crate) serde: Option<Ident>,
    pub(crate) with: Option<Given<Path>>,
    pub(crate) partition_key: Option<Given<KeyOptions>>,
    pub(crate) sort_key: Option<Given<KeyOptions>>,
    pub(crate) ts: Option<Given<TsOptions>>,
    pub(crate) ttl: Option<Given<TtlOptions>>,
    pub(crate) version: Option<Ident>,
    /// Whether a partition key was given badly, or probably meant by a misspelled option.
    pub(crate) partition_key_attempted: bool,
    /// The same for a sort key.
    pub(crate) sort_key_attempted: bool,
    /// Whether an error about these options is queued.
    pub(crate) faulty: bool,
}

impl Field {
    pub(super) fn read(
        field: &syn::Field,
        place: Place,
        long_form: bool,
        errors: &mut Errors,
    ) -> Option<Self> {
        Some(Self {
            ident: field.ident.clone()?,
            vis: field.vis.clone(),
            ty: field.ty.clone(),
            forwarded: Forwarded::of(&field.attrs),
            options: FieldOptions::read(&field.attrs, place, long_form, errors),
        })
    }
}

impl FieldOptions {
    /// The options of the table's key that the field carries.
    pub(crate) fn key(&self) -> Option<&Given<KeyOptions>> {
        self.partition_key.as_ref().or(self.sort_key.as_ref())
    }

    pub(super) fn read(
        attributes: &[Attribute],
        place: Place,
        long_form: bool,
        errors: &mut Errors,
    ) -> Self {
        let options = Options::read(attributes, place, long_form, errors);
        let mut faulty = options.faulty;
        let key = |name: &str| {
            options.lists(name).next().map(|(word, inner)| Given {
                name: word.clone(),
                value: KeyOptions::from_options(inner, errors, &mut faulty),
            })
        };
        let [partition_key, sort_key] = ["partition_key", "sort_key"].map(key);
        let ts = options.lists("ts").next().map(|(word, inner)| Given {
            name: word.clone(),
            value: TsOptions::from_options(word, inner, long_form, errors, &mut faulty),
        });
        let ttl = options.lists("ttl").next().map(|(word, inner)| Given {
            name: word.clone(),
            value: TtlOptions::from_options(word, inner, long_form, errors, &mut faulty),
        });
        Self {
            rename: options.text("rename"),
            default: options.flag("default").map(|name| Given {
                name,
                value: options.path("default").map(|path| path.value),
            }),
            skip: options.flag("skip"),
            aliases: options.every_text("alias").cloned().collect(),
            flatten: options.flag("flatten"),
            null: options.flag("null"),
            set: options.flag("set"),
            serde: options.flag("serde"),
            with: options.path("with"),
            partition_key,
            sort_key,
            ts,
            ttl,
            version: options.flag("version"),
            partition_key_attempted: options.attempted("partition_key"),
            sort_key_attempted: options.attempted("sort_key"),
            faulty,
        }
    }
}
