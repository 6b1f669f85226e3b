//! Secondary indexes.

use proc_macro2::Ident;

use super::{FieldIndex, KeyAttribute, Name};

/// What every index has.
pub(crate) struct AccessPath {
    pub(crate) name: Name,
    /// The generated type that names the index in signatures.
    pub(crate) type_name: Ident,
    /// The query method on the table handle.
    pub(crate) method: Ident,
    pub(crate) projection: Projection,
    /// The projection that the query method reads; whole items without one.
    pub(crate) reads: Option<syn::Path>,
}

/// Which attributes an index holds beside its own keys and the table's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Projection {
    All,
    KeysOnly,
    /// These fields, each once; the TTL is one of them if the item has one that is no key.
    Include(Vec<FieldIndex>),
}

/// A global secondary index: its keys are stored attributes, or composed for it.
pub(crate) struct Index {
    pub(crate) path: AccessPath,
    /// One to four attributes, in their order.
    pub(crate) partition: Vec<KeyAttribute>,
    /// At most four attributes, in their order.
    pub(crate) sort: Vec<KeyAttribute>,
}

impl Index {
    /// The key attributes, the partition key's first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition.iter().chain(&self.sort)
    }
}

/// A local secondary index: the table's partition key and another sort key.
pub(crate) struct LocalIndex {
    pub(crate) path: AccessPath,
    /// One field.
    pub(crate) sort: KeyAttribute,
}
