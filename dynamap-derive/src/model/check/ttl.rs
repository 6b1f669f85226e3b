//! The TTL.

use super::Fields;
use crate::diagnostic::{Errors, Message};
use crate::model::{Base, Field, FieldIndex, Ttl, TtlPolicy};
use crate::parse::TtlOptions;

/// "A table has one TTL attribute."
pub(in crate::model) fn check_at_most_one_ttl(
    fields: &Fields<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let mut ttls = fields.iter().filter_map(|(index, field)| {
        let ttl = field.options.ttl.as_ref()?;
        Some((index, field, ttl.name.span()))
    });
    let (first, first_field, _) = ttls.next()?;
    for (_, field, span) in ttls.filter(|(_, field, _)| !field.options.faulty) {
        errors.at(
            span,
            Message::new(format_args!(
                "`{}` is a second TTL, beside `{}`",
                field.ident, first_field.ident
            ))
            .help("write `ts(seconds)` on the one that does not expire the item")
            .note("DynamoDB's tables have one TTL attribute"),
        );
    }
    Some(first)
}

/// The TTL and its policy; `None` if an error about it is queued.
pub(in crate::model) fn resolve(
    index: FieldIndex,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<Ttl> {
    resolved.get(index.position())?.as_ref()?;
    let TtlOptions {
        after,
        from,
        sliding,
    } = &fields.get(index)?.options.ttl.as_ref()?.value;
    let base = match from {
        Some(from) => Base::Field(check_base(index, &from.value, fields, resolved, errors)?),
        None => Base::Write,
    };
    let policy = match (after, sliding) {
        (None, _) => TtlPolicy::Carried,
        (Some(after), Some(_)) => TtlPolicy::Sliding {
            after: after.value.clone(),
        },
        (Some(after), None) => TtlPolicy::Computed {
            after: after.value.clone(),
            base,
        },
    };
    Some(Ttl {
        field: index,
        policy,
    })
}

/// A TTL counts from an instant, which another field holds.
fn check_base(
    ttl: FieldIndex,
    from: &syn::LitStr,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let index = fields.find(from, errors)?;
    let name = from.value();
    if index == ttl {
        errors.on(
            from,
            Message::new(format_args!("`{name}` cannot count from itself"))
                .help("name another time field, or remove `from` to count from the write"),
        );
        return None;
    }
    let field = resolved.get(index.position())?.as_ref()?;
    if !field.codec.is_time() {
        errors.on(
            from,
            Message::new(format_args!("`{name}` is not a time field")).help(format_args!(
                "add `ts(millis)` to `{name}`, or name a field that has a unit"
            )),
        );
        return None;
    }
    Some(index)
}
