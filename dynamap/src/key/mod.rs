//! Keys: how sort keys are ordered and written, the ranges over them, and cursors.

mod bound;
mod check;
mod comparable;
mod composed;
mod cursor;
mod path;
mod range;
mod sort;

pub use bound::{RangeBound, SortBound};
pub use composed::{Composed, KeyPart, Part, SEPARATOR, suffixed};
pub use cursor::Cursor;
pub use path::{AccessPath, PathSchema, SortAttribute};
pub use sort::{
    AnySort, ConsistentPath, GlobalPath, HasSortKey, Narrowed, Natural, NoSortKey, NotNarrowed,
    PrefixSorted, SortDescription, SortKey, SortLayout, Suffixed, TimeSorted, WholePartition,
    WholeTable,
};

pub(crate) use check::{
    check_index_keys, check_item_keys, check_key, check_partition_value, check_position,
    check_sort_value,
};
pub(crate) use comparable::ComparableKey;
pub(crate) use composed::time_part;
pub(crate) use cursor::{Binding, read_key, write_key};
pub(crate) use range::{Selection, between, compare, shifted, within};

#[cfg(test)]
mod tests;
