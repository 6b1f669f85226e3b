//! The sentences of generated documentation.

use proc_macro2::TokenStream;
use quote::quote;

use super::path::Path;
use crate::model::{Codec, Field, Item, PartitionKind, Projection, Reading, TimeFormat, Unit};

/// One line of docs, indented as in a doc comment, so that the field's own docs can follow it.
pub(super) fn line(text: &str) -> TokenStream {
    let text = format!(" {text}");
    quote!(#[doc = #text])
}

/// The docs of a constant: what the attribute is, then the field's own docs.
pub(super) fn constant(field: &Field) -> TokenStream {
    let name = &field.attribute.value;
    let text = match &field.codec {
        Codec::Time(format) | Codec::NullTime(format) | Codec::KeyTime(format) => {
            format!("The attribute `{name}`, {}.", written(*format))
        }
        Codec::InKey => format!("The part of the key attribute `{name}` that no other one holds."),
        Codec::InKeyTime { precision, .. } => format!(
            "The time inside the key attribute `{name}`, {}.",
            written(TimeFormat::Iso {
                precision: *precision,
                reading: Reading::Canonical
            })
        ),
        Codec::Ttl | Codec::KeyTtl => {
            format!("The attribute `{name}`, the TTL: a Number of epoch seconds.")
        }
        Codec::Version => format!("The attribute `{name}`, the version."),
        Codec::Value | Codec::KeyValue | Codec::With(_) | Codec::Serde => {
            format!("The attribute `{name}`.")
        }
        Codec::Null => format!("The attribute `{name}`, NULL if it is `None`."),
        Codec::Set => format!("The attribute `{name}`, a set."),
    };
    let line = line(&text);
    let docs = &field.forwarded.docs;
    if docs.is_empty() {
        line
    } else {
        quote!(#line #[doc = ""] #(#docs)*)
    }
}

/// The docs of a query method: what it reads, by what, in which order.
pub(super) fn query(item: &Item, path: &Path<'_>) -> TokenStream {
    let place = match path.index {
        Some(index) => format!("the index `{index}`"),
        None => "the table".to_owned(),
    };
    let names = path.sort.iter().map(|sort| &*sort.attribute.value);
    let order = match &names.collect::<Vec<_>>()[..] {
        [] => String::new(),
        names => format!(", in the order of {}", listed(names, "then")),
    };
    let first = line(&format!(
        "Query of {place}: the items {}{order}.",
        partition(item, path)
    ));
    let held = held(item, path);
    let spread = match path.partition_kind() {
        PartitionKind::One => {
            let several = path.sort.len() > 1;
            let sort = several.then(|| {
                let line = line(
                    "Conditions are on these from left to right: `.eq(…)` moves on to the next, and a \
                     range on one is the last condition.",
                );
                quote!(#[doc = ""] #line)
            });
            return quote!(#first #sort #held);
        }
        PartitionKind::Shards => "They are spread over shards: `.range(…)` reads all of them.",
        PartitionKind::SortBuckets => {
            "They are spread over buckets of time: `.range(start..end)` says which are read."
        }
        PartitionKind::FieldBuckets => {
            "They are spread over buckets of time: `.buckets(start..end)` says which are read."
        }
    };
    let spread = line(spread);
    quote!(#first #[doc = ""] #spread #held)
}

/// What an index that does not hold everything gives, and what that costs.
fn held(item: &Item, path: &Path<'_>) -> Option<TokenStream> {
    let attributes = match path.projection {
        Projection::All => return None,
        Projection::KeysOnly => String::new(),
        Projection::Include(fields) => {
            let names = fields
                .iter()
                .map(|field| &item.field(*field).attribute.value);
            let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
            format!(" and {}", names.join(", "))
        }
    };
    let holds = line(&format!(
        "The index holds its own keys, the table's{attributes}."
    ));
    let others = line(if path.global {
        "Nothing else can be read of it: `.project::<P>()` reads a struct of these, unless `as = …` has said so."
    } else {
        "For every item of which another attribute is read, DynamoDB fetches the whole item from the table, \
         and charges read capacity for its size too: `.project::<P>()` with a struct of these alone does not."
    });
    Some(quote!(#[doc = ""] #holds #others))
}

/// The docs of `range` and `buckets`.
pub(super) fn range(item: &Item, path: &Path<'_>) -> TokenStream {
    let which = partition(item, path);
    let of = path.composed_partition().and_then(|(key, _)| key.of());
    let of = of.map(|of| item.field(of).name());
    let (first, second) = match (path.partition_kind(), of) {
        (PartitionKind::FieldBuckets, Some(of)) => (
            format!(
                "Queries of the table: the items {which}, in the buckets of a range of `{of}`."
            ),
            "Whole buckets are read, one after the other, and their items in the order of the sort key.",
        ),
        _ => (
            format!(
                "Queries of the table: the items {which} in a range of the sort key, in its order."
            ),
            "Only the buckets and shards that the range touches are read; they are merged.",
        ),
    };
    let (first, second) = (line(&first), line(second));
    quote!(#first #[doc = ""] #second)
}

/// As in "the items with this `pk`".
fn partition(item: &Item, path: &Path<'_>) -> String {
    let Some((key, composed)) = path.composed_partition() else {
        let names = path.partition.iter().map(|key| &*key.attribute.value);
        let names: Vec<_> = names.collect();
        return format!("with {} {}", these(names.len()), listed(&names, "and"));
    };
    let attribute = &key.attribute.value;
    let names = composed.parts.iter().map(|part| item.field(*part).name());
    let names: Vec<_> = names.collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    if names.is_empty() {
        return format!("of the one `{attribute}`");
    }
    format!(
        "with {} {} in `{attribute}`",
        these(names.len()),
        listed(&names, "and")
    )
}

fn these(names: usize) -> &'static str {
    if names == 1 { "this" } else { "these" }
}

/// "`a`, `b` and `c`".
fn listed(names: &[&str], last: &str) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., name] => format!("{} {last} {name}", names.join(", ")),
    }
}

fn written(format: TimeFormat) -> String {
    match format {
        TimeFormat::Epoch(unit) => format!("a Number of epoch {}", unit.word()),
        TimeFormat::Iso { precision, .. } => format!(
            "ISO text in UTC with {}",
            match precision {
                Unit::Seconds => "whole seconds",
                Unit::Millis => "milliseconds",
                Unit::Micros => "microseconds",
                Unit::Nanos => "nanoseconds",
            }
        ),
    }
}
