//! DynamoDB's rules across options and fields, one function each.
//!
//! Every fault is one error on the word to change. A rule about a field whose own options were
//! bad stays silent, since that error is queued.

pub(in crate::model) mod compose;
pub(super) mod entity;
pub(super) mod field;
pub(in crate::model) mod index;
pub(super) mod key;
pub(super) mod name;
pub(super) mod projection;
pub(in crate::model) mod rollup;
pub(super) mod table;
pub(super) mod ttl;
pub(super) mod variant;

use syn::LitStr;

use super::name::plain;
use super::{
    Composed, Field as Resolved, FieldIndex, Index, KeyAttribute, LocalIndex, StampedField,
};
use crate::diagnostic::{Errors, Message};
use crate::parse::Field;

/// The fields as parsed, and those of them that are stored.
pub(super) struct Fields<'a> {
    pub(super) all: &'a [Field],
    pub(super) stored: Vec<&'a Field>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(all: &'a [Field]) -> Self {
        let stored = all
            .iter()
            .filter(|field| field.options.skip.is_none() && field.options.flatten.is_none())
            .collect();
        Self { all, stored }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (FieldIndex, &'a Field)> {
        self.stored
            .iter()
            .enumerate()
            .map(|(index, field)| (FieldIndex(index), *field))
    }

    pub(super) fn get(&self, index: FieldIndex) -> Option<&'a Field> {
        self.stored.get(index.0).copied()
    }

    /// Whether a sort key was given badly, or probably meant.
    pub(super) fn sort_key_attempted(&self) -> bool {
        self.all.iter().any(|field| {
            field.options.sort_key_attempted
                || (field.options.skip.is_some() && field.options.sort_key.is_some())
        })
    }

    /// The field of the TTL; of several the first.
    pub(super) fn ttl(&self) -> Option<FieldIndex> {
        let mut ttls = self.iter().filter(|(_, field)| field.options.ttl.is_some());
        ttls.next().map(|(index, _)| index)
    }

    pub(super) fn stamps(&self) -> Vec<StampedField> {
        self.iter()
            .filter_map(|(index, field)| {
                let stamp = field.options.ts.as_ref()?.value.stamp.as_ref()?;
                Some(StampedField {
                    field: index,
                    stamp: stamp.value,
                })
            })
            .collect()
    }

    /// The stored field that a literal names.
    pub(super) fn find(&self, name: &LitStr, errors: &mut Errors) -> Option<FieldIndex> {
        let text = name.value();
        let wanted = text.strip_prefix("r#").unwrap_or(&text);
        let found = self.iter().find(|(_, field)| plain(&field.ident) == wanted);
        if let Some((index, _)) = found {
            return Some(index);
        }
        let other = self.all.iter().find(|field| plain(&field.ident) == wanted);
        if other.is_some_and(|field| field.options.flatten.is_some()) {
            errors.on(
                name,
                Message::new(format_args!("the field `{wanted}` is flattened"))
                    .help("name a field of the item itself")
                    .note("a flattened field has no attribute of its own"),
            );
            return None;
        }
        if other.is_some() {
            errors.on(
                name,
                Message::new(format_args!("the field `{wanted}` is not stored")).help(
                    format_args!("remove `skip` from `{wanted}`, or name a field without it"),
                ),
            );
            return None;
        }
        let names: Vec<String> = self.iter().map(|(_, field)| plain(&field.ident)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        errors.on(
            name,
            Message::new(format_args!("there is no field `{wanted}`")).suggest(
                wanted,
                &names,
                "stored fields",
            ),
        );
        None
    }
}

/// Every key that has no fault.
pub(super) struct AllKeys<'a> {
    pub(super) table: [Option<&'a KeyAttribute>; 2],
    pub(super) indexes: &'a [Option<Index>],
    pub(super) local_indexes: &'a [Option<LocalIndex>],
}

impl AllKeys<'_> {
    /// Those of the table and of all indexes.
    fn all(&self) -> impl Iterator<Item = &KeyAttribute> {
        let of_table = self.table.into_iter().flatten();
        let of_indexes = self.indexes.iter().flatten().flat_map(Index::keys);
        let of_local = self.local_indexes.iter().flatten().map(|index| &index.sort);
        of_table.chain(of_indexes).chain(of_local)
    }

    pub(super) fn check(
        &self,
        ttl: Option<FieldIndex>,
        resolved: &[Option<Resolved>],
        errors: &mut Errors,
    ) {
        self.check_names(ttl, resolved, errors);
        self.check_shards(resolved, errors);
    }

    /// A shard is a hash of the sort key, and spreads the items that have the same parts: a part that is
    /// the sort key itself leaves one of them.
    fn check_shards(&self, resolved: &[Option<Resolved>], errors: &mut Errors) {
        let [Some(partition), Some(sort)] = self.table else {
            return;
        };
        let is_sharded = partition.composed().is_some_and(Composed::is_sharded);
        let shared = sort.field().filter(|sort| partition.parts().contains(sort));
        let field = shared.and_then(|field| resolved.get(field.position())?.as_ref());
        if let (true, Some(field)) = (is_sharded, field) {
            errors.at(
                partition.attribute.span,
                Message::new(format_args!(
                    "`{}` is the sort key, and a part of a key that is sharded by it",
                    field.ident
                ))
                .help(format_args!(
                    "remove `{}` from `parts`, or remove `shards`",
                    field.ident
                ))
                .note("the items with the same parts are spread over shards"),
            );
        }
    }

    /// Rules about the names of keys and of the TTL.
    fn check_names(
        &self,
        ttl: Option<FieldIndex>,
        resolved: &[Option<Resolved>],
        errors: &mut Errors,
    ) {
        let keys: Vec<&KeyAttribute> = self.all().collect();
        let ttl = ttl.and_then(|field| resolved.get(field.position())?.as_ref());
        name::check_key_names_are_short(&keys, ttl, resolved, errors);
        name::check_composed_attributes_are_unique(&keys, resolved, errors);
    }
}
