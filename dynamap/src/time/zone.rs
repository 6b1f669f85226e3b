//! Spans of a local calendar as ranges of instants; `jiff` has the calendar.

use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::{Error, ErrorKind, Result};

/// The instants of a calendar day in a time zone, to be given to `within`, `range` or `buckets`.
///
/// It has 23 hours where clocks go forward and 25 where they go back, starts at its first instant
/// where there is no midnight, and is empty where the calendar leaves the day out. A day ends where
/// the next starts, so days side by side have each instant once. An error if `jiff` cannot hold one
/// of its ends: at the last day of the year 9999.
///
/// Keys and buckets stay those of UTC; a day of a zone is a range over them.
///
/// ```
/// use dynamap::time::day_in;
/// use jiff::{civil::date, tz::TimeZone};
///
/// let zone = TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap(); // New York
/// let day = day_in(&zone, date(2026, 11, 1))?;
/// assert_eq!(day.start.to_string(), "2026-11-01T04:00:00Z");
/// assert_eq!(day.end.to_string(), "2026-11-02T05:00:00Z"); // 25 hours later
/// # Ok::<(), dynamap::Error>(())
/// ```
pub fn day_in(zone: &TimeZone, date: Date) -> Result<Range<Timestamp>> {
    let next = date.tomorrow().map_err(|_| beyond())?;
    between(zone, date, next)
}

/// The instants of the calendar month that `date` lies in, in a time zone.
///
/// As [`day_in`]: it starts with its first day and ends where the next month starts.
///
/// ```
/// use dynamap::time::month_in;
/// use jiff::{civil::date, tz::TimeZone};
///
/// let zone = TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap();
/// let march = month_in(&zone, date(2027, 3, 31))?;
/// assert_eq!(march.start.to_string(), "2027-03-01T05:00:00Z");
/// assert_eq!(march.end.to_string(), "2027-04-01T04:00:00Z");
/// # Ok::<(), dynamap::Error>(())
/// ```
pub fn month_in(zone: &TimeZone, date: Date) -> Result<Range<Timestamp>> {
    let next = date.last_of_month().tomorrow().map_err(|_| beyond())?;
    between(zone, date.first_of_month(), next)
}

/// From the first instant of one day to the first of another.
fn between(zone: &TimeZone, first: Date, next: Date) -> Result<Range<Timestamp>> {
    let start_of = |date: Date| {
        date.to_zoned(zone.clone())
            .map(|midnight| midnight.timestamp())
            .map_err(|_| beyond())
    };
    Ok(start_of(first)?..start_of(next)?)
}

fn beyond() -> Error {
    Error::new(
        ErrorKind::InvalidRange,
        "the date is at the end of the calendar, where its instants cannot be told; give the ends \
         of the range as points in time",
    )
}
