//! What a derived item declares of its table: keys, indexes, stamps, TTL, version.

mod compare;
mod definition;
mod difference;
mod export;

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::item::{AttributeNames, NO_NAMES};
use crate::key::{Era, KeyLayout};
use crate::time::{Moment, Reading, TimeFormat};
use crate::value::{DecodeError, ScalarType, TreeDecoder};

pub use crate::item::{Stamps, StampsIter};
pub(crate) use definition::or_fault;
pub use definition::{IndexKind, IndexProjection, KeyNames, TableDefinition};
pub use difference::{Difference, Differences};
pub use export::Export;

/// The declared schema of an item; [`DynamoItem::SCHEMA`](crate::DynamoItem::SCHEMA).
#[derive(Debug)]
pub struct Schema {
    /// The table's name, unless the handle was given another.
    pub table: &'static str,
    /// The Rust type's name, for messages.
    pub item: &'static str,
    /// What tells its items from others of the table.
    pub entity: Option<Entity>,
    /// The partition key.
    pub partition_key: KeyAttribute,
    /// The sort key.
    pub sort_key: Option<KeyAttribute>,
    /// Whether the sort key ends in a time, so that two events of one instant are one item.
    pub ends_in_time: bool,
    /// The attributes of its own fields, in their order.
    pub attributes: &'static [&'static str],
    /// The names of all attributes, of flattened structs too.
    pub names: &'static AttributeNames,
    /// The secondary indexes.
    pub indexes: &'static [Index],
    /// The stamps that writes fill.
    pub stamps: Stamps,
    /// The TTL attribute and its policy.
    pub ttl: Option<Ttl>,
    /// The version attribute.
    pub version: Option<&'static str>,
    /// The largest version that its field can hold.
    pub version_limit: u64,
    /// The key attributes that are composed of several fields, or constant.
    pub composed: &'static [ComposedKey],
}

impl Schema {
    /// The table's key attributes.
    pub fn key_attributes(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.partition_key).chain(&self.sort_key)
    }

    /// Whether an attribute of this name is one of the item's.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.contains(&name) || self.names.contains(name)
    }

    /// The index of this name.
    pub fn index(&self, name: &str) -> Option<&'static Index> {
        self.indexes.iter().find(|index| index.name == name)
    }
}

/// The name of an item type among those that share a table, and the attribute that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entity {
    /// The name, as in `ORDER`.
    pub name: &'static str,
    /// The attribute, an S; every item of the type has it.
    pub tag: &'static str,
}

/// A key attribute and its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// S, N or B.
    pub scalar: ScalarType,
}

/// A key attribute that is composed of several fields, or constant.
#[derive(Debug, Clone, Copy)]
pub struct ComposedKey {
    /// The attribute's name.
    pub attribute: &'static str,
    /// The index; `None` for a key of the table.
    pub index: Option<&'static str>,
    /// How its text is made.
    pub layout: &'static KeyLayout,
}

/// A secondary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    /// The index's name.
    pub name: &'static str,
    /// Whether it is a local secondary index.
    pub local: bool,
    /// Its partition key, one to four attributes in their order; a local index has the table's.
    pub partition_key: &'static [KeyAttribute],
    /// Its sort key: none, or up to four attributes in their order; of a local index one.
    pub sort_key: &'static [KeyAttribute],
    /// The attributes that it holds beside its own keys and the table's.
    pub projection: Projected,
}

impl Index {
    /// The key attributes, the partition key's first.
    pub fn key_attributes(&self) -> impl Iterator<Item = &'static KeyAttribute> + use<> {
        self.partition_key.iter().chain(self.sort_key)
    }
}

/// The attributes that an index is declared to hold beside its own keys and the table's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projected {
    /// Every attribute.
    All,
    /// None.
    KeysOnly,
    /// These, the TTL among them.
    Include(&'static [&'static str]),
}

