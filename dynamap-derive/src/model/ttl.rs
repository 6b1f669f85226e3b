//! When items expire.

use super::FieldIndex;
use crate::parse::After;

/// The TTL attribute and what writes do to it.
pub(crate) struct Ttl {
    pub(crate) field: FieldIndex,
    pub(crate) policy: TtlPolicy,
}

/// Where the TTL's value comes from.
pub(crate) enum TtlPolicy {
    /// From the struct alone.
    Carried,
    /// From the struct if it is set there, else computed.
    Computed { after: After, base: Base },
    /// Computed anew by every write: the time of the write plus `after`.
    Sliding { after: After },
}

/// From when a computed TTL counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// From the time of the write.
    Write,
    /// From a time field of the item.
    Field(FieldIndex),
}
