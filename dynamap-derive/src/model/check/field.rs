//! Rules about one field whose options meet.

use proc_macro2::Ident;
use syn::LitStr;

use crate::diagnostic::{Errors, Message};
use crate::model::field::stored_name;
use crate::model::{Field, FieldIndex, KeyAttribute, RenameRule, TimeFormat, Unit};
use crate::parse::{Given, KeyOptions, Stamp, TsOptions, TtlOptions};

use super::Fields;

/// "The attributes of the primary key cannot be updated", and a write needs the key to address
/// its item, so that no stamp may fill it in. A key that holds a time says its unit itself.
pub(in crate::model) fn refuse_ts_on_key(
    key: &Given<KeyOptions>,
    ts: &Given<TsOptions>,
    errors: &mut Errors,
) {
    let word = &key.name;
    let format = ts.value.format.unwrap_or(TimeFormat::Epoch(Unit::Millis));
    let as_key = match format {
        TimeFormat::Iso { precision, .. } if precision != Unit::Millis => {
            format!("{word}(iso, precision = {})", precision.word())
        }
        other => format!("{word}({})", other.word()),
    };
    match &ts.value.stamp {
        Some(Given {
            name,
            value: Stamp::Update,
        }) => errors.at(
            name.span(),
            Message::new("`auto_update` cannot stamp a key of the table")
                .help("stamp another field, and query by it through an index")
                .note("DynamoDB's keys cannot be updated"),
        ),
        Some(Given {
            name,
            value: Stamp::Create,
        }) => errors.at(
            name.span(),
            Message::new("`auto_create` cannot stamp a key of the table")
                .help(format_args!(
                    "write `{as_key}` alone, and set the field before the write"
                ))
                .note("the key says which item a write addresses, so the write cannot fill it in"),
        ),
        None => errors.at(
            ts.name.span(),
            Message::new(format_args!("`ts` cannot be combined with `{word}`"))
                .help(format_args!("write `{as_key}` alone")),
        ),
    }
}

/// A TTL may be a key of the table, as a Number of epoch seconds like any TTL, but not a
/// computed one: the key says which item a write addresses.
pub(in crate::model) fn check_ttl_key(
    key: &Given<KeyOptions>,
    ttl: &Given<TtlOptions>,
    errors: &mut Errors,
) -> Option<()> {
    let mut valid = Some(());
    if key.value.is_composed() {
        errors.at(
            key.name.span(),
            Message::new("a composed key cannot be the TTL")
                .help("use two fields, and name the TTL's base with `from`")
                .note("DynamoDB ignores a TTL attribute that is not a Number"),
        );
        return None;
    }
    if let Some(format) = &key.value.format
        && format.value != TimeFormat::Epoch(Unit::Seconds)
    {
        errors.at(
            format.name.span(),
            Message::new(format_args!(
                "`{}` cannot be combined with `ttl(seconds)`",
                format.value.word()
            ))
            .help(format_args!("write `{}` alone", key.name))
            .note("one attribute has one unit, and DynamoDB reads the TTL in epoch seconds"),
        );
        valid = None;
    }
    if let Some(after) = &ttl.value.after {
        errors.at(
            after.name.span(),
            Message::new("`after` cannot compute a key of the table")
                .help("write `ttl(seconds)` alone, and set the field before the write")
                .note("the key says which item a write addresses, so the write cannot fill it in"),
        );
        valid = None;
    }
    valid
}

/// A field that is stored beside its composed key has two names: the key attribute's and its own.
pub(in crate::model) fn check_store(
    key: &Given<KeyOptions>,
    field: &Ident,
    rename: Option<&Given<LitStr>>,
    rename_all: Option<RenameRule>,
    errors: &mut Errors,
) -> Option<()> {
    let store = key.value.store.as_ref()?;
    if !key.value.is_composed() {
        errors.at(
            store.span(),
            Message::new("`store` means nothing on a key that is the field itself").help(
                if key.name == "sort_key" {
                    "remove `store`, or add `prefix = \"…\"` or `suffix = \"…\"`"
                } else {
                    "remove `store`, or add `prefix = \"…\"`"
                },
            ),
        );
        return None;
    }
    let own = stored_name(field, rename_all);
    match rename {
        Some(rename) if rename.value.value() != own => Some(()),
        _ => {
            let example = if key.name == "sort_key" { "sk" } else { "pk" };
            let message = Message::new(format_args!(
                "`{field}` and its key are both stored as `{own}`"
            ))
            .help(format_args!(
                "name the key attribute with `#[dynamo(rename = \"{example}\")]`; the field itself is stored as `{own}`"
            ));
            match rename {
                Some(rename) => errors.on(&rename.value, message),
                None => errors.at(store.span(), message),
            }
            None
        }
    }
}

/// One version counts the writes of an item.
pub(in crate::model) fn check_at_most_one_version(
    fields: &Fields<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let mut versions = fields.iter().filter_map(|(index, field)| {
        field
            .options
            .version
            .as_ref()
            .map(|word| (index, field, word))
    });
    let (first, first_field, _) = versions.next()?;
    for (_, field, word) in versions.filter(|(_, field, _)| !field.options.faulty) {
        errors.at(
            word.span(),
            Message::new(format_args!(
                "`{}` is a second version, beside `{}`",
                field.ident, first_field.ident
            ))
            .help("remove one of the two"),
        );
    }
    Some(first)
}

/// An item is found by its key, whose parts have one name.
pub(in crate::model) fn check_parts_have_no_alias(
    table_key: [Option<&KeyAttribute>; 2],
    resolved: &[Option<Field>],
    errors: &mut Errors,
) {
    let parts = table_key
        .into_iter()
        .flatten()
        .flat_map(KeyAttribute::fields);
    for index in parts {
        if let Some(Some(field)) = resolved.get(index.position())
            && let Some(alias) = field.aliases.first()
        {
            errors.at(
                alias.span,
                Message::new(format_args!(
                    "`{}` is a part of the table's key, and cannot have an alias",
                    field.ident
                ))
                .help("remove `alias`"),
            );
        }
    }
}
