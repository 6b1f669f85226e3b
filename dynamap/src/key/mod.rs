//! Keys: how sort keys are ordered and written, the ranges over them, and cursors.

mod check;
mod composed;
mod cursor;
mod path;
mod range;
mod sort;

pub use composed::{Composed, KeyPart, KeyTime, SEPARATOR, TimePart, suffixed};
pub use cursor::Cursor;
pub use path::{AccessPath, PathSchema, SortAttribute};
pub use range::{RangeBound, SortBound};
pub use sort::{
    AnySort, ConsistentPath, GlobalPath, HasSortKey, Narrowed, Natural, NoSortKey, NotNarrowed,
    PrefixSorted, SortDescription, SortKey, SortLayout, Suffixed, TimeSorted, WholePartition,
};

pub(crate) use check::{check_index_keys, check_item_keys, check_key, check_key_value};
pub(crate) use composed::time_part;
pub(crate) use cursor::Binding;
pub(crate) use range::{Selection, between, compare, within};
