//! The table's key.

use proc_macro2::{Ident, Span};

use super::Fields;
use super::compose::{Scope, composed_key, field_key};
use crate::diagnostic::{Errors, Message};
use crate::model::{FieldIndex, KeyAttribute, RenameRule, field};
use crate::parse::{self, ComposedOptions, StructKeys};

/// Where a key of the table is declared.
#[derive(Clone, Copy)]
pub(in crate::model) enum Source<'a> {
    Field(FieldIndex),
    Struct(&'a ComposedOptions),
}

/// "A table has exactly one partition key."
pub(in crate::model) fn check_one_partition_key<'a>(
    item: &Ident,
    fields: &Fields<'_>,
    composed: &'a StructKeys,
    long_form: bool,
    errors: &mut Errors,
) -> Option<Source<'a>> {
    let keys = fields.iter().filter_map(|(index, field)| {
        let key = field.options.partition_key.as_ref()?;
        Some((index, field, key.name.span()))
    });
    let first = first_of(
        keys,
        composed.partition_key.as_ref(),
        "partition key",
        errors,
    );
    let attempted = composed.partition_key_attempted
        || fields.all.iter().any(|field| {
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
pub(in crate::model) fn check_at_most_one_sort_key<'a>(
    fields: &Fields<'_>,
    composed: Option<&'a ComposedOptions>,
    errors: &mut Errors,
) -> Option<Source<'a>> {
    let keys = fields.iter().filter_map(|(index, field)| {
        let key = field.options.sort_key.as_ref()?;
        Some((index, field, key.name.span()))
    });
    first_of(keys, composed, "sort key", errors)
}

fn first_of<'a, 'f>(
    mut keys: impl Iterator<Item = (FieldIndex, &'f parse::Field, Span)>,
    composed: Option<&'a ComposedOptions>,
    kind: &str,
    errors: &mut Errors,
) -> Option<Source<'a>> {
    let (first, beside) = match composed {
        Some(composed) => (
            Source::Struct(composed),
            format!("the `{}(…)` of the struct", composed.word),
        ),
        None => {
            let (index, field, _) = keys.next()?;
            (Source::Field(index), format!("`{}`", field.ident))
        }
    };
    for (_, field, span) in keys.filter(|(_, field, _)| !field.options.faulty) {
        errors.at(
            span,
            Message::new(format_args!(
                "`{}` is a second {kind}, beside {beside}",
                field.ident
            ))
            .help("remove one of the two; another way to query is an `index(…)` on the struct")
            .note(format_args!("DynamoDB's tables have one {kind}")),
        );
    }
    Some(first)
}

/// A key of the table; `None` if an error about it is queued.
pub(in crate::model) fn table_key(
    source: Source<'_>,
    scope: &Scope<'_>,
    rename_all: Option<RenameRule>,
    errors: &mut Errors,
) -> Option<KeyAttribute> {
    match source {
        Source::Struct(options) => composed_key(options, scope, errors),
        Source::Field(index) => {
            let parsed = scope.fields.get(index)?;
            let options = parsed.options.key()?;
            let attribute = field::named(parsed, rename_all);
            field_key(index, attribute, &options.value, scope, errors)
        }
    }
}
