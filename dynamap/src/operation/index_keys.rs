//! Composed keys of indexes that follow what a write changes or fills in.

use aws_sdk_dynamodb::types::AttributeValue;

use super::apply::applied;
use crate::expression::{Action, Path, Updates};
use crate::item::{Fillable, Item, Write};
use crate::key::{Composed, KeyField, KeyPart, StoredPart};
use crate::schema::{ComposedKey, Schema};
use crate::value::{EncodeError, Encoder};
use crate::{Error, ErrorKind, Result};

/// What a write knows of a field.
enum Source<'a> {
    Known(&'a AttributeValue),
    Absent,
    Unknown,
}

/// What the composed keys of one index come to.
enum Keys {
    Known(Vec<(&'static str, String)>),
    /// A part is absent, so the item is not in the index.
    Absent,
    /// These attributes are not known.
    Missing(Vec<&'static str>),
}

/// The composed keys of one index.
pub(super) struct IndexKeys {
    index: &'static str,
    keys: Vec<ComposedKey>,
    /// The sort key, if it is a plain attribute and decides the shard.
    plain_sort: Option<&'static str>,
}

impl IndexKeys {
    pub(super) fn all(schema: &Schema) -> Vec<Self> {
        let of_index = |index: &'static str| {
            let keys: Vec<ComposedKey> = schema
                .composed
                .iter()
                .filter(|key| key.index == Some(index))
                .copied()
                .collect();
            let sort = schema.index(index).and_then(|index| index.sort_key.first());
            let is_sharded = keys.iter().any(|key| key.layout.is_sharded());
            let plain_sort = sort
                .map(|sort| sort.name)
                .filter(|name| is_sharded && keys.iter().all(|key| key.attribute != *name));
            Self {
                index,
                keys,
                plain_sort,
            }
        };
        if schema.composed.iter().all(|key| key.index.is_none()) {
            return Vec::new();
        }
        let indexes = schema.indexes.iter().map(|index| of_index(index.name));
        indexes.filter(|index| !index.keys.is_empty()).collect()
    }

    fn fields(&self) -> impl Iterator<Item = &'static KeyField> {
        self.keys
            .iter()
            .flat_map(|key| key.layout.parts.iter().chain(key.layout.of.as_ref()))
    }

    /// The attributes that the keys are made of.
    fn attributes(&self) -> impl Iterator<Item = &'static str> {
        self.fields()
            .map(|field| field.attribute)
            .chain(self.plain_sort)
    }

    pub(super) fn name(&self) -> &'static str {
        self.index
    }

    /// One of the composed keys; an item has all of them or none.
    pub(super) fn own_key(&self) -> Option<&'static str> {
        self.keys.first().map(|key| key.attribute)
    }

    /// The attributes that the keys are made of and the primary key does not decide. `parts` are the fields
    /// of the primary key.
    pub(super) fn free_attributes(
        &self,
        key: &Item,
        parts: &Item,
    ) -> impl Iterator<Item = &'static str> {
        let fields = self
            .fields()
            .filter(|field| !parts.contains_key(field.field))
            .map(|field| field.attribute);
        fields
            .chain(self.plain_sort)
            .filter(|name| !key.contains_key(*name))
    }

    fn compose<'a>(&self, source: impl Fn(&str, &'static str) -> Source<'a>) -> Result<Keys> {
        let mut missing = Vec::new();
        let mut is_absent = false;
        let mut note = |attribute, source| match source {
            Source::Known(_) => {}
            Source::Absent => is_absent = true,
            Source::Unknown if missing.contains(&attribute) => {}
            Source::Unknown => missing.push(attribute),
        };
        for field in self.fields() {
            note(field.attribute, source(field.field, field.attribute));
        }
        if let Some(attribute) = self.plain_sort {
            note(attribute, source("", attribute));
        }
        if is_absent {
            return Ok(Keys::Absent);
        }
        if !missing.is_empty() {
            return Ok(Keys::Missing(missing));
        }
        let stored = |field: &'static KeyField| StoredPart {
            codec: field.codec,
            value: match source(field.field, field.attribute) {
                Source::Known(value) => Some(value),
                Source::Absent | Source::Unknown => None,
            },
        };
        let mut sort = self.plain_sort.and_then(|name| match source("", name) {
            Source::Known(value) => Some(value.clone()),
            Source::Absent | Source::Unknown => None,
        });
        let mut texts = Vec::with_capacity(self.keys.len());
        // A sharded partition key needs the sort key's text.
        let (sharded, plain): (Vec<&ComposedKey>, Vec<&ComposedKey>) =
            self.keys.iter().partition(|key| key.layout.is_sharded());
        for key in plain.into_iter().chain(sharded) {
            let parts: Vec<_> = key.layout.parts.iter().map(stored).collect();
            let parts: Vec<&dyn KeyPart> = parts.iter().map(|part| part as &dyn KeyPart).collect();
            let of = key.layout.of.as_ref().map(stored);
            let sort_value = sort.as_ref().map(StoredValue);
            let text = Composed {
                layout: key.layout,
                parts: &parts,
                of: of.as_ref().map(|of| of as &dyn KeyPart),
                sort: sort_value.as_ref().map(|sort| sort as &dyn Write),
                with: &[],
            }
            .text()
            .map_err(|error| Error::from(error).on_index(Some(self.index)))?;
            if !key.layout.is_sharded() {
                sort.get_or_insert_with(|| AttributeValue::S(text.clone()));
            }
            texts.push((key.attribute, text));
        }
        Ok(Keys::Known(texts))
    }
}

