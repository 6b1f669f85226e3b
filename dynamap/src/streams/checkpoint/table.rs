use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use futures_core::future::BoxFuture;

use super::row::{READER, Row, RowTable, readers, shard_key};
use super::{Checkpoint, Claim, Lease, Position, Shard, lease_lost};
use crate::time::{Clock, Moment};
use crate::{Error, Result, unset};

/// How long a lease lasts, unless [`lease`](TableCheckpoint::lease) says otherwise.
const LEASE: Duration = Duration::from_secs(30);

/// Checkpoints and leases in a DynamoDB table, so that several readers share the shards of a stream, and
/// one goes on where another ended.
///
/// All readers of one purpose give the same `name`; other names read the same stream for themselves. A
/// reader holds a shard by a lease, which it renews. Who sees a lease not renewed for its whole length,
/// by its own clock, takes the shard over: clocks of several machines are never compared. From then on
/// the former owner's checkpoints are refused ([`ErrorKind::LeaseLost`](crate::ErrorKind::LeaseLost)), by a condition of the
/// write itself. Readers also say that they are there, so that each holds its fair share: one with more
/// gives shards up between two batches.
///
/// The table has the partition key `readers` and the sort key `entry`, both S; [`create_table`](Self::create_table) makes
/// it. Each shard has an item, and each checkpoint is a write of one unit; a renewal too.
///
/// ```
/// use dynamap::streams::TableCheckpoint;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = dynamap_embedded::Engine::in_memory()?.client();
/// let checkpoint = TableCheckpoint::new(&client, "archive").table_name("checkpoints");
/// checkpoint.create_table().await?;
/// # Ok(())
/// # }
/// ```
pub struct TableCheckpoint {
    table: RowTable,
    name: String,
    owner: String,
    lease: Duration,
    seen: Mutex<Seen>,
}

/// What this reader saw of the others.
#[derive(Default)]
struct Seen {
    /// The last sign of life of each item, and when it was first seen.
    signs: HashMap<(String, String), (u64, u64, Moment)>,
    /// The streams that this reader said it reads.
    streams: Vec<String>,
}

impl TableCheckpoint {
    /// Checkpoints of the readers that share this name, in the table `dynamap-checkpoints`.
    pub fn new(client: &Client, name: impl Into<String>) -> Self {
        Self {
            table: Row::table(client),
            name: name.into(),
            owner: format!("{:032x}", fastrand::u128(..)),
            lease: LEASE,
            seen: Mutex::default(),
        }
    }

    /// Another name of the table.
    pub fn table_name(mut self, table_name: impl Into<String>) -> Self {
        self.table = self.table.table_name(table_name);
        self
    }

    /// How long a lease lasts without being renewed, 30 s unless set: as long a shard waits when its
    /// reader died. A reader renews its leases while it is polled, three times in this length; a handler
    /// that takes longer holds them by [`Batch::keep`](crate::streams::Batch::keep).
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Another clock to measure leases by.
    pub fn with_clock(mut self, clock: impl Clock) -> Self {
        self.table = self.table.with_clock(clock);
        self
    }

    /// The name by which the other readers know this one.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// Creates the table.
    pub async fn create_table(&self) -> Result<()> {
        self.table.create_table().send().await.map(drop)
    }

    async fn row(&self, shard: &Shard) -> Result<Option<Row>> {
        let key = shard_key(&self.name, shard);
        self.table.get(key).consistent_read(true).send().await
    }

    async fn claim_shard(&self, shard: &Shard) -> Result<Claim> {
        let Some(row) = self.row(shard).await? else {
            return self.claim_first(shard).await;
        };
        if row.ended {
            return Ok(Claim::Ended);
        }
        let is_free = match &row.owner {
            Some(owner) => *owner == self.owner || self.is_silent(&row),
            None => true,
        };
        if !is_free {
            return Ok(Claim::Held);
        }
        let generation = row.generation.saturating_add(1);
        let claimed = self
            .table
            .update((row.readers.clone(), row.entry.clone()))
            .set(Row::OWNER, Some(self.owner.clone()))
            .set(Row::GENERATION, generation)
            .set(Row::BEAT, fastrand::u64(..))
            // A renewal in the meantime means that the owner lives.
            .condition(Row::GENERATION.eq(row.generation) & Row::BEAT.eq(row.beat))
            .send()
            .await;
        match claimed {
            Ok(row) => Ok(Claim::Granted(Lease {
                position: row.position()?,
                generation,
            })),
            Err(error) if error.is_refused() => Ok(Claim::Held),
            Err(error) => Err(error),
        }
    }

    async fn claim_first(&self, shard: &Shard) -> Result<Claim> {
        let (readers, entry) = shard_key(&self.name, shard);
        let row = Row {
            readers,
            entry,
            owner: Some(self.owner.clone()),
            generation: 1,
            beat: fastrand::u64(..),
            since: None,
            sequence_number: None,
            ended: false,
            updated_at: unset(),
        };
        match self.table.create(row).send().await {
            Ok(_) => Ok(Claim::Granted(Lease {
                position: Position::Start,
                generation: 1,
            })),
            Err(error) if error.is_already_exists() => Ok(Claim::Held),
            Err(error) => Err(error),
        }
    }

