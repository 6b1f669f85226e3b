use std::time::Duration;

use crate::table::Shared;
use crate::{Error, ErrorKind, Result};

/// How long the first pause is at most.
const FIRST: Duration = Duration::from_millis(50);
/// How long any pause is at most.
const CAP: Duration = Duration::from_secs(20);
/// How many tries in a row may bring nothing before what is left goes back to the caller.
const TRIES: u32 = 8;

/// The pauses between tries at what a batch left unprocessed: capped exponential, with full
/// jitter, so that many clients do not come back at once.
#[derive(Debug, Default)]
pub(crate) struct BackOff {
    without_progress: u32,
}

impl BackOff {
    /// Notes what a try brought; false if another one is not worth it.
    pub(crate) fn goes_on(&mut self, progress: bool) -> bool {
        self.without_progress = if progress {
            0
        } else {
            self.without_progress + 1
        };
        self.without_progress < TRIES
    }

    pub(crate) fn pause(&self) -> Duration {
        let longest = FIRST
            .saturating_mul(1 << self.without_progress.min(16))
            .min(CAP);
        let nanos = u64::try_from(longest.as_nanos()).unwrap_or(u64::MAX);
        Duration::from_nanos(fastrand::u64(0..=nanos))
    }

    /// Waits on the SDK client's own sleep implementation, so that no runtime is prescribed.
    pub(crate) async fn wait(&self, shared: &Shared) -> Result<()> {
        shared.pause(self.pause()).await
    }
}

/// The reason of keys and requests that every call left over.
pub(super) fn left_unprocessed() -> Error {
    Error::new(
        ErrorKind::Throttled,
        "DynamoDB left it unprocessed again and again: slow down, raise the table's capacity, or spread hot keys over `shards`",
    )
}
