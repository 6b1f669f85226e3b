use crate::schema::KeyAttribute;

use super::{KeyLayout, SortLayout};

/// A way to query an item's table: the table itself or one of its indexes. Generated.
pub trait AccessPath: 'static {
    /// The item type, or the collection of item types.
    type Item;
    /// The sort key: [`SortKey`](super::SortKey), a tuple of two to four of them, or
    /// [`NoSortKey`](super::NoSortKey).
    type Sort: super::SortDescription;
    /// Which partitions hold the items of one query: [`OnePartition`], [`SortBuckets`],
    /// [`FieldBuckets`] or [`Shards`].
    type Partition: PartitionDescription;
    /// What requests need to know of it.
    const PATH: PathSchema;
}

/// The names and types of an access path.
#[derive(Debug, Clone, Copy)]
pub struct PathSchema {
    /// The index; `None` for the table.
    pub index: Option<&'static str>,
    /// The partition key: one attribute, of a global index up to four.
    pub partition_key: &'static [KeyAttribute],
    /// How a composed partition key is made.
    pub partition: Option<&'static KeyLayout>,
    /// The sort key: none, one attribute, or of a global index up to four.
    pub sort_key: &'static [SortAttribute],
}

/// What a path says of its partition key.
pub trait PartitionDescription: 'static {}

/// The key's parts name one partition.
#[derive(Debug)]
pub enum OnePartition {}

/// A partition per bucket of the sort key's time, perhaps sharded.
#[derive(Debug)]
pub enum SortBuckets {}

/// A partition per bucket of another field's time, perhaps sharded.
#[derive(Debug)]
pub enum FieldBuckets {}

/// A partition per shard, without buckets.
#[derive(Debug)]
pub enum Shards {}

/// The partitions of a struct that has faults: everything can be asked of them, so that the faults are
/// the only errors.
#[doc(hidden)]
#[derive(Debug)]
pub enum AnyPartition {}

impl PartitionDescription for AnyPartition {}
impl PartitionDescription for OnePartition {}
impl PartitionDescription for SortBuckets {}
impl PartitionDescription for FieldBuckets {}
impl PartitionDescription for Shards {}

/// A sort key attribute and how it is written.
#[derive(Debug, Clone, Copy)]
pub struct SortAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// How it is written.
    pub layout: SortLayout,
}