    /// Notes a sign of life; whether it is the same as a whole lease ago.
    fn is_silent(&self, row: &Row) -> bool {
        let now = self.table.now();
        let sign = (row.generation, row.beat);
        let mut seen = self.seen();
        let (generation, beat, since) = seen
            .signs
            .entry((row.readers.clone(), row.entry.clone()))
            .or_insert((sign.0, sign.1, now));
        if (*generation, *beat) != sign {
            (*generation, *beat, *since) = (sign.0, sign.1, now);
        }
        now.duration_since(*since)
            .is_some_and(|silence| silence >= self.lease)
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        // Every entry is whole at any time, so a panic elsewhere while it was held is no matter.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn save_position(&self, shard: &Shard, lease: &Lease, position: &Position) -> Result<()> {
        let update = self
            .table
            .update(shard_key(&self.name, shard))
            .set(Row::BEAT, fastrand::u64(..))
            .condition(self.is_owner(lease));
        let update = match position {
            Position::Start => update,
            Position::Since(since) => update.set(Row::SINCE, Some(*since)),
            Position::After(number) => {
                update.set(Row::SEQUENCE_NUMBER, Some(number.as_str().to_owned()))
            }
            Position::End => update.set(Row::ENDED, true),
        };
        update
            .send()
            .await
            .map(drop)
            .map_err(|error| refused(error, shard))
    }

    fn is_owner(&self, lease: &Lease) -> crate::Condition<Row> {
        Row::OWNER.eq(Some(self.owner.clone())) & Row::GENERATION.eq(lease.generation)
    }

    async fn give_up(&self, shard: &Shard, lease: &Lease) -> Result<()> {
        self.table
            .update(shard_key(&self.name, shard))
            .set(Row::OWNER, None)
            .condition(self.is_owner(lease))
            .send()
            .await
            .map(drop)
            .map_err(|error| refused(error, shard))
    }

    /// Says that this reader reads the stream, and counts the others that do.
    async fn count_readers(&self, stream_arn: &str) -> Result<usize> {
        let readers = readers(&self.name, stream_arn);
        let mine = format!("{READER}{}", self.owner);
        self.table
            .put(Row {
                readers: readers.clone(),
                entry: mine.clone(),
                owner: None,
                generation: 0,
                beat: fastrand::u64(..),
                since: None,
                sequence_number: None,
                ended: false,
                updated_at: unset(),
            })
            .send()
            .await?;
        let others = self
            .table
            .query(readers.clone())
            .begins_with(READER)
            .consistent_read(true)
            .all()
            .await?;
        let mut alive = 1;
        for other in others.iter().filter(|other| other.entry != mine) {
            if self.is_silent(other) {
                // Whoever died leaves its item behind.
                let key = (other.readers.clone(), other.entry.clone());
                self.table.delete(key).send().await?;
            } else {
                alive += 1;
            }
        }
        let mut seen = self.seen();
        if !seen.streams.contains(&readers) {
            seen.streams.push(readers);
        }
        Ok(alive)
    }
}

/// A condition that failed means that another reader claimed the shard.
fn refused(error: Error, shard: &Shard) -> Error {
    if error.is_refused() {
        lease_lost(shard).with_source(error)
    } else {
        error
    }
}

impl Checkpoint for TableCheckpoint {
    fn load<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, Result<Option<Position>>> {
        Box::pin(async move {
            let row = self.row(shard).await?;
            row.map(|row| row.position()).transpose()
        })
    }

    fn claim<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, Result<Claim>> {
        Box::pin(self.claim_shard(shard))
    }

    fn save<'a>(
        &'a self,
        shard: &'a Shard,
        lease: &'a Lease,
        position: &'a Position,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.save_position(shard, lease, position))
    }

    fn renew<'a>(&'a self, shard: &'a Shard, lease: &'a Lease) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.save_position(shard, lease, &Position::Start))
    }

    fn release<'a>(&'a self, shard: &'a Shard, lease: &'a Lease) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.give_up(shard, lease))
    }

    fn share<'a>(&'a self, stream_arn: &'a str, shards: usize) -> BoxFuture<'a, Result<usize>> {
        Box::pin(async move {
            let readers = self.count_readers(stream_arn).await?;
            Ok(shards.div_ceil(readers))
        })
    }

    fn leave(&self) -> BoxFuture<'_, Result<()>> {
        Box::pin(async move {
            let streams = std::mem::take(&mut self.seen().streams);
            for readers in streams {
                let mine = format!("{READER}{}", self.owner);
                self.table.delete((readers, mine)).send().await?;
            }
            Ok(())
        })
    }

    fn renewal(&self) -> Option<Duration> {
        Some(self.lease / 3)
    }
}

impl fmt::Debug for TableCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableCheckpoint")
            .field("table", &self.table)
            .field("name", &self.name)
            .field("owner", &self.owner)
            .field("lease", &self.lease)
            .finish_non_exhaustive()
    }
}
