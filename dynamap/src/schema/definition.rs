//! A table as it is declared: what CreateTable, a comparison and an export start from.

use std::collections::BTreeSet;
use std::fmt;

use aws_sdk_dynamodb::types::{KeyType, StreamViewType};

use super::{Index, KeyAttribute, NO_SCHEMA, Projected, Schema};
use crate::{Error, ErrorKind, Result};

/// A table as its items declare it, ready for an export; [`Schema::definition`].
///
/// Billing is on demand. What is not declared (capacity, encryption, backups, tags) is left out, and so
/// has DynamoDB's default.
#[derive(Debug, Clone)]
#[must_use = "a definition does nothing until it is exported"]
pub struct TableDefinition {
    pub(crate) name: String,
    pub(crate) partition_key: KeyAttribute,
    pub(crate) sort_key: Option<KeyAttribute>,
    pub(crate) indexes: Vec<Index>,
    pub(crate) ttl: Option<&'static str>,
    pub(crate) stream: Option<StreamViewType>,
}

impl Schema {
    /// The declared table, for an export.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
    /// # fn main() {
    /// let definition = Order::SCHEMA.definition().table_name("staging-orders");
    /// assert_eq!(definition.name(), "staging-orders");
    /// # }
    /// ```
    pub fn definition(&self) -> TableDefinition {
        TableDefinition {
            name: self.table.to_owned(),
            partition_key: self.partition_key,
            sort_key: self.sort_key,
            indexes: self.indexes.to_vec(),
            ttl: self.ttl.map(|ttl| ttl.name),
            stream: None,
        }
    }
}

/// A definition, and the fault of declarations that contradict each other, which the request reports.
pub(crate) fn or_fault(definition: Result<TableDefinition>) -> (TableDefinition, Option<Error>) {
    match definition {
        Ok(definition) => (definition, None),
        Err(fault) => (NO_SCHEMA.definition(), Some(fault)),
    }
}

impl From<&Schema> for TableDefinition {
    fn from(schema: &Schema) -> Self {
        schema.definition()
    }
}

impl TableDefinition {
    /// The same for a table of another name, as in `staging-orders`.
    pub fn table_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Turns on DynamoDB Streams with this view.
    pub fn stream(mut self, view: StreamViewType) -> Self {
        self.stream = Some(view);
        self
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The table that holds the items of both: the indexes, TTL and stream of either. The name is this one's.
    ///
    /// The two have to agree: on the key, on what an index of one name is, on the type of every key
    /// attribute, on the TTL attribute and the stream's view. Else the error is of kind
    /// [`SchemaMismatch`](ErrorKind::SchemaMismatch).
    pub fn join(mut self, other: impl Into<Self>) -> Result<Self> {
        let other = other.into();
        let mismatch = |what: String| Error::new(ErrorKind::SchemaMismatch, what);
        let key_names =
            |table: &Self| KeyNames::of(table.key().map(|(key, role)| (key.name, role)));
        let (own, others) = (key_names(&self), key_names(&other));
        if own != others {
            return Err(mismatch(format!(
                "the items of table `{}` declare two keys: {own}, and {others}",
                self.name
            )));
        }
        let definitions = self.attribute_definitions();
        for attribute in other.attribute_definitions() {
            let known = definitions.iter().find(|own| own.name == attribute.name);
            if let Some(known) = known.filter(|known| known.scalar != attribute.scalar) {
                return Err(mismatch(format!(
                    "the items of table `{}` declare two types of a key attribute: {} and {}",
                    self.name,
                    known.scalar.as_str(),
                    attribute.scalar.as_str()
                ))
                .on_attribute(attribute.name));
            }
        }
        for index in other.indexes {
            match self.indexes.iter().find(|own| own.name == index.name) {
                Some(own) if *own == index => {}
                Some(_) => {
                    return Err(mismatch(format!(
                        "the items of table `{}` declare two indexes named `{}`",
                        self.name, index.name
                    )));
                }
                None => self.indexes.push(index),
            }
        }
        self.ttl = agreed(self.ttl, other.ttl).ok_or_else(|| {
            mismatch(format!(
                "the items of table `{}` declare TTL on two attributes: a table has one",
                self.name
            ))
        })?;
        self.stream = agreed(self.stream.take(), other.stream).ok_or_else(|| {
            mismatch(format!(
                "table `{}` is given two views of its stream: it has one",
                self.name
            ))
        })?;
        Ok(self)
    }

    /// The key attributes of the table and what they are.
    pub(crate) fn key(&self) -> impl Iterator<Item = (KeyAttribute, KeyType)> {
        let sort_key = self.sort_key.map(|attribute| (attribute, KeyType::Range));
        std::iter::once((self.partition_key, KeyType::Hash)).chain(sort_key)
    }

    /// The global indexes, or the local ones, in the order of their declaration.
    pub(crate) fn indexes(&self, kind: IndexKind) -> impl Iterator<Item = &Index> {
        let indexes = self.indexes.iter();
        indexes.filter(move |index| index.kind() == kind)
    }

    /// Each key attribute of the table and its indexes once.
    pub(crate) fn attribute_definitions(&self) -> Vec<KeyAttribute> {
        let mut attributes: Vec<KeyAttribute> = Vec::new();
        let of_indexes = self.indexes.iter().flat_map(Index::key);
        for (attribute, _) in self.key().chain(of_indexes) {
            if !attributes.contains(&attribute) {
                attributes.push(attribute);
            }
        }
        attributes
    }
}

/// What two declarations say together; `None` if they contradict each other.
#[expect(clippy::option_option, reason = "agreement, and what was agreed upon")]
fn agreed<V: PartialEq>(one: Option<V>, other: Option<V>) -> Option<Option<V>> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => None,
        (one, other) => Some(one.or(other)),
    }
}

