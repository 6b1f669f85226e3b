use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::time::{OffsetDateTime, UtcDateTime};
use aws_sdk_dynamodb::primitives::DateTime;

use super::Moment;

/// What can stand as a bound of a range, or as an instant given to a method.
///
/// It is implemented for the types that hold an instant ([`OffsetDateTime`], [`UtcDateTime`],
/// [`SystemTime`], the SDK's [`DateTime`], [`EpochSeconds`](super::EpochSeconds) and its like,
/// behind features `chrono::DateTime` and `jiff::Timestamp`), and not for bare integers. Implement
/// it for a type of your own together with [`InstantType`](super::InstantType).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point in time",
    label = "not a point in time",
    note = "a bare integer has no unit: use `EpochMillis(…)` or `time::OffsetDateTime`"
)]
pub trait PointInTime {
    /// The same instant, in full.
    fn to_moment(&self) -> Moment;
}

#[diagnostic::do_not_recommend]
impl<T: PointInTime + ?Sized> PointInTime for &T {
    fn to_moment(&self) -> Moment {
        (**self).to_moment()
    }
}

#[diagnostic::do_not_recommend]
impl PointInTime for Moment {
    fn to_moment(&self) -> Moment {
        *self
    }
}

#[diagnostic::do_not_recommend]
impl PointInTime for OffsetDateTime {
    fn to_moment(&self) -> Moment {
        Moment::from_nanos(self.unix_timestamp_nanos())
    }
}

#[diagnostic::do_not_recommend]
impl PointInTime for UtcDateTime {
    fn to_moment(&self) -> Moment {
        Moment::from_nanos(self.unix_timestamp_nanos())
    }
}

#[diagnostic::do_not_recommend]
impl PointInTime for SystemTime {
    fn to_moment(&self) -> Moment {
        // `Duration` holds less than 2⁶⁴ seconds, so neither step can leave a `Moment`.
        match self.duration_since(UNIX_EPOCH) {
            Ok(after) => Moment::EPOCH.checked_add(after).unwrap_or(Moment::MAX),
            Err(before) => Moment::EPOCH
                .checked_sub(before.duration())
                .unwrap_or(Moment::MIN),
        }
    }
}

#[diagnostic::do_not_recommend]
impl PointInTime for DateTime {
    fn to_moment(&self) -> Moment {
        Moment::from_nanos(self.as_nanos())
    }
}

/// The last nanosecond of a second: where chrono's leap seconds (nanoseconds from 10⁹) are put, as
/// second 60 is never written.
#[cfg(feature = "chrono")]
const LAST_NANO: u32 = 999_999_999;

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl<Z: chrono::TimeZone> PointInTime for chrono::DateTime<Z> {
    fn to_moment(&self) -> Moment {
        Moment::from_parts(
            self.timestamp(),
            self.timestamp_subsec_nanos().min(LAST_NANO),
        )
    }
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl PointInTime for jiff::Timestamp {
    fn to_moment(&self) -> Moment {
        Moment::from_nanos(self.as_nanosecond())
    }
}

#[cfg(feature = "jiff")]
#[diagnostic::do_not_recommend]
impl PointInTime for jiff::Zoned {
    fn to_moment(&self) -> Moment {
        self.timestamp().to_moment()
    }
}

/// The `SystemTime` of a moment; `None` beyond what the platform's clock counts.
pub(super) fn system_time(moment: Moment) -> Option<SystemTime> {
    if moment >= Moment::EPOCH {
        UNIX_EPOCH.checked_add(moment.duration_since(Moment::EPOCH)?)
    } else {
        let before: Duration = Moment::EPOCH.duration_since(moment)?;
        UNIX_EPOCH.checked_sub(before)
    }
}
