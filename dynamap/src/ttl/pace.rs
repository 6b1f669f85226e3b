//! A rate limit by consumed capacity.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Result;
use crate::operation::Patience;
use crate::table::Shared;

/// Spreads requests so that on average they consume no more than so many capacity units per second.
///
/// What a request consumes is known afterwards: it is taken to be what the last one consumed, and
/// corrected then.
#[derive(Debug)]
pub(crate) struct Pace {
    per_second: Option<f64>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// When the next request may start.
    next: Option<Instant>,
    last: f64,
}

impl Pace {
    pub(crate) fn new(units_per_second: Option<u32>) -> Self {
        Self {
            per_second: units_per_second.map(|units| f64::from(units.max(1))),
            state: Mutex::default(),
        }
    }

    /// Waits for a turn; gives back what was assumed.
    pub(crate) async fn turn(&self, shared: &Shared) -> Result<f64> {
        let Some(per_second) = self.per_second else {
            return Ok(0.0);
        };
        let (wait, assumed) = self.reserve(per_second, Instant::now());
        if !wait.is_zero() {
            let client = &shared.client;
            let mut patience = Patience::new(client, Duration::MAX, Duration::ZERO, Duration::ZERO);
            patience.pause_for(wait).await?;
        }
        Ok(assumed)
    }

    fn reserve(&self, per_second: f64, now: Instant) -> (Duration, f64) {
        let mut state = self.lock();
        let start = state.next.map_or(now, |next| next.max(now));
        let assumed = state.last;
        state.next = Some(start + length(assumed / per_second));
        (start.saturating_duration_since(now), assumed)
    }

    /// Says what the request really consumed.
    pub(crate) fn settle(&self, assumed: f64, consumed: f64) {
        let Some(per_second) = self.per_second else {
            return;
        };
        let mut state = self.lock();
        state.last = consumed;
        let Some(next) = state.next else { return };
        state.next = if consumed >= assumed {
            Some(next + length((consumed - assumed) / per_second))
        } else {
            Some(
                next.checked_sub(length((assumed - consumed) / per_second))
                    .unwrap_or(next),
            )
        };
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Both numbers are whole at any time.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// At most a day, so that no sum of instants overflows.
fn length(seconds: f64) -> Duration {
    const DAY: Duration = Duration::from_hours(24);
    Duration::try_from_secs_f64(seconds).map_or(DAY, |length| length.min(DAY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_spread_by_what_they_consume() {
        let pace = Pace::new(Some(10));
        let start = Instant::now();
        let seconds = |wait: Duration| wait.as_secs_f64();
        let (wait, assumed) = pace.reserve(10.0, start);
        assert!(seconds(wait).abs() < 1e-6 && assumed.abs() < 1e-6);
        pace.settle(assumed, 20.0);
        // Twenty units take two seconds.
        let (wait, assumed) = pace.reserve(10.0, start);
        assert!((seconds(wait) - 2.0).abs() < 1e-6, "{wait:?}");
        assert!((assumed - 20.0).abs() < 1e-6);
        // The one after it is assumed to cost as much again, and settled at less.
        pace.settle(assumed, 5.0);
        let (wait, assumed) = pace.reserve(10.0, start);
        assert!((seconds(wait) - 2.5).abs() < 1e-6, "{wait:?}");
        pace.settle(assumed, 5.0);
        // Unused time is not saved up.
        let later = start + Duration::from_secs(100);
        assert_eq!(pace.reserve(10.0, later).0, Duration::ZERO);
    }

    #[test]
    fn nonsense_lasts_a_day_at_most() {
        assert_eq!(length(f64::NAN), Duration::from_hours(24));
        assert_eq!(length(f64::INFINITY), Duration::from_hours(24));
        assert_eq!(length(0.5), Duration::from_millis(500));
    }
}
