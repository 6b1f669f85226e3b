//! The clock of the mapper and the SDK, as the engine asks for it.

use std::time::Duration;

use dynamap::time::{ManualClock, Moment};

/// A [`ManualClock`] for the engine, which counts in unsigned seconds: a time before 1970 reads as
/// 1970.
pub(crate) struct EngineClock(pub(crate) ManualClock);

impl EngineClock {
    fn since_epoch(&self) -> Duration {
        let now = self.0.now();
        now.duration_since(Moment::EPOCH)
            // Beyond 5·10¹¹ years, or before the epoch.
            .unwrap_or(if now > Moment::EPOCH {
                Duration::MAX
            } else {
                Duration::ZERO
            })
    }
}

impl dynoxide::storage_backend::Clock for EngineClock {
    fn now_unix_secs(&self) -> u64 {
        self.since_epoch().as_secs()
    }

    fn now_unix_secs_f64(&self) -> f64 {
        self.since_epoch().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynoxide::storage_backend::Clock;

    #[test]
    fn the_engine_sees_the_time_that_the_clock_shows() {
        let clock = ManualClock::new(Moment::from_parts(1_700_000_000, 0));
        let engine = EngineClock(clock.clone());
        clock.advance(Duration::from_millis(1_500));
        assert_eq!(engine.now_unix_secs(), 1_700_000_001);
        assert!((engine.now_unix_secs_f64() - 1_700_000_001.5).abs() < 1e-6);
    }

    #[test]
    fn a_time_that_the_engine_cannot_count_is_the_nearest_it_can() {
        let clock = EngineClock(ManualClock::new(Moment::from_parts(-90, 0)));
        assert_eq!(clock.now_unix_secs(), 0);
        assert!(clock.now_unix_secs_f64().abs() < 1e-9);
        clock.0.set(Moment::MAX);
        assert_eq!(clock.now_unix_secs(), u64::MAX);
    }
}
