//! What a value means as a TTL, and what to store instead.

mod distance;
mod error;
mod input;
mod preset;
#[cfg(test)]
mod tests;
mod warning;

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use self::input::Read;
use super::Class;
use super::classify;
use crate::time::{Clock, Moment, PointInTime, Resolution, SystemClock, TimeFormat};
use crate::value::{TreeDecoder, WireType};

pub use error::InspectError;
pub use input::Form;
pub use preset::{Preset, presets, presets_at};
pub use warning::Warning;

const UTC: TimeFormat = TimeFormat::Iso(Resolution::Seconds);

/// Reads `text` as a TTL value at the system's time: see [`inspect_at`].
///
/// ```
/// use dynamap::ttl::{Warning, inspect};
///
/// let inspection = inspect("1735689600000")?;
/// assert_eq!(inspection.store, Some(1_735_689_600));
/// assert_eq!(inspection.utc.as_deref(), Some("2025-01-01T00:00:00Z"));
/// assert!(inspection.warnings.contains(&Warning::Milliseconds));
/// # Ok::<(), dynamap::ttl::InspectError>(())
/// ```
pub fn inspect(text: &str) -> Result<Inspection, InspectError> {
    inspect_at(text, SystemClock.now())
}

/// Reads `text` as a TTL value: what number to store, what it means, and what DynamoDB would make
/// of `text` as it is. Relative times, expiry and distance are judged at `now`.
///
/// | form | example |
/// | --- | --- |
/// | a number since the Unix epoch; its unit is told by [`Magnitude`](super::Magnitude) | `1735689600`, `1735689600000`, `1.7356896E9` |
/// | an ISO time with an offset | `2025-01-01T02:00:00+02:00`, `2025-01-01 00:00Z`, `2025-01-01 00:00:00 UTC` |
/// | an ISO time without one, read as UTC | `2025-01-01T00:00:00` |
/// | a date, read as midnight UTC | `2025-01-01` |
/// | a distance from now: integers with `s` `m` `h` `d` `w` | `+7d`, `+1d12h`, `-1h` |
/// | a value as it is stored: type and value | `N 1735689600`, `S 2025-01-01T00:00:00Z`, `{"N":"1735689600"}` |
///
/// A finer time is rounded down to the second. An error if `text` has none of the forms; a value
/// that has one but is no good as a TTL gets [warnings](Inspection::warnings).
///
/// ```
/// use dynamap::time::EpochSeconds;
/// use dynamap::ttl::{Warning, inspect_at};
///
/// let now = EpochSeconds(1_796_040_000);
/// let week = inspect_at("+7d", now)?;
/// assert_eq!(week.store, Some(1_796_644_800));
/// assert_eq!(week.relative.as_deref(), Some("in 7 days"));
/// assert!(week.warnings.is_empty());
///
/// let text = inspect_at(r#"{"S":"2026-12-07T12:00:00.000Z"}"#, now)?;
/// assert_eq!((text.store, text.warnings), (Some(1_796_644_800), vec![Warning::StringType]));
/// # Ok::<(), dynamap::ttl::InspectError>(())
/// ```
pub fn inspect_at(text: &str, now: impl PointInTime) -> Result<Inspection, InspectError> {
    let now = now.to_moment();
    Ok(Inspection::of(input::read(text, now)?, now))
}

/// Reads a stored value as a TTL, as [`inspect_at`] reads it with its type.
///
/// An error if the value is neither a Number nor a String that holds a time.
///
/// ```
/// use dynamap::aws_sdk_dynamodb::types::AttributeValue;
/// use dynamap::time::EpochSeconds;
/// use dynamap::ttl::{Warning, inspect_value};
///
/// let stored = AttributeValue::N("1796644800000".to_owned());
/// let inspection = inspect_value(&stored, EpochSeconds(1_796_040_000))?;
/// assert_eq!(inspection.store, Some(1_796_644_800));
/// assert_eq!(inspection.warnings, [Warning::Milliseconds]);
/// # Ok::<(), dynamap::ttl::InspectError>(())
/// ```
pub fn inspect_value(
    value: &AttributeValue,
    now: impl PointInTime,
) -> Result<Inspection, InspectError> {
    let read = input::read_value(TreeDecoder::new(value))?;
    Ok(Inspection::of(read, now.to_moment()))
}

