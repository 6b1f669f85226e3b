//! Where a reader writes down how far it came.

mod memory;
mod row;
mod table;

use std::fmt;
use std::time::Duration;

use ::time::OffsetDateTime;
use futures_core::future::BoxFuture;

use super::SequenceNumber;
use crate::{Error, ErrorKind, Result};

pub use memory::MemoryCheckpoint;
pub use table::TableCheckpoint;

/// Where a [`Reader`](super::Reader) writes down how far it came in each shard, and how several of them share
/// the shards of one stream.
///
/// [`MemoryCheckpoint`] is for one reader in one process, [`TableCheckpoint`] keeps checkpoints and leases in a
/// DynamoDB table. An implementation without leases grants every claim, and keeps what it is given to
/// [`save`](Self::save).
///
/// A shard is claimed before it is read. The [`Lease`] that is granted comes with every later call, so
/// that a reader whose shard was taken over in the meantime is refused, with an error of the kind
/// [`LeaseLost`](ErrorKind::LeaseLost) ([`lease_lost`]).
pub trait Checkpoint: Send + Sync + 'static {
    /// How far the shard was read; `None` if it was never claimed.
    fn load<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, Result<Option<Position>>>;

    /// Claims a shard that nobody reads.
    fn claim<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, Result<Claim>>;

    /// Writes down how far the shard was read.
    fn save<'a>(
        &'a self,
        shard: &'a Shard,
        lease: &'a Lease,
        position: &'a Position,
    ) -> BoxFuture<'a, Result<()>>;

    /// Says that the shard is still being read.
    fn renew<'a>(&'a self, _shard: &'a Shard, _lease: &'a Lease) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Gives the shard up, so that another reader can claim it at once.
    fn release<'a>(&'a self, _shard: &'a Shard, _lease: &'a Lease) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// How many of so many shards of a stream this reader may hold, for the sake of the other ones. It is asked
    /// regularly, so that it can also tell the others that this reader is there.
    fn share<'a>(&'a self, _stream_arn: &'a str, shards: usize) -> BoxFuture<'a, Result<usize>> {
        Box::pin(async move { Ok(shards) })
    }

    /// Says that this reader reads no more.
    fn leave(&self) -> BoxFuture<'_, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// How often a lease has to be renewed; `None` if it does not end.
    fn renewal(&self) -> Option<Duration> {
        None
    }
}

/// A shard of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shard {
    stream_arn: String,
    id: String,
}

impl Shard {
    /// The shard of this id in a stream.
    pub fn new(stream_arn: impl Into<String>, id: impl Into<String>) -> Self {
        Self {
            stream_arn: stream_arn.into(),
            id: id.into(),
        }
    }

    /// The ARN of the stream.
    pub fn stream_arn(&self) -> &str {
        &self.stream_arn
    }

    /// The id of the shard.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

/// How far a shard was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Position {
    /// It was claimed, and nothing of it is done.
    Start,
    /// It was claimed at this time by a reader of the latest, and nothing of what happened since is done.
    Since(OffsetDateTime),
    /// Everything up to this record is done.
    After(SequenceNumber),
    /// It is closed, and everything in it is done.
    End,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The shard is this reader's.
    Granted(Lease),
    /// Another reader has it.
    Held,
    /// Nothing is left in it.
    Ended,
}

/// A claim that was granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// How far the shard was read before.
    pub position: Position,
    /// Which claim of the shard it is: a later one has a higher number.
    pub generation: u64,
}

/// The error of a call with a lease that another reader's claim ended.
pub fn lease_lost(shard: &Shard) -> Error {
    Error::new(
        ErrorKind::LeaseLost,
        format!(
            "another reader took the shard `{shard}` over, since its lease was not renewed in time: drop the \
             batch, whose records the other reader has; give leases more time if this happens often"
        ),
    )
}
