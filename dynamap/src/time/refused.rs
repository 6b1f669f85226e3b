//! The types that are refused as a time, and the reason of each.
//!
//! A reason is a trait that no unit implements; its message is what the compiler says. It has the
//! unit as `Self`: rustc shows the message of a nested obligation only if its `Self` differs from
//! that of the outer one. The impls are spelled out, as one made by a macro would be shown with
//! the macro.

use super::field::{Always, TimeField, Written, is};
use super::{Moment, Unit};

/// Floats cannot count the units of a time exactly. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: floating point loses milliseconds",
    label = "a float is not exact",
    note = "use `time::OffsetDateTime`, `std::time::SystemTime`, `dynamap::time::EpochMillis` or `i64`"
)]
pub trait HeldByFloat<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldByFloat<V>> Written<V, U> for is::Float {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::Float {}

#[diagnostic::do_not_recommend]
impl TimeField for f32 {
    type Is = is::Float;
}

#[diagnostic::do_not_recommend]
impl TimeField for f64 {
    type Is = is::Float;
}

/// Text may say anything, not only a time. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: any text would be accepted",
    label = "text, not a time",
    note = "use `time::OffsetDateTime`; `#[ts(iso)]` stores it as text"
)]
pub trait HeldByText<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldByText<V>> Written<V, U> for is::Text {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::Text {}

#[diagnostic::do_not_recommend]
impl TimeField for String {
    type Is = is::Text;
}

#[diagnostic::do_not_recommend]
impl TimeField for &str {
    type Is = is::Text;
}

#[diagnostic::do_not_recommend]
impl TimeField for Box<str> {
    type Is = is::Text;
}

#[diagnostic::do_not_recommend]
impl TimeField for std::borrow::Cow<'_, str> {
    type Is = is::Text;
}

#[diagnostic::do_not_recommend]
impl TimeField for std::sync::Arc<str> {
    type Is = is::Text;
}

/// 32 bits of seconds end in 2038, or 2106 if unsigned. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: 32 bits of seconds end in 2038 (2106 if unsigned)",
    label = "too narrow for a time",
    note = "use `i64`, `u64` or `dynamap::time::EpochSeconds`"
)]
pub trait HeldByNarrow<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldByNarrow<V>> Written<V, U> for is::Narrow {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::Narrow {}

#[diagnostic::do_not_recommend]
impl TimeField for i8 {
    type Is = is::Narrow;
}

#[diagnostic::do_not_recommend]
impl TimeField for i16 {
    type Is = is::Narrow;
}

#[diagnostic::do_not_recommend]
impl TimeField for i32 {
    type Is = is::Narrow;
}

#[diagnostic::do_not_recommend]
impl TimeField for u8 {
    type Is = is::Narrow;
}

#[diagnostic::do_not_recommend]
impl TimeField for u16 {
    type Is = is::Narrow;
}

#[diagnostic::do_not_recommend]
impl TimeField for u32 {
    type Is = is::Narrow;
}

/// The width of the type depends on the platform. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: its width depends on the platform",
    label = "32 bits on some platforms",
    note = "use `i64`, `u64` or `dynamap::time::EpochSeconds`"
)]
pub trait HeldByPointerSized<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldByPointerSized<V>> Written<V, U> for is::PointerSized {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::PointerSized {}

#[diagnostic::do_not_recommend]
impl TimeField for isize {
    type Is = is::PointerSized;
}

#[diagnostic::do_not_recommend]
impl TimeField for usize {
    type Is = is::PointerSized;
}

/// Without an offset from UTC a reading of a wall clock names no instant. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: without an offset from UTC it names no instant",
    label = "no offset from UTC",
    note = "use `time::OffsetDateTime`, `chrono::DateTime<Utc>` or `jiff::Timestamp`"
)]
pub trait HeldWithoutOffset<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldWithoutOffset<V>> Written<V, U> for is::Zoneless {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::Zoneless {}

#[diagnostic::do_not_recommend]
impl TimeField for ::time::PrimitiveDateTime {
    type Is = is::Zoneless;
}

#[diagnostic::do_not_recommend]
impl TimeField for ::time::Time {
    type Is = is::Zoneless;
}

/// A calendar date names a day, not an instant. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: it is a day, not a point in time",
    label = "a calendar date",
    note = "remove the option: a date is stored as text, `YYYY-MM-DD`"
)]
pub trait HeldByDate<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldByDate<V>> Written<V, U> for is::Day {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::Day {}

#[diagnostic::do_not_recommend]
impl TimeField for ::time::Date {
    type Is = is::Day;
}

/// A length of time names no instant. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: it is a length of time, not a point in time",
    label = "a length of time",
    note = "for an expiry write `#[ttl(seconds, after = \"7d\")]` on a field of type `Option<time::OffsetDateTime>`"
)]
pub trait HeldByLength<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldByLength<V>> Written<V, U> for is::Length {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::Length {}

#[diagnostic::do_not_recommend]
impl TimeField for std::time::Duration {
    type Is = is::Length;
}

#[diagnostic::do_not_recommend]
impl TimeField for ::time::Duration {
    type Is = is::Length;
}

/// A monotonic clock means nothing outside of its process. No unit implements it.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot hold a time: it reads a monotonic clock, and means nothing outside this process",
    label = "not a calendar time",
    note = "use `std::time::SystemTime`"
)]
pub trait HeldByMonotonicClock<V>: Unit {
    #[doc(hidden)]
    fn never() -> !;
}

impl<V, U: HeldByMonotonicClock<V>> Written<V, U> for is::Monotonic {
    fn to_moment(_: &V) -> Option<Moment> {
        U::never()
    }

    fn from_moment(_: Moment) -> Option<V> {
        U::never()
    }
}

// What is refused gets one error, not another for being part of a key.
#[diagnostic::do_not_recommend]
impl Always for is::Monotonic {}

#[diagnostic::do_not_recommend]
impl TimeField for std::time::Instant {
    type Is = is::Monotonic;
}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl TimeField for chrono::NaiveDateTime {
    type Is = is::Zoneless;
}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl TimeField for chrono::NaiveTime {
    type Is = is::Zoneless;
}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl TimeField for chrono::NaiveDate {
    type Is = is::Day;
}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl TimeField for chrono::TimeDelta {
    type Is = is::Length;
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl TimeField for jiff::civil::DateTime {
    type Is = is::Zoneless;
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl TimeField for jiff::civil::Time {
    type Is = is::Zoneless;
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl TimeField for jiff::civil::Date {
    type Is = is::Day;
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl TimeField for jiff::SignedDuration {
    type Is = is::Length;
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl TimeField for jiff::Span {
    type Is = is::Length;
}