/// A value read as a TTL. It prints as lines of a name and a value, the warnings last.
///
/// `store`, `utc`, `relative` and `seconds_from_now` are `None` together: if it cannot be told which
/// time is meant, or if the time lies beyond the year 9999.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inspection {
    /// The number to store, as type N: whole seconds since the Unix epoch.
    pub store: Option<i64>,
    /// The time in UTC: `2025-01-01T00:00:00Z`.
    pub utc: Option<String>,
    /// The time in the zone given to `in_zone` (feature `jiff`).
    pub local: Option<String>,
    /// How far away it is, in words: `in 7 days`, `3 hours ago`, `now`.
    pub relative: Option<String>,
    /// How far away it is in seconds, negative in the past.
    pub seconds_from_now: Option<i64>,
    /// What was given.
    pub form: Form,
    /// The unit of a number, if its magnitude tells one.
    pub unit: Option<Resolution>,
    /// The type of a value given with its type.
    pub wire_type: Option<WireType>,
    /// What DynamoDB would reject or misread, and what is no good as a TTL.
    pub warnings: Vec<Warning>,
}

impl Inspection {
    fn of(read: Read, now: Moment) -> Self {
        let utc = read.moment.and_then(|moment| UTC.text(moment).ok());
        let store = read
            .moment
            .filter(|_| utc.is_some())
            .and_then(|moment| i64::try_from(moment.seconds()).ok());
        let mut warnings = read.warnings;
        if let Some(moment) = read.moment {
            judge(moment, utc.is_some(), now, &mut warnings);
        }
        let from_now = store.map(|store| i128::from(store).saturating_sub(now.seconds()));
        Self {
            store,
            utc,
            local: None,
            relative: store.map(|store| distance::words(now.seconds(), store)),
            seconds_from_now: from_now.and_then(|seconds| i64::try_from(seconds).ok()),
            form: read.form,
            unit: read.unit,
            wire_type: read.wire_type,
            warnings,
        }
    }

    /// The time that [`store`](Self::store) is.
    pub fn moment(&self) -> Option<Moment> {
        self.store.map(|seconds| Moment::from_parts(seconds, 0))
    }

    /// The same inspection with the time in `zone` as [`local`](Self::local).
    ///
    /// ```
    /// use dynamap::ttl::inspect;
    /// use jiff::tz::{TimeZone, offset};
    ///
    /// let zone = TimeZone::fixed(offset(2));
    /// let inspection = inspect("2025-01-01T00:00:00Z")?.in_zone(&zone);
    /// assert_eq!(inspection.local.as_deref(), Some("2025-01-01T02:00:00+02:00"));
    /// # Ok::<(), dynamap::ttl::InspectError>(())
    /// ```
    #[cfg(feature = "jiff")]
    #[cfg_attr(docsrs, doc(cfg(feature = "jiff")))]
    pub fn in_zone(mut self, zone: &jiff::tz::TimeZone) -> Self {
        self.local = self
            .store
            .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok())
            .map(|timestamp| {
                let zoned = timestamp.to_zoned(zone.clone());
                let text = zoned.strftime("%Y-%m-%dT%H:%M:%S%:z");
                match zone.iana_name() {
                    Some(name) => format!("{text} {name}"),
                    None => text.to_string(),
                }
            });
        self
    }
}

/// What is wrong with a known time as a TTL.
fn judge(expiry: Moment, has_text: bool, now: Moment, warnings: &mut Vec<Warning>) {
    if expiry.seconds() <= 0 {
        warnings.push(Warning::NotPositive);
    } else if !has_text {
        warnings.push(Warning::BeyondYear9999);
    }
    match classify::at(expiry, now) {
        Class::Stale => warnings.push(Warning::MoreThanFiveYearsPast),
        Class::Expired => warnings.push(Warning::AlreadyExpired),
        _ => {}
    }
}

impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.store {
            Some(seconds) => write!(f, "store     {seconds}")?,
            None => write!(f, "store     nothing")?,
        }
        for (name, value) in [
            ("UTC", &self.utc),
            ("local", &self.local),
            ("relative", &self.relative),
        ] {
            if let Some(value) = value {
                write!(f, "\n{name:<10}{value}")?;
            }
        }
        for warning in &self.warnings {
            write!(f, "\nwarning   {warning}")?;
        }
        Ok(())
    }
}
