use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_smithy_async::time::{SharedTimeSource, TimeSource};

use super::Moment;
use super::point::{PointInTime, system_time};

const YEAR_0: Moment = Moment::from_parts(-62_167_219_200, 0);
const YEAR_9999: Moment = Moment::from_parts(253_370_764_800, 0);

/// Where "now" comes from.
///
/// A write, a batch and a transaction read the clock once, and every stamp, TTL and condition in
/// it uses that instant. The default is the time source of the SDK's client.
///
/// ```
/// use dynamap::time::{Clock, Moment, PointInTime, SystemClock};
///
/// /// A clock that runs an hour ahead.
/// #[derive(Debug)]
/// struct Ahead;
///
/// impl Clock for Ahead {
///     fn now(&self) -> Moment {
///         let hour = std::time::Duration::from_secs(3_600);
///         SystemClock.now().checked_add(hour).unwrap_or(Moment::MAX)
///     }
/// }
///
/// assert!(Ahead.now() > std::time::SystemTime::now().to_moment());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a clock",
    label = "not a clock",
    note = "use `SystemClock`, `ManualClock` or the SDK's `SharedTimeSource`, or implement `dynamap::time::Clock`"
)]
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// The current instant.
    fn now(&self) -> Moment;
}

#[diagnostic::do_not_recommend]
impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Moment {
        (**self).now()
    }
}

/// A clock that stands still.
#[diagnostic::do_not_recommend]
impl Clock for Moment {
    fn now(&self) -> Moment {
        *self
    }
}

/// The time source of an SDK client.
#[diagnostic::do_not_recommend]
impl Clock for SharedTimeSource {
    fn now(&self) -> Moment {
        SharedTimeSource::now(self).to_moment()
    }
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

#[diagnostic::do_not_recommend]
impl Clock for SystemClock {
    fn now(&self) -> Moment {
        SystemTime::now().to_moment()
    }
}

/// A clock that stands still until it is moved: for tests.
///
/// Clones share one time. It is also a time source of the SDK, so that the client and the mapper
/// can run on the same clock.
///
/// ```
/// use std::time::Duration;
/// use dynamap::time::{EpochSeconds, ManualClock, PointInTime};
///
/// let clock = ManualClock::new(EpochSeconds(1_742_560_200));
/// let shared = clock.clone();
/// clock.advance(Duration::from_secs(60));
/// assert_eq!(shared.now(), EpochSeconds(1_742_560_260).to_moment());
/// ```
#[derive(Clone)]
pub struct ManualClock(Arc<Mutex<Moment>>);

impl ManualClock {
    /// A clock that shows `now`.
    pub fn new(now: impl PointInTime) -> Self {
        Self(Arc::new(Mutex::new(now.to_moment())))
    }

    /// Moves the clock to `now`, forwards or backwards.
    pub fn set(&self, now: impl PointInTime) {
        // Before the lock is taken: a point in time may ask this very clock.
        let now = now.to_moment();
        self.change(|_| now);
    }

    /// Moves the clock forwards, at most to [`Moment::MAX`].
    pub fn advance(&self, by: Duration) {
        self.change(|now| now.checked_add(by).unwrap_or(Moment::MAX));
    }

    /// The time that the clock shows.
    pub fn now(&self) -> Moment {
        // A moment is whole at any time, so a panic elsewhere while it was held is no matter.
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, to: impl FnOnce(Moment) -> Moment) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *now = to(*now);
    }
}

impl fmt::Debug for ManualClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ManualClock").field(&self.now()).finish()
    }
}

#[diagnostic::do_not_recommend]
impl Clock for ManualClock {
    fn now(&self) -> Moment {
        ManualClock::now(self)
    }
}

/// The SDK's view of the clock: within the years 0000 to 9998, for the SDK adds to it unchecked and
/// writes it with four digits of the year.
impl TimeSource for ManualClock {
    fn now(&self) -> SystemTime {
        let shown = ManualClock::now(self).clamp(YEAR_0, YEAR_9999);
        system_time(shown).unwrap_or(UNIX_EPOCH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_time() {
        let clock = ManualClock::new(Moment::from_parts(100, 0));
        let clone = clock.clone();
        clone.advance(Duration::from_millis(1500));
        assert_eq!(clock.now(), Moment::from_parts(101, 500_000_000));
        clock.set(UNIX_EPOCH - Duration::from_millis(1));
        assert_eq!(clone.now(), Moment::from_nanos(-1_000_000));
    }

    #[test]
    fn the_clock_stops_at_the_end_of_time() {
        let clock = ManualClock::new(Moment::MAX);
        clock.advance(Duration::MAX);
        assert_eq!(clock.now(), Moment::MAX);
    }

    #[test]
    fn the_sdk_sees_times_that_it_can_add_to_and_write() {
        for (now, shown) in [
            (Moment::MIN, YEAR_0),
            (Moment::from_parts(i64::MIN, 0), YEAR_0),
            (YEAR_0, YEAR_0),
            (Moment::from_nanos(-1), Moment::from_nanos(-1)),
            (YEAR_9999, YEAR_9999),
            (Moment::from_parts(i64::MAX, 999_999_999), YEAR_9999),
            (Moment::MAX, YEAR_9999),
        ] {
            let seen = TimeSource::now(&ManualClock::new(now));
            assert_eq!(seen.to_moment(), shown, "{now:?}");
        }
    }

    #[test]
    fn a_clock_is_set_to_what_asks_it() {
        struct Later(ManualClock);

        impl PointInTime for Later {
            fn to_moment(&self) -> Moment {
                self.0.now().checked_add(Duration::from_secs(1)).unwrap()
            }
        }

        let clock = ManualClock::new(Moment::EPOCH);
        clock.set(Later(clock.clone()));
        assert_eq!(clock.now(), Moment::from_parts(1, 0));
    }

    #[test]
    fn it_is_a_time_source_and_a_time_source_is_a_clock() {
        let clock = ManualClock::new(Moment::from_parts(-5, 250_000_000));
        let source = SharedTimeSource::new(clock.clone());
        let as_clock: Arc<dyn Clock> = Arc::new(source);
        assert_eq!(as_clock.now(), clock.now());
        assert_eq!(
            TimeSource::now(&clock),
            UNIX_EPOCH - Duration::from_millis(4750)
        );
    }

    #[test]
    fn clocks_are_shared_as_objects() {
        let manual = ManualClock::new(Moment::EPOCH);
        let clocks: [Arc<dyn Clock>; 2] = [Arc::new(manual), Arc::new(SystemClock)];
        assert_eq!(clocks[0].now(), Moment::EPOCH);
        let before = SystemTime::now().to_moment();
        assert!(Clock::now(&clocks[1]) >= before);
    }
}
