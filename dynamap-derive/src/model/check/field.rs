//! Rules about one field whose options meet.

use crate::diagnostic::{Errors, Message};
use crate::model::{FieldIndex, TimeFormat, Unit};
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
