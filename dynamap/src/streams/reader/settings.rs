use std::time::Duration;

use super::Start;

/// What a reader was told.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) start: Start,
    pub(super) max_shards: usize,
    pub(super) batch_size: i32,
    pub(super) shortest_pause: Duration,
    pub(super) longest_pause: Duration,
    pub(super) discovery: Duration,
    pub(super) idle: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            start: Start::default(),
            max_shards: 16,
            batch_size: 1_000,
            // A shard gives its records about five times a second.
            shortest_pause: Duration::from_millis(250),
            longest_pause: Duration::from_secs(2),
            discovery: Duration::from_secs(10),
            idle: None,
        }
    }
}

impl Settings {
    /// The pause after so many answers in a row without a record.
    pub(super) fn pause(&self, empty: u32) -> Duration {
        let doubled = self.shortest_pause.saturating_mul(1 << empty.min(16));
        doubled.min(self.longest_pause)
    }
}