impl Index {
    /// Global or local.
    pub fn kind(&self) -> IndexKind {
        if self.local {
            IndexKind::Local
        } else {
            IndexKind::Global
        }
    }

    /// The key attributes and what they are, in DynamoDB's order: those of the partition key first.
    pub(crate) fn key(&self) -> impl Iterator<Item = (KeyAttribute, KeyType)> + use<> {
        let of = |attributes: &'static [KeyAttribute], role: KeyType| {
            attributes
                .iter()
                .map(move |attribute| (*attribute, role.clone()))
        };
        of(self.partition_key, KeyType::Hash).chain(of(self.sort_key, KeyType::Range))
    }

    /// What the index holds of an item.
    pub fn projection(&self) -> IndexProjection {
        match self.projection {
            Projected::All => IndexProjection::All,
            Projected::KeysOnly => IndexProjection::KeysOnly,
            Projected::Include(names) => {
                IndexProjection::Include(names.iter().map(|name| (*name).to_owned()).collect())
            }
        }
    }
}

/// The two kinds of secondary indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IndexKind {
    /// A global secondary index: a partition key of its own; it can be added to a table at any time.
    Global,
    /// A local secondary index: the table's partition key; it is made with the table and stays.
    Local,
}

impl fmt::Display for IndexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Global => "global secondary index",
            Self::Local => "local secondary index",
        })
    }
}

/// What an index holds of an item, beside the key attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexProjection {
    /// `ALL`: every attribute.
    All,
    /// `KEYS_ONLY`: none.
    KeysOnly,
    /// `INCLUDE`: these attributes.
    Include(BTreeSet<String>),
}

impl IndexProjection {
    /// Whether everything that `other` holds is held.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, _) | (_, Self::KeysOnly) => true,
            (Self::KeysOnly | Self::Include(_), Self::All) => false,
            (Self::KeysOnly, Self::Include(wanted)) => wanted.is_empty(),
            (Self::Include(held), Self::Include(wanted)) => held.is_superset(wanted),
        }
    }

    /// DynamoDB's name of the projection's type.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::All => "ALL",
            Self::KeysOnly => "KEYS_ONLY",
            Self::Include(_) => "INCLUDE",
        }
    }
}

impl fmt::Display for IndexProjection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())?;
        if let Self::Include(attributes) = self {
            f.write_str(" of ")?;
            write_names(f, attributes)?;
        }
        Ok(())
    }
}

/// The names of the attributes that a key is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyNames {
    /// The partition key; up to four attributes in a global index.
    pub partition_key: Vec<String>,
    /// The sort key; empty if there is none.
    pub sort_key: Vec<String>,
}

impl KeyNames {
    pub(crate) fn of<'a>(elements: impl IntoIterator<Item = (&'a str, KeyType)>) -> Self {
        let mut names = Self {
            partition_key: Vec::new(),
            sort_key: Vec::new(),
        };
        for (name, role) in elements {
            match role {
                KeyType::Range => names.sort_key.push(name.to_owned()),
                _ => names.partition_key.push(name.to_owned()),
            }
        }
        names
    }
}

impl fmt::Display for KeyNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("partition key ")?;
        write_names(f, &self.partition_key)?;
        if self.sort_key.is_empty() {
            return Ok(());
        }
        f.write_str(" and sort key ")?;
        write_names(f, &self.sort_key)
    }
}

fn write_names<'a>(
    f: &mut fmt::Formatter<'_>,
    names: impl IntoIterator<Item = &'a String>,
) -> fmt::Result {
    for (position, name) in names.into_iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        write!(f, "{comma}`{name}`")?;
    }
    Ok(())
}
