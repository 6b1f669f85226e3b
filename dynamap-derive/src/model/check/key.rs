//! The table's key.

use proc_macro2::{Ident, Span};
use syn::LitStr;

use super::Fields;
use crate::diagnostic::{Errors, Message};
use crate::model::{Codec, Field, FieldIndex, KeyAttribute, KeyLayout};
use crate::parse::{self, Stamp};

/// "A table has exactly one partition key."
pub(in crate::model) fn check_one_partition_key(
    item: &Ident,
    fields: &Fields<'_>,
    long_form: bool,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let keys = fields.iter().filter_map(|(index, field)| {
        let key = field.options.partition_key.as_ref()?;
        Some((index, field, key.name.span()))
    });
    let first = first_of(keys, "partition key", errors);
    let attempted = fields.all.iter().any(|field| {
        field.options.partition_key_attempted
            || (field.options.skip.is_some() && field.options.partition_key.is_some())
    });
    if first.is_none() && !attempted {
        errors.at(
            item.span(),
            Message::new(format_args!("`{item}` has no partition key")).help(format_args!(
                "mark one field with `{}`",
                parse::helper("partition_key", long_form)
            )),
        );
    }
    first
}

/// "A table has at most one sort key."
pub(in crate::model) fn check_at_most_one_sort_key(
    fields: &Fields<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let keys = fields.iter().filter_map(|(index, field)| {
        let key = field.options.sort_key.as_ref()?;
        Some((index, field, key.name.span()))
    });
    first_of(keys, "sort key", errors)
}

fn first_of<'a>(
    mut keys: impl Iterator<Item = (FieldIndex, &'a parse::Field, Span)>,
    kind: &str,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let (first, first_field, _) = keys.next()?;
    for (_, field, span) in keys.filter(|(_, field, _)| !field.options.faulty) {
        errors.at(
            span,
            Message::new(format_args!(
                "`{}` is a second {kind}, beside `{}`",
                field.ident, first_field.ident
            ))
            .help("remove one of the two; another way to query is an `index(…)` on the struct")
            .note(format_args!("DynamoDB's tables have one {kind}")),
        );
    }
    Some(first)
}

/// The partition key's attribute; `None` if an error about its field is queued.
pub(in crate::model) fn partition_key(
    index: FieldIndex,
    resolved: &[Option<Field>],
) -> Option<KeyAttribute> {
    let field = resolved.get(index.position())?.as_ref()?;
    Some(KeyAttribute {
        attribute: field.attribute.clone(),
        layout: KeyLayout::Field(index),
    })
}

/// The sort key's attribute; `None` if an error about it is queued.
pub(in crate::model) fn sort_key(
    index: FieldIndex,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<KeyAttribute> {
    let field = resolved.get(index.position())?.as_ref()?;
    let options = fields.get(index)?.options.sort_key.as_ref()?;
    let layout = match (&field.codec, &options.value.suffix) {
        (Codec::InKey { .. }, Some(suffix)) => KeyLayout::Composed {
            carrier: index,
            suffix: check_suffix(index, &suffix.value, fields, resolved, errors)?,
        },
        _ => KeyLayout::Field(index),
    };
    Some(KeyAttribute {
        attribute: field.attribute.clone(),
        layout,
    })
}

/// A part of a key is as fixed as the key: "the attributes of the primary key cannot be
/// updated". It is also known before the write, since the key addresses the item.
fn check_suffix(
    carrier: FieldIndex,
    suffix: &LitStr,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let index = fields.find(suffix, errors)?;
    let name = suffix.value();
    let mut refuse = |wrong: String, help: &str, note: &str| {
        errors.on(suffix, Message::new(wrong).help(help).note(note));
        None
    };
    if index == carrier {
        return refuse(
            format!("`{name}` cannot be its own suffix"),
            "name another field",
            "the suffix tells apart items of one instant",
        );
    }
    let field = resolved.get(index.position())?.as_ref()?;
    let stamp = fields
        .get(index)
        .and_then(|field| field.options.ts.as_ref())
        .and_then(|ts| ts.value.stamp.as_ref());
    match &field.codec {
        Codec::Time(_) if stamp.is_some_and(|stamp| stamp.value == Stamp::Update) => refuse(
            format!("the suffix `{name}` changes with every write"),
            "name a field without `auto_update`",
            "DynamoDB's keys cannot be updated",
        ),
        Codec::Time(_) if stamp.is_some() => refuse(
            format!("the suffix `{name}` is set by the write"),
            "name a field without `auto_create`",
            "the key says which item a write addresses, so the write cannot fill it in",
        ),
        Codec::Version => refuse(
            format!("the suffix `{name}` changes with every write"),
            "name a field that is not the version",
            "DynamoDB's keys cannot be updated",
        ),
        Codec::Ttl => refuse(
            format!("the suffix `{name}` is the TTL, which an update may change"),
            "name a field that is not the TTL",
            "DynamoDB's keys cannot be updated",
        ),
        Codec::With(_) => refuse(
            format!("the suffix `{name}` is written by a module"),
            "name a field without `with`",
            "a part of a key is text, which the field's type has to give",
        ),
        // Only the carrier is stored in the key alone.
        Codec::InKey { .. } => None,
        // The carrier is the sort key, so this is the partition key.
        Codec::KeyValue | Codec::KeyTime(_) | Codec::KeyTtl => refuse(
            format!("the suffix `{name}` is the partition key"),
            "name a field that differs between the items of a partition",
            "the suffix tells apart items of one instant",
        ),
        Codec::Value | Codec::Time(_) => Some(index),
    }
}
