//! Secondary indexes.

use proc_macro2::Ident;

use super::{KeyAttribute, Name};

/// What every index has; it projects all attributes.
#[derive(Debug)]
pub(crate) struct AccessPath {
    pub(crate) name: Name,
    /// The generated type that names the index in signatures.
    pub(crate) type_name: Ident,
    /// The query method on the table handle.
    pub(crate) method: Ident,
}

/// A global secondary index: its keys are stored attributes, or composed for it.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) path: AccessPath,
    pub(crate) partition: KeyAttribute,
    pub(crate) sort: Option<KeyAttribute>,
}

/// A local secondary index: the table's partition key and another sort key.
#[derive(Debug)]
pub(crate) struct LocalIndex {
    pub(crate) path: AccessPath,
    /// One field.
    pub(crate) sort: KeyAttribute,
}
