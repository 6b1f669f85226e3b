//! What writes fill: stamps, the TTL, the version.

use super::check::{self, Fields};
use super::{Field, FieldIndex, Ttl};
use crate::diagnostic::Errors;
use crate::parse::Stamp;

/// The fields of a struct that writes fill.
pub(crate) struct Filled {
    /// The fields that writes stamp, in their order.
    pub(crate) stamps: Vec<StampedField>,
    pub(crate) ttl: Option<Ttl>,
    pub(crate) version: Option<FieldIndex>,
}

/// A field that writes set by themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StampedField {
    pub(crate) field: FieldIndex,
    pub(crate) stamp: Stamp,
}

impl Filled {
    pub(super) fn new(
        fields: &Fields<'_>,
        resolved: &[Option<Field>],
        errors: &mut Errors,
    ) -> Self {
        let version = check::field::check_at_most_one_version(fields, errors);
        let ttl = check::ttl::check_at_most_one_ttl(fields, errors);
        Self {
            stamps: fields.stamps(),
            ttl: ttl.and_then(|field| check::ttl::resolve(field, fields, resolved, errors)),
            version,
        }
    }

    /// Whether writes leave the struct as it is.
    pub(crate) fn is_empty(&self) -> bool {
        self.stamps.is_empty() && self.ttl.is_none() && self.version.is_none()
    }

    /// When the field is stamped, if it is.
    pub(crate) fn stamp(&self, position: usize) -> Option<Stamp> {
        let mut stamps = self.stamps.iter();
        let stamped = stamps.find(|stamped| stamped.field.position() == position)?;
        Some(stamped.stamp)
    }
}
