use std::time::{SystemTime, UNIX_EPOCH};

use ::time::{OffsetDateTime, UtcDateTime};
use aws_sdk_dynamodb::primitives::DateTime;

/// A type with a value that means "not set" in a field that is generated: what [`unset`] gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no value that means \"not set\"",
    label = "`unset()` cannot make this",
    note = "`unset()` fills stamps and computed TTLs: types that hold a time, and `Option`s",
    note = "a type of your own: implement `dynamap::time::Unset` for it"
)]
pub trait Unset {
    /// `None`, or the Unix epoch.
    fn unset() -> Self;
}

/// "Not set" for a field that dynamap fills in: a stamp or a computed TTL.
///
/// It is `None` for an `Option`, else the Unix epoch. In a time field that is not generated the
/// epoch is a time like any other.
///
/// ```
/// use dynamap::unset;
/// use time::OffsetDateTime;
///
/// let created_at: OffsetDateTime = unset();
/// assert_eq!(created_at, OffsetDateTime::UNIX_EPOCH);
/// assert_eq!(unset::<Option<OffsetDateTime>>(), None);
/// ```
pub fn unset<T: Unset>() -> T {
    T::unset()
}

#[diagnostic::do_not_recommend]
impl<T> Unset for Option<T> {
    fn unset() -> Self {
        None
    }
}

#[diagnostic::do_not_recommend]
impl Unset for OffsetDateTime {
    fn unset() -> Self {
        Self::UNIX_EPOCH
    }
}

#[diagnostic::do_not_recommend]
impl Unset for UtcDateTime {
    fn unset() -> Self {
        Self::UNIX_EPOCH
    }
}

#[diagnostic::do_not_recommend]
impl Unset for SystemTime {
    fn unset() -> Self {
        UNIX_EPOCH
    }
}

#[diagnostic::do_not_recommend]
impl Unset for DateTime {
    fn unset() -> Self {
        Self::from_secs(0)
    }
}

#[diagnostic::do_not_recommend]
impl Unset for i64 {
    fn unset() -> Self {
        0
    }
}

#[diagnostic::do_not_recommend]
impl Unset for u64 {
    fn unset() -> Self {
        0
    }
}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl Unset for chrono::DateTime<chrono::Utc> {
    fn unset() -> Self {
        Self::UNIX_EPOCH
    }
}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl Unset for chrono::DateTime<chrono::FixedOffset> {
    fn unset() -> Self {
        chrono::DateTime::UNIX_EPOCH.fixed_offset()
    }
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl Unset for jiff::Timestamp {
    fn unset() -> Self {
        Self::UNIX_EPOCH
    }
}
