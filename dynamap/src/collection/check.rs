//! What the item types of one table have to agree upon, and how they are told apart: asked by the
//! derive, while the program is compiled. A type is compared with those of the variants before it.

use super::{DynamoCollection, Member};
use crate::key::KeyLayout;
use crate::schema::{KeyAttribute, Schema};

/// What keeps a type from being a member; the first fault that is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// None.
    Nothing,
    /// It is declared for another table.
    Table,
    /// It has another primary key.
    Key,
    /// It names its entity by another attribute.
    Tag,
    /// It has no entity, and an attribute of its own where others have theirs.
    ForeignTag,
    /// It has its TTL in another attribute.
    Ttl,
    /// Neither an entity nor its keys tell its items from others.
    Untold,
    /// Nothing tells its items from those of a type before.
    Alike,
}

/// What keeps the type at a position from being a member beside those before it.
///
/// Types that have faults of their own are passed over: they are reported already.
pub const fn fault_of<C: DynamoCollection>(position: usize) -> Fault {
    let types = C::MEMBERS;
    let this = types[position].schema;
    if is_faulty(this) {
        return Fault::Nothing;
    }
    if let Some(first) = first_sound(types) {
        if !same(first.table, this.table) {
            return Fault::Table;
        }
        if has_other_key(first, this) {
            return Fault::Key;
        }
    }
    if has_other_tag(types, this) {
        return Fault::Tag;
    }
    if has_foreign_tag(types, this) {
        return Fault::ForeignTag;
    }
    if has_other_ttl(types, position) {
        return Fault::Ttl;
    }
    if !is_told(this) {
        return Fault::Untold;
    }
    let mut index = 0;
    while index < position {
        if !is_faulty(types[index].schema) && are_alike(types[index].schema, this) {
            return Fault::Alike;
        }
        index += 1;
    }
    Fault::Nothing
}

const fn is_faulty(schema: &Schema) -> bool {
    schema.table.is_empty()
}

const fn first_sound<C>(types: &[Member<C>]) -> Option<&'static Schema> {
    let mut index = 0;
    while index < types.len() {
        if !is_faulty(types[index].schema) {
            return Some(types[index].schema);
        }
        index += 1;
    }
    None
}

const fn has_other_key(first: &Schema, this: &Schema) -> bool {
    let same_sort_key = match (&first.sort_key, &this.sort_key) {
        (None, None) => true,
        (Some(first), Some(this)) => same_key(first, this),
        (None, Some(_)) | (Some(_), None) => false,
    };
    !(same_key(&first.partition_key, &this.partition_key) && same_sort_key)
}

const fn has_other_tag<C>(types: &[Member<C>], this: &Schema) -> bool {
    match (tag(types), &this.entity) {
        (Some(tag), Some(this)) => !same(tag, this.tag),
        _ => false,
    }
}

const fn has_foreign_tag<C>(types: &[Member<C>], this: &Schema) -> bool {
    let Some(tag) = tag(types) else {
        return false;
    };
    if this.entity.is_some() {
        return false;
    }
    let mut index = 0;
    while index < this.attributes.len() {
        if same(this.attributes[index], tag) {
            return true;
        }
        index += 1;
    }
    false
}

const fn has_other_ttl<C>(types: &[Member<C>], position: usize) -> bool {
    let Some(this) = &types[position].schema.ttl else {
        return false;
    };
    let mut index = 0;
    while index < position {
        if let Some(other) = &types[index].schema.ttl {
            return !same(other.name, this.name);
        }
        index += 1;
    }
    false
}

/// Whether an item can be told to be of the type: by its entity, or by a constant or prefix in a key.
const fn is_told(this: &Schema) -> bool {
    this.entity.is_some()
        || start_of(this, this.partition_key.name).is_some()
        || match &this.sort_key {
            Some(sort_key) => start_of(this, sort_key.name).is_some(),
            None => false,
        }
}

const fn are_alike(one: &Schema, other: &Schema) -> bool {
    match (&one.entity, &other.entity) {
        (Some(one), Some(other)) => same(one.name, other.name),
        // The one is told by its tag, which the other does not have.
        (Some(_), None) | (None, Some(_)) => false,
        (None, None) => {
            let sort_key = match &one.sort_key {
                Some(sort_key) => differ(one, other, sort_key.name),
                None => false,
            };
            !(sort_key || differ(one, other, one.partition_key.name))
        }
    }
}

/// The attribute by which the first type that has an entity names it.
const fn tag<C>(types: &[Member<C>]) -> Option<&'static str> {
    let mut index = 0;
    while index < types.len() {
        if let Some(entity) = &types[index].schema.entity {
            return Some(entity.tag);
        }
        index += 1;
    }
    None
}

/// How the text of a key attribute begins in every item of a type.
#[derive(Clone, Copy)]
pub(super) struct Start {
    prefix: &'static str,
    /// What follows, if anything does; else the prefix is all.
    separator: Option<char>,
}

impl Start {
    const fn of(layout: &KeyLayout) -> Option<Self> {
        let Some(prefix) = layout.prefix else {
            return None;
        };
        let ends = layout.parts.is_empty() && layout.of.is_none() && !has_shards(layout);
        Some(Self {
            prefix,
            separator: if ends { None } else { Some(layout.separator) },
        })
    }

    pub(super) fn matches(self, text: &str) -> bool {
        match (text.strip_prefix(self.prefix), self.separator) {
            (Some(rest), Some(separator)) => rest.starts_with(separator),
            (Some(rest), None) => rest.is_empty(),
            (None, _) => false,
        }
    }

    /// Whether no text begins like both.
    const fn excludes(self, other: Self) -> bool {
        let (one, two) = (self.prefix.as_bytes(), other.prefix.as_bytes());
        let mut index = 0;
        while index < one.len() && index < two.len() {
            if one[index] != two[index] {
                return true;
            }
            index += 1;
        }
        if one.len() == two.len() {
            // A constant is not followed by anything, and a prefix always is.
            return self.separator.is_some() != other.separator.is_some();
        }
        let (shorter, longer) = if one.len() < two.len() {
            (self, two)
        } else {
            (other, one)
        };
        match shorter.separator {
            // Separators are ASCII.
            Some(separator) => longer[index] as u32 != separator as u32,
            None => true,
        }
    }
}

const fn has_shards(layout: &KeyLayout) -> bool {
    let mut index = 0;
    while index < layout.eras.len() {
        let era = &layout.eras[index];
        if era.shards.is_some() || era.bucket.is_some() {
            return true;
        }
        index += 1;
    }
    false
}

/// How a type's key attribute begins.
pub(super) const fn start_of(schema: &Schema, attribute: &str) -> Option<Start> {
    let mut index = 0;
    while index < schema.composed.len() {
        let key = &schema.composed[index];
        if key.index.is_none() && same(key.attribute, attribute) {
            return Start::of(key.layout);
        }
        index += 1;
    }
    None
}

/// Whether a key attribute of both never has the same text.
const fn differ(one: &Schema, other: &Schema, attribute: &str) -> bool {
    match (start_of(one, attribute), start_of(other, attribute)) {
        (Some(one), Some(other)) => one.excludes(other),
        _ => false,
    }
}

const fn same_key(one: &KeyAttribute, other: &KeyAttribute) -> bool {
    same(one.name, other.name) && one.scalar as u8 == other.scalar as u8
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}