/// A stored key value, to be written as it is.
struct StoredValue<'a>(&'a AttributeValue);

impl Write for StoredValue<'_> {
    fn is_absent(&self) -> bool {
        false
    }

    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        match self.0 {
            AttributeValue::S(text) => encoder.string(text),
            AttributeValue::N(text) => encoder.number(text),
            AttributeValue::B(bytes) => encoder.binary(bytes.as_ref()),
            _ => encoder.null(),
        }
        Ok(())
    }
}

fn of_value(value: &AttributeValue) -> Source<'_> {
    match value {
        AttributeValue::Null(_) => Source::Absent,
        value => Source::Known(value),
    }
}

/// The composed keys of indexes are attributes that no field has.
pub(crate) fn is_composed_index_key(schema: &Schema, name: &str) -> bool {
    schema
        .composed
        .iter()
        .any(|key| key.index.is_some() && key.attribute == name)
}

/// Composes the keys again that are made of what the write filled in: stamps and the TTL. `parts` are
/// the fields of the primary key.
pub(crate) fn fill_index_keys(
    schema: &Schema,
    item: &mut dyn Fillable,
    parts: &Item,
) -> Result<()> {
    let is_filled = |name: &str| {
        schema.stamps.iter().any(|stamp| stamp.name == name)
            || schema.ttl.as_ref().is_some_and(|ttl| ttl.name == name)
    };
    for index in IndexKeys::all(schema) {
        if !index.attributes().any(is_filled) {
            continue;
        }
        let keys = index.compose(|field, attribute| {
            parts
                .get(field)
                .or_else(|| item.value(attribute))
                .map_or(Source::Absent, of_value)
        })?;
        for key in &index.keys {
            item.unset(key.attribute);
        }
        if let Keys::Known(texts) = keys {
            for (name, text) in texts {
                item.set(name, AttributeValue::S(text));
            }
        }
    }
    Ok(())
}

/// Rewrites the keys that are made of what an update changes: it has to know all of their parts, from
/// itself, from the primary key or from an item that its version guards. `own` is what the caller changes,
/// `parts` are the fields of the primary key, `known` is that item.
pub(crate) fn rewrite_index_keys(
    schema: &Schema,
    key: &Item,
    parts: &Item,
    known: Option<&Item>,
    own: &Updates,
    updates: &mut Updates,
) -> Result<()> {
    let ttl = schema.ttl.as_ref().map(|ttl| ttl.name);
    let indexes = IndexKeys::all(schema);
    if indexes.is_empty() {
        return Ok(());
    }
    let after = known.and_then(|known| applied(own, known));
    for index in indexes {
        // The TTL is mostly changed by what the write fills in.
        let changes = |name: &str| {
            own.touches(name)
                || (ttl == Some(name)
                    && matches!(updates.of(name), Some(Action::Set(_) | Action::Remove)))
        };
        let is_of_key = |field: &KeyField| parts.contains_key(field.field);
        let is_touched = index
            .fields()
            .any(|field| !is_of_key(field) && changes(field.attribute))
            || index.plain_sort.is_some_and(changes);
        if !is_touched {
            continue;
        }
        let keys = index.compose(|field, attribute| {
            let of_key = parts.get(field).or_else(|| {
                // A plain sort key of the index has no field's name here.
                key.get(attribute).filter(|_| field.is_empty())
            });
            if let Some(value) = of_key {
                return of_value(value);
            }
            let action = if ttl == Some(attribute) {
                updates.of(attribute)
            } else {
                own.of(attribute).or_else(|| updates.of(attribute))
            };
            match action {
                Some(Action::Set(value)) => of_value(value),
                Some(Action::Remove) => Source::Absent,
                _ => after.as_ref().map_or(Source::Unknown, |after| {
                    after.get(attribute).map_or(Source::Absent, of_value)
                }),
            }
        })?;
        match keys {
            Keys::Known(texts) => {
                for (name, text) in texts {
                    updates.replace(Path::attribute(name), Action::Set(AttributeValue::S(text)));
                }
            }
            Keys::Absent => {
                for key in &index.keys {
                    updates.replace(Path::attribute(key.attribute), Action::Remove);
                }
            }
            Keys::Missing(names) => return Err(unknown(schema, &index, &names)),
        }
    }
    Ok(())
}

fn unknown(schema: &Schema, index: &IndexKeys, missing: &[&'static str]) -> Error {
    let quoted = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let mut all: Vec<_> = index.attributes().collect();
    all.dedup();
    let is_stamp = |name: &&str| schema.stamps.iter().any(|stamp| stamp.name == *name);
    let remedy = if schema.version.is_some() {
        // The version says that the item is still the one that was read.
        "say `.if_unchanged(&item)` with the item that was read, or write the whole item with `put`"
    } else if missing.iter().any(is_stamp) {
        // An update cannot set a stamp, and does not know the stored one.
        "read the item, change it, and write it whole with `put`"
    } else {
        "`.set(…)` these too, with the values that the item has, or write the whole item with `put`"
    };
    Error::new(
        ErrorKind::InvalidRequest,
        format!(
            "the update changes a part of the index's key, which is composed of {}, and does not set {}: {remedy}",
            quoted(&all),
            quoted(missing),
        ),
    )
    .on_index(Some(index.index))
}