impl Projected {
    /// Whether an attribute that is no key is held.
    pub(crate) fn holds(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::KeysOnly => false,
            Self::Include(names) => names.contains(&name),
        }
    }
}

/// A stamp: a time attribute that writes fill.
#[derive(Debug, Clone, Copy)]
pub struct Stamp {
    /// The attribute's name.
    pub name: &'static str,
    /// How the time is written.
    pub format: TimeFormat,
    /// Which writes fill it.
    pub on: StampOn,
    /// Whether the field is an `Option`, so that only `None` means "not set"; otherwise the Unix
    /// epoch does.
    pub optional: bool,
}

/// Which writes fill a stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StampOn {
    /// The write that creates the item.
    Create,
    /// Every write.
    Update,
}

/// The TTL attribute, a Number of epoch seconds, and how it is computed.
#[derive(Debug, Clone, Copy)]
pub struct Ttl {
    /// The attribute's name.
    pub name: &'static str,
    /// Whether the field is an `Option`.
    pub optional: bool,
    /// How long an item lives.
    pub policy: Option<TtlPolicy>,
}

/// How a TTL is computed.
#[derive(Debug, Clone, Copy)]
pub struct TtlPolicy {
    /// The time from the base to the expiry.
    pub after: Duration,
    /// The time attribute that is the base; the write's own instant if there is none.
    pub from: Option<TimeAttribute>,
    /// Whether every write moves the expiry.
    pub sliding: bool,
}

/// A time attribute and how it is written.
#[derive(Debug, Clone, Copy)]
pub struct TimeAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// How the time is written.
    pub format: TimeFormat,
    /// The composed key whose first part the time is, if it is stored in a key alone.
    pub key: Option<&'static KeyLayout>,
}

impl TimeAttribute {
    /// The instant of the attribute's value, in any spelling.
    pub(crate) fn read(&self, value: &AttributeValue) -> Result<Moment, DecodeError> {
        match (self.key, value) {
            (Some(layout), AttributeValue::S(text)) => {
                let split = layout.split(&Era::PLAIN, text);
                let time = split.and_then(|split| split.parts.first().copied());
                self.format.parse(time.unwrap_or(text), Reading::Lenient)
            }
            _ => self
                .format
                .decode(&mut TreeDecoder::new(value), Reading::Lenient),
        }
    }
}

/// An item with a `#[version]` field. Implemented by the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no version",
    label = "has no `#[version]` field",
    note = "mark an integer field with `#[version]`"
)]
pub trait Versioned: crate::DynamoItem {
    /// The version the struct carries; `None` if it is not stored yet.
    #[doc(hidden)]
    fn version(&self) -> Option<u64>;
}

/// An item without a `#[version]` field. Implemented by the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a version, which orders its writes",
    label = "has a `#[version]` field",
    note = "use `put`, or `update(…).if_version(n)`: a stale write is refused instead of dropped"
)]
pub trait Unversioned {}

/// An item with a `#[ttl]` field. Implemented by the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no TTL",
    label = "has no `#[ttl]` field",
    note = "mark the field that holds the expiry with `#[ttl(seconds)]`"
)]
pub trait Expiring {}

/// An item with `auto_create` or `auto_update` fields. Implemented by the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no stamps",
    label = "has no `auto_create` or `auto_update` field",
    note = "mark a time field with `#[ts(millis, auto_create)]` or `#[ts(millis, auto_update)]`"
)]
pub trait Stamped {}

/// The schema of a struct that has faults.
#[doc(hidden)]
pub const NO_SCHEMA: &Schema = &Schema {
    table: "",
    item: "",
    entity: None,
    partition_key: KeyAttribute {
        name: "",
        scalar: ScalarType::S,
    },
    sort_key: None,
    ends_in_time: false,
    attributes: &[],
    names: NO_NAMES,
    indexes: &[],
    stamps: NO_NAMES.stamps(),
    ttl: None,
    version: None,
    version_limit: u64::MAX,
    composed: &[],
};
