use crate::DynamoItem;
use crate::schema::KeyAttribute;

use super::SortLayout;

/// A way to query an item's table: the table itself or one of its indexes. Generated.
pub trait AccessPath: 'static {
    /// The item.
    type Item: DynamoItem;
    /// The sort key: [`SortKey`](super::SortKey) or [`NoSortKey`](super::NoSortKey).
    type Sort: super::SortDescription;
    /// What requests need to know of it.
    const PATH: PathSchema;
}

/// The names and types of an access path.
#[derive(Debug, Clone, Copy)]
pub struct PathSchema {
    /// The index; `None` for the table.
    pub index: Option<&'static str>,
    /// The partition key.
    pub partition_key: KeyAttribute,
    /// The sort key.
    pub sort_key: Option<SortAttribute>,
}

/// A sort key attribute and how it is written.
#[derive(Debug, Clone, Copy)]
pub struct SortAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// How it is written.
    pub layout: SortLayout,
}
