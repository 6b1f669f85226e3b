//! Time buckets: the calendar spans, in UTC, that a partition key is divided into.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{Bound, Range, RangeBounds};

use ::time::{Date, Month, UtcDateTime};

use super::iso::{self, IsoText};
use super::{Moment, PointInTime, Resolution, TimeFormat};
use crate::value::{DecodeError, EncodeError};

const TEXT: TimeFormat = TimeFormat::Iso(Resolution::Seconds);
/// 10000-01-01T00:00:00Z, where the last bucket of every width ends.
const YEAR_10000: i64 = 253_402_300_800;
const MONTHS: i64 = 12;

/// How long a time bucket is: the option `bucket = day` of a partition key.
///
/// Buckets are spans of the calendar in UTC: a day has 24 hours everywhere, a month ends where the
/// next begins. A local day is a range of instants, which may touch two of them.
///
/// ```
/// use dynamap::time::BucketWidth;
/// use time::macros::datetime;
///
/// let at = datetime!(2025-03-21 12:30:45 UTC);
/// assert_eq!(BucketWidth::Minute.of(at)?.to_string(), "2025-03-21T12:30");
/// assert_eq!(BucketWidth::Hour.of(at)?.to_string(), "2025-03-21T12:00");
/// assert_eq!(BucketWidth::Day.of(at)?.to_string(), "2025-03-21");
/// assert_eq!(BucketWidth::Month.of(at)?.to_string(), "2025-03");
/// assert_eq!(BucketWidth::Year.of(at)?.to_string(), "2025");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BucketWidth {
    /// A minute, as in `2025-03-21T12:30`.
    Minute,
    /// An hour, as in `2025-03-21T12:00`.
    Hour,
    /// A day, as in `2025-03-21`.
    Day,
    /// A month, as in `2025-03`.
    Month,
    /// A year, as in `2025`.
    Year,
}

impl BucketWidth {
    /// The width in words, as the option names it: `day`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// Characters of a bucket's text, all ASCII: 16, 16, 10, 7 or 4.
    pub const fn text_width(self) -> usize {
        match self {
            Self::Minute | Self::Hour => 16,
            Self::Day => 10,
            Self::Month => 7,
            Self::Year => 4,
        }
    }

    /// The bucket that `at` lies in; an error outside of the years 0000 to 9999.
    pub fn of(self, at: impl PointInTime) -> Result<Bucket, EncodeError> {
        self.of_moment(at.to_moment())
    }

    pub(crate) fn of_moment(self, at: Moment) -> Result<Bucket, EncodeError> {
        self.ordinal(at)
            .map(|ordinal| Bucket {
                width: self,
                ordinal,
            })
            .ok_or_else(|| {
                EncodeError::new(
                    "the time is outside of the years 0000 to 9999, which have no bucket; correct it",
                )
            })
    }

    /// The bucket of a text that [`Display`](fmt::Display) writes; no other text is read.
    pub fn parse(self, text: &str) -> Result<Bucket, DecodeError> {
        // The first second of the bucket, and then the one text that this bucket has.
        let tail = match self {
            Self::Minute | Self::Hour => ":00Z",
            Self::Day => "T00:00:00Z",
            Self::Month => "-01T00:00:00Z",
            Self::Year => "-01-01T00:00:00Z",
        };
        iso::parse(&format!("{text}{tail}"))
            .ok()
            .and_then(|instant| self.of_moment(instant.moment).ok())
            .filter(|bucket| bucket.to_string() == text)
            .ok_or_else(|| DecodeError::new(self.expected(), "another text"))
    }

    /// The buckets that a range of time touches, oldest first; from the back, newest first.
    ///
    /// A range that ends where a bucket begins does not touch it, unless it includes its end. A
    /// range without instants has no buckets, nor has any time outside of the years 0000 to 9999.
    ///
    /// ```
    /// use dynamap::time::BucketWidth;
    /// use time::macros::datetime;
    ///
    /// let night = datetime!(2025-03-21 22:00 UTC)..datetime!(2025-03-23 0:00 UTC);
    /// let days = BucketWidth::Day.covering(night).map(|day| day.to_string());
    /// assert!(days.eq(["2025-03-21", "2025-03-22"]));
    /// ```
    pub fn covering<P: PointInTime>(self, range: impl RangeBounds<P>) -> Buckets {
        let (min, max) = TEXT.span();
        // Of the nanoseconds that can be written, the first and last inside the range.
        let first = match range.start_bound() {
            Bound::Unbounded => min,
            Bound::Included(start) => start.to_moment().max(min),
            Bound::Excluded(start) => nanos_after(start.to_moment(), 1).max(min),
        };
        let end_of_time = nanos_after(TEXT.next(max), -1);
        let last = match range.end_bound() {
            Bound::Unbounded => end_of_time,
            Bound::Included(end) => end.to_moment().min(end_of_time),
            Bound::Excluded(end) => nanos_after(end.to_moment(), -1).min(end_of_time),
        };
        let touched = (first <= last)
            .then(|| Some((self.ordinal(first)?, self.ordinal(last)?)))
            .flatten();
        // Without any: a first behind the last.
        let (next, last) = touched.unwrap_or((1, 0));
        Buckets {
            width: self,
            next,
            last,
        }
    }

