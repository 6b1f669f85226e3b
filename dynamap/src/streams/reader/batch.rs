use std::fmt;
use std::pin::pin;
use std::sync::Arc;

use futures_util::future::{Either, select};

use super::context::Context;
use super::turn::Turn;
use crate::streams::{Lease, Position, Record, SequenceNumber, Shard};
use crate::{ErrorKind, Result};

/// Records of one shard, in order.
///
/// The shard's next batch comes when this one was dropped, so that several tasks can work on batches
/// of several shards while the records of an item stay in order.
///
/// [`checkpoint`](Self::checkpoint) says that the records are done. Those that are not are delivered again after a
/// restart: each record is delivered at least once, and may be delivered twice. A batch that is dropped
/// without a checkpoint is not delivered again by this reader, and the next batch's checkpoint passes it
/// by: to try again, keep it.
pub struct Batch {
    records: Vec<Record>,
    held: Held,
}

/// What a batch holds on to.
struct Held {
    context: Arc<Context>,
    shard: Shard,
    lease: Lease,
    turn: Turn,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.context.came_back();
        self.turn.end();
    }
}

impl Batch {
    pub(super) fn new(
        context: Arc<Context>,
        shard: Shard,
        lease: Lease,
        turn: Turn,
        records: Vec<Record>,
    ) -> Self {
        Self {
            records,
            held: Held {
                context,
                shard,
                lease,
                turn,
            },
        }
    }

    /// The records, in the order of the shard; never empty.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The shard that they were read from.
    pub fn shard(&self) -> &Shard {
        &self.held.shard
    }

    /// Writes down that all records of the batch are done.
    ///
    /// Fails with [`LeaseLost`](ErrorKind::LeaseLost) if another reader has taken the shard over; nothing is written then.
    pub async fn checkpoint(&self) -> Result<()> {
        let Some(last) = self.records.last() else {
            return Ok(());
        };
        self.save(last.event().sequence_number()).await?;
        self.held.turn.saved();
        Ok(())
    }

    /// Writes down that the records up to this one are done.
    pub async fn checkpoint_at(&self, number: &SequenceNumber) -> Result<()> {
        match self.records.last() {
            Some(last) if last.event().sequence_number() <= number => self.checkpoint().await,
            _ => self.save(number).await,
        }
    }

    async fn save(&self, number: &SequenceNumber) -> Result<()> {
        let Held {
            context,
            shard,
            lease,
            turn,
        } = &self.held;
        let position = Position::After(number.clone());
        let saved = context.checkpoint.save(shard, lease, &position).await;
        if let Err(error) = &saved
            && error.kind() == ErrorKind::LeaseLost
        {
            turn.lost();
        }
        saved
    }

    /// Awaits something that may take longer than the lease of the shard, and renews the lease meanwhile.
    ///
    /// Fails, and drops the work, if another reader has taken the shard over.
    pub async fn keep<F: Future>(&self, work: F) -> Result<F::Output> {
        let mut work = pin!(work);
        let Some(pause) = self.held.context.checkpoint.renewal() else {
            return Ok(work.await);
        };
        loop {
            let sleep = pin!(self.held.context.sleep(pause));
            match select(work.as_mut(), sleep).await {
                Either::Left((output, _)) => return Ok(output),
                Either::Right(((), _)) => {
                    let Held {
                        context,
                        shard,
                        lease,
                        turn,
                    } = &self.held;
                    match context.checkpoint.renew(shard, lease).await {
                        Err(error) if error.kind() == ErrorKind::LeaseLost => {
                            turn.lost();
                            return Err(error);
                        }
                        // Of any other fault the next renewal may be free.
                        _ => {}
                    }
                }
            }
        }
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch")
            .field("shard", &self.held.shard.id())
            .field("records", &self.records.len())
            .finish_non_exhaustive()
    }
}
