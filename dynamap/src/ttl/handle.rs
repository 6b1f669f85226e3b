//! The handle.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::Client;

use crate::operation::WAIT;
use crate::table::Shared;
use crate::time::Clock;

/// TTL of one table: a table's name and the attribute that is meant to hold the expiry.
///
/// [`Table::ttl`](crate::Table::ttl) gives that of a derived type. A clone is cheap, and every future is
/// `'static`.
#[derive(Clone)]
pub struct TimeToLive {
    shared: Arc<Shared>,
    attribute: Arc<str>,
    longest_wait: Duration,
}

impl TimeToLive {
    /// TTL of any table, by the names of the table (or its ARN) and the attribute, on the SDK client's
    /// own clock.
    pub fn new(client: &Client, table: impl Into<String>, attribute: impl Into<String>) -> Self {
        Self::of_table(
            Arc::new(Shared::new(client, table.into())),
            attribute.into(),
        )
    }

    pub(crate) fn of_table(shared: Arc<Shared>, attribute: impl Into<Arc<str>>) -> Self {
        Self {
            shared,
            attribute: attribute.into(),
            longest_wait: WAIT,
        }
    }

    /// The same handle on another clock: it decides what has expired.
    #[must_use]
    pub fn with_clock(&self, clock: impl Clock) -> Self {
        let mut shared = Shared::clone(&self.shared);
        shared.clock = Arc::new(clock);
        Self {
            shared: Arc::new(shared),
            ..self.clone()
        }
    }

    /// How long a change of the setting may wait: for TTL that is being disabled, and for the hour that
    /// DynamoDB wants between two changes. Five minutes by default, which is too short for that hour: a
    /// change within it is refused at once.
    #[must_use]
    pub fn wait_at_most(&self, length: Duration) -> Self {
        Self {
            longest_wait: length,
            ..self.clone()
        }
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.shared.table
    }

    /// The declared attribute: the one that is meant to hold the expiry.
    pub fn attribute(&self) -> &str {
        &self.attribute
    }

    /// The SDK client that requests are sent with.
    pub fn client(&self) -> &Client {
        &self.shared.client
    }

    pub(super) fn longest_wait(&self) -> Duration {
        self.longest_wait
    }

    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }
}

impl fmt::Debug for TimeToLive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TimeToLive")
            .field("table", &self.shared.table)
            .field("attribute", &self.attribute)
            .finish_non_exhaustive()
    }
}
