//! The types that hold a time.

use std::time::SystemTime;

use ::time::{OffsetDateTime, UtcDateTime};
use aws_sdk_dynamodb::primitives::DateTime;

use super::Moment;
use super::field::{InstantType, TimeField, is};
use super::point::system_time;

#[diagnostic::do_not_recommend]
impl TimeField for OffsetDateTime {
    type Is = is::Instant;
}

/// Read in UTC.
#[diagnostic::do_not_recommend]
impl InstantType for OffsetDateTime {
    fn from_moment(moment: Moment) -> Option<Self> {
        // Dividing the 128 bits of all nanoseconds, as `time` does, is a slow call.
        let (seconds, nanos) = moment.divide(1_000_000_000);
        let whole = Self::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
        whole.replace_nanosecond(nanos).ok()
    }
}

#[diagnostic::do_not_recommend]
impl TimeField for UtcDateTime {
    type Is = is::Instant;
}

#[diagnostic::do_not_recommend]
impl InstantType for UtcDateTime {
    fn from_moment(moment: Moment) -> Option<Self> {
        // Dividing the 128 bits of all nanoseconds, as `time` does, is a slow call.
        let (seconds, nanos) = moment.divide(1_000_000_000);
        let whole = Self::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
        whole.replace_nanosecond(nanos).ok()
    }
}

#[diagnostic::do_not_recommend]
impl TimeField for SystemTime {
    type Is = is::Instant;
}

#[diagnostic::do_not_recommend]
impl InstantType for SystemTime {
    fn from_moment(moment: Moment) -> Option<Self> {
        system_time(moment)
    }
}

#[diagnostic::do_not_recommend]
impl TimeField for DateTime {
    type Is = is::Instant;
}

#[diagnostic::do_not_recommend]
impl InstantType for DateTime {
    fn from_moment(moment: Moment) -> Option<Self> {
        Self::from_nanos(moment.as_nanos()).ok()
    }
}

#[diagnostic::do_not_recommend]
impl TimeField for i64 {
    type Is = is::Integer;
}

#[diagnostic::do_not_recommend]
impl TimeField for u64 {
    type Is = is::Integer;
}

#[diagnostic::do_not_recommend]
impl<T: TimeField> TimeField for Option<T> {
    type Is = is::Optional<T::Is>;
}

#[cfg(feature = "chrono")]
mod chrono_types {
    use chrono::{DateTime, FixedOffset, Utc};

    use super::{InstantType, Moment, TimeField, is};

    #[diagnostic::do_not_recommend]
    impl TimeField for DateTime<Utc> {
        type Is = is::Instant;
    }

    #[diagnostic::do_not_recommend]
    impl InstantType for DateTime<Utc> {
        fn from_moment(moment: Moment) -> Option<Self> {
            Self::from_timestamp(i64::try_from(moment.seconds()).ok()?, moment.subsec_nanos())
        }
    }

    #[diagnostic::do_not_recommend]
    impl TimeField for DateTime<FixedOffset> {
        type Is = is::Instant;
    }

    /// Read with the offset of UTC.
    #[diagnostic::do_not_recommend]
    impl InstantType for DateTime<FixedOffset> {
        fn from_moment(moment: Moment) -> Option<Self> {
            DateTime::<Utc>::from_moment(moment).map(|utc| utc.fixed_offset())
        }
    }
}

#[cfg(feature = "jiff")]
mod jiff_types {
    use jiff::Timestamp;

    use super::{InstantType, Moment, TimeField, is};

    #[diagnostic::do_not_recommend]
    impl TimeField for Timestamp {
        type Is = is::Instant;
    }

    #[diagnostic::do_not_recommend]
    impl InstantType for Timestamp {
        fn from_moment(moment: Moment) -> Option<Self> {
            Self::from_nanosecond(moment.as_nanos()).ok()
        }
    }
}