    /// Buckets counted from the Unix epoch, of months and years from the year 0.
    fn ordinal(self, at: Moment) -> Option<i64> {
        let seconds = i64::try_from(at.seconds()).ok()?;
        let date = UtcDateTime::from_unix_timestamp(seconds).ok()?.date();
        let year = i64::from(date.year());
        (0..=9999).contains(&year).then(|| match self.seconds() {
            Some(length) => seconds.div_euclid(length),
            None if self == Self::Month => year * MONTHS + i64::from(u8::from(date.month())) - 1,
            None => year,
        })
    }

    /// Where the bucket of an ordinal starts, in seconds since the Unix epoch.
    fn start(self, ordinal: i64) -> i64 {
        let (year, month) = match self.seconds() {
            Some(length) => return ordinal * length,
            None if self == Self::Month => (ordinal / MONTHS, ordinal % MONTHS + 1),
            None => (ordinal, 1),
        };
        first_of(year, month).map_or(YEAR_10000, |date| date.midnight().as_utc().unix_timestamp())
    }

    /// The length of the widths whose buckets are all equally long.
    const fn seconds(self) -> Option<i64> {
        match self {
            Self::Minute => Some(60),
            Self::Hour => Some(3_600),
            Self::Day => Some(86_400),
            Self::Month | Self::Year => None,
        }
    }

    const fn expected(self) -> &'static str {
        match self {
            Self::Minute => "a minute `YYYY-MM-DDTHH:MM`",
            Self::Hour => "an hour `YYYY-MM-DDTHH:00`",
            Self::Day => "a day `YYYY-MM-DD`",
            Self::Month => "a month `YYYY-MM`",
            Self::Year => "a year `YYYY`",
        }
    }
}

impl fmt::Display for BucketWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// `None` beyond the year 9999.
fn first_of(year: i64, month: i64) -> Option<Date> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(i32::try_from(year).ok()?, month, 1).ok()
}

fn nanos_after(moment: Moment, nanos: i128) -> Moment {
    Moment::from_nanos(moment.as_nanos().saturating_add(nanos))
}

/// One minute, hour, day, month or year of the calendar in UTC, in the years 0000 to 9999.
///
/// It is written as the text that stands in a key ([`Display`](fmt::Display)); the texts of one
/// width sort as their times do.
///
/// ```
/// use dynamap::time::{BucketWidth, PointInTime};
/// use time::macros::datetime;
///
/// let january = BucketWidth::Month.of(datetime!(2026-01-31 9:00 UTC))?;
/// assert_eq!(january.start(), datetime!(2026-01-01 0:00 UTC).to_moment());
/// assert_eq!(january.end(), datetime!(2026-02-01 0:00 UTC).to_moment());
/// assert_eq!(january.next().unwrap().to_string(), "2026-02");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bucket {
    width: BucketWidth,
    ordinal: i64,
}

impl Bucket {
    /// How long it is.
    pub const fn width(self) -> BucketWidth {
        self.width
    }

    /// Its first instant.
    pub fn start(self) -> Moment {
        Moment::from_parts(self.width.start(self.ordinal), 0)
    }

    /// The first instant after it: where the next one starts.
    pub fn end(self) -> Moment {
        Moment::from_parts(self.width.start(self.ordinal + 1), 0)
    }

    /// Its instants, as a range that can be queried.
    pub fn range(self) -> Range<Moment> {
        self.start()..self.end()
    }

    /// Whether `at` lies in it.
    pub fn contains(self, at: impl PointInTime) -> bool {
        self.range().contains(&at.to_moment())
    }

    /// The bucket after it; `None` after the year 9999.
    pub fn next(self) -> Option<Self> {
        self.width.of_moment(self.end()).ok()
    }

    /// The bucket before it; `None` before the year 0000.
    pub fn previous(self) -> Option<Self> {
        self.width.of_moment(nanos_after(self.start(), -1)).ok()
    }
}

/// The text in a key.
impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = IsoText::new(self.start(), Resolution::Seconds).ok_or(fmt::Error)?;
        write!(f, "{:.*}", self.width.text_width(), text.as_str())
    }
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bucket({} {self})", self.width)
    }
}

/// The buckets of a range: [`BucketWidth::covering`].
#[derive(Debug, Clone)]
pub struct Buckets {
    width: BucketWidth,
    next: i64,
    last: i64,
}

impl Buckets {
    /// How many are left, without walking through them.
    pub fn total(&self) -> u64 {
        u64::try_from(self.last - self.next + 1).unwrap_or(0)
    }

    fn bucket(&self, ordinal: i64) -> Bucket {
        Bucket {
            width: self.width,
            ordinal,
        }
    }
}

impl Iterator for Buckets {
    type Item = Bucket;

    fn next(&mut self) -> Option<Bucket> {
        (self.next <= self.last).then(|| {
            self.next += 1;
            self.bucket(self.next - 1)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match usize::try_from(self.total()) {
            Ok(total) => (total, Some(total)),
            Err(_) => (usize::MAX, None),
        }
    }
}

impl DoubleEndedIterator for Buckets {
    fn next_back(&mut self) -> Option<Bucket> {
        (self.next <= self.last).then(|| {
            self.last -= 1;
            self.bucket(self.last + 1)
        })
    }
}

impl FusedIterator for Buckets {}
