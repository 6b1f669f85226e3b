use std::time::Duration;

use ::time::UtcDateTime;

use super::input::{Form, Read};
use super::{Inspection, distance};
use crate::time::{Clock, Moment, PointInTime, SystemClock};

/// A usual lifetime, counted from now.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The lifetime: `5 minutes`, `1 year`.
    pub name: &'static str,
    /// The number to store, and what it means.
    pub inspection: Inspection,
}

/// The usual lifetimes from the system's time: see [`presets_at`].
pub fn presets() -> [Preset; 7] {
    presets_at(SystemClock.now())
}

/// 5 minutes, 1 hour, 1 day, 7 days, 30 days, 90 days and 1 year from `now`.
///
/// The year is one of the calendar: the same day and time, in UTC, of the next year; 28 February
/// for 29 February.
///
/// ```
/// use dynamap::time::EpochSeconds;
/// use dynamap::ttl::presets_at;
///
/// let [.., year] = presets_at(EpochSeconds(1_796_040_000));
/// assert_eq!(year.name, "1 year");
/// assert_eq!(year.inspection.utc.as_deref(), Some("2027-11-30T12:00:00Z"));
/// ```
pub fn presets_at(now: impl PointInTime) -> [Preset; 7] {
    let now = now.to_moment();
    let preset = |name, moment| Preset {
        name,
        inspection: Inspection::of(Read::new(Form::Relative, moment), now),
    };
    let after = |hours| now.checked_add(Duration::from_hours(hours));
    [
        preset("5 minutes", now.checked_add(Duration::from_mins(5))),
        preset("1 hour", after(1)),
        preset("1 day", after(24)),
        preset("7 days", after(7 * 24)),
        preset("30 days", after(30 * 24)),
        preset("90 days", after(90 * 24)),
        preset("1 year", next_year(now)),
    ]
}

fn next_year(now: Moment) -> Option<Moment> {
    let utc = UtcDateTime::from_unix_timestamp(i64::try_from(now.seconds()).ok()?).ok()?;
    distance::years_after(utc, 1).map(|later| later.to_moment())
}
