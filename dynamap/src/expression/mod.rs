//! Expressions: attribute handles, conditions and filters, key conditions, updates, projections.
//!
//! Every attribute name and every value goes through a placeholder (`#n0`, `:v0`) of the one
//! placeholder table of its request, so that reserved words, dots and dashes in names are no concern.

mod attribute;
mod codec;
mod condition;
mod flattened;
mod held;
mod key_condition;
mod kind;
mod operand;
mod path;
mod placeholder;
mod projection;
mod size;
mod source;
mod stored;
mod two_attributes;
mod update;

pub use attribute::{Attribute, Holds, MapEntry};
pub use codec::{
    AttributeCodec, index_key_codec, index_part_codec, key_value_codec, null_codec, set_codec,
    stored_set_codec, value_codec, value_part_codec, version_codec,
};
pub use condition::Condition;
pub use flattened::Flattened;
#[doc(hidden)]
pub use held::Everywhere;
pub use held::{GivenBy, HeldBy, HoldsItems, ProjectionBy, ReadableBy};
pub use kind::{
    AttributeKind, Both, FilterOf, FlattenedKind, InKey, Join, Key, KeyAttribute, NotAKeyOf, Plain,
    PrimaryKey, PrimaryKeyCanChange, Settable, Stamp, StampCanBeSet, Version, VersionCanBeSet,
};
pub use operand::Operand;
pub use projection::{Projected, ProjectedPaths, Projection, Whole};
pub use size::Size;
#[doc(hidden)]
pub use source::Copied;
pub use source::{SetFrom, Source, SourceOrValue};
pub use two_attributes::SameValue;

pub(crate) use condition::{Comparator, Node, Value};
pub(crate) use key_condition::{KeyCondition, SortCondition};
pub(crate) use path::Path;
pub(crate) use placeholder::Placeholders;
pub(crate) use update::{Action, Updates};
