//! Keys: how sort keys are ordered and written, the ranges over them, and cursors.

mod bound;
mod check;
mod comparable;
mod composed;
mod cursor;
mod layout;
mod part;
mod path;
mod range;
mod range_composed;
mod recover;
mod segment;
mod shard;
mod sort;
mod split;

pub use bound::{RangeBound, SortBound};
#[doc(hidden)]
pub use composed::Composed;
pub use cursor::Cursor;
pub use layout::{Era, KeyLayout, SEPARATOR};
pub use part::{KeyField, KeyPart, Part, PartCodec};
pub use path::{
    AccessPath, AnyPartition, FieldBuckets, OnePartition, PartitionDescription, PathSchema, Shards,
    SortAttribute, SortBuckets,
};
#[doc(hidden)]
pub use recover::{KeySlot, PartSlot, Recover, recover};
pub use shard::shard;
pub use sort::{
    After, AnySort, ConsistentPath, ConstantSort, GlobalPath, HasSortKey, Joined, Leading,
    Narrowed, Natural, NoSortKey, NotNarrowed, PrefixSorted, SortDescription, SortKey, SortLayout,
    SortState, Stored, Suffixed, TimeSorted, WholePartition, WholeTable,
};

pub(crate) use check::{
    check_index_keys, check_item_keys, check_key, check_partition_value, check_position,
    check_sort_value,
};
pub(crate) use comparable::{ComparableKey, first_repeated};
pub(crate) use cursor::{Binding, Place, Position, read_key, write_key};
pub(crate) use part::StoredPart;
pub(crate) use range::{Selection, begins_with, between, compare, shifted, whole, within};
pub(crate) use recover::recover_part;
pub(crate) use segment::{Segment, read_segments, write_segments};

#[cfg(test)]
mod tests;
