//! DynamoDB's rules: options to a validated model.
//!
//! A model exists only for an input without faults, and its types hold no other state: an item
//! has one partition key, a TTL has a field, an index has its keys. All defaults are resolved
//! here, so that the expansion decides nothing.

mod bucket;
mod check;
mod collection;
mod duration;
mod field;
mod filled;
mod index;
mod item;
mod key;
pub(crate) mod name;
mod projected;
mod rollup;
mod time;
mod ttl;
mod value;
mod variant;

pub(crate) use bucket::{BucketWidth, Date};
#[cfg(test)]
pub(crate) use check::index::HANDLE_METHODS;
pub(crate) use collection::{Collection, Member};
pub(crate) use duration::Duration;
pub(crate) use field::{Codec, DefaultValue, Field, FieldIndex, Flattened, Skipped};
pub(crate) use filled::{Filled, StampedField};
pub(crate) use index::{AccessPath, Index, LocalIndex, Projection};
pub(crate) use item::{Entity, Item, KeyOf, Stored};
pub(crate) use key::{Composed, Era, Key, KeyAttribute, KeyLayout, PartitionKind, Spread};
pub(crate) use name::{Name, RenameRule};
pub(crate) use projected::ProjectedItem;
pub(crate) use rollup::{Average, Role, RolledUp, Rollup, SourceField};
pub(crate) use time::{Reading, TimeFormat, Unit};
pub(crate) use ttl::{Base, Ttl, TtlPolicy};
pub(crate) use value::{Shape, Transparent, Value};
pub(crate) use variant::{Data, Names, Other, Tagged, TaggedVariant, Variant};
