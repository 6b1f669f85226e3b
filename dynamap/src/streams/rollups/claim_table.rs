//! The table of claims, as users hold it.

use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;

use super::claim::{ClaimPage, ClaimPageTable};
use crate::Result;
use crate::table::Shared;
use crate::time::Clock;
use crate::ttl::TimeToLive;

/// The table in which [`Rollups`](super::Rollups) note what they have counted.
///
/// All consumers of one stream share it, and rollups of several streams may. A claim is written in one
/// transaction with the row that it is of, and says nothing of the items.
///
/// The table has the partition key `page`, an S, and no sort key; its TTL attribute is `expires_at`, in
/// seconds; [`create_table`](Self::create_table) makes it. Each item is a page of up to 500 claims: `events`,
/// a BS of the events' ids, hashed to 128 bits.
///
/// ```
/// use dynamap::streams::RollupClaims;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = dynamap_embedded::Engine::in_memory()?.client();
/// let claims = RollupClaims::new(&client).table_name("counted");
/// claims.create_table().await?;
/// claims.ttl().verify().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RollupClaims {
    table: ClaimPageTable,
}

impl RollupClaims {
    /// Claims in the table `rollup_claims`.
    pub fn new(client: &Client) -> Self {
        Self {
            table: ClaimPage::table(client),
        }
    }

    /// Another name of the table.
    pub fn table_name(mut self, table_name: impl Into<String>) -> Self {
        self.table = self.table.table_name(table_name);
        self
    }

    /// Another clock: it decides when claims expire, and stands in for the time of an event that has none.
    pub fn with_clock(mut self, clock: impl Clock) -> Self {
        self.table = self.table.with_clock(clock);
        self
    }

    /// Creates the table, waits until it is there, and turns its TTL on.
    pub async fn create_table(&self) -> Result<()> {
        self.table.create_table().send().await
    }

    /// The table's TTL setting: a table from a backup comes with TTL off, and keeps its claims for ever
    /// until `ttl().ensure()` was called.
    pub fn ttl(&self) -> TimeToLive {
        self.table.ttl()
    }

    pub(super) fn shared(&self) -> Arc<Shared> {
        self.table.shared()
    }
}

impl fmt::Debug for RollupClaims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RollupClaims")
            .field("table", &self.table)
            .finish()
    }
}
