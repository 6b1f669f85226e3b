//! Streams: what happened to the items of a table, typed.
//!
//! A [`Record`] is one change of one item. It comes from Lambda, as JSON ([`LambdaBatch::from_json`]) or, with
//! the feature `lambda`, from `aws_lambda_events`; from DynamoDB Streams with the feature `streams`; and from
//! JSON of any other source ([`Record::from_json`]). [`Record::change`] decodes it into a [`Change`] with the codec that
//! the item's derive made, whatever the source.
//!
//! A `Reader` (feature `streams`) reads all shards of a stream, with checkpoints in memory or in a table.
//! [`LambdaBatch::run`] answers Lambda with the record that failed. [`Archive`] keeps expired items.
//! [`Rollups`] keeps aggregates of the items from the changes, and counts every change once.
//!
//! The guide's page: [`crate::guide::streams`].

mod archive;
mod change;
#[cfg(feature = "streams")]
mod checkpoint;
mod entity;
mod event;
mod images;
mod json;
mod lambda_batch;
#[cfg(feature = "lambda")]
mod lambda_events;
mod lambda_outcome;
#[cfg(feature = "streams")]
mod reader;
mod record;
mod record_kind;
pub(crate) mod rollups;
#[cfg(feature = "streams")]
mod sdk;
mod sequence_number;

pub use archive::{Archive, ArchiveSink, ExpiredItem, NdjsonFile, write_item_line};
pub use change::Change;
#[cfg(feature = "streams")]
pub use checkpoint::{
    Checkpoint, Claim, Lease, MemoryCheckpoint, Position, Shard, TableCheckpoint, lease_lost,
};
pub use event::Event;
pub use futures_core::future::BoxFuture;
pub use lambda_batch::LambdaBatch;
pub use lambda_outcome::LambdaOutcome;
#[cfg(feature = "streams")]
pub use reader::{Batch, Reader, Start, Stopper};
pub use record::Record;
pub use record_kind::RecordKind;
pub use rollups::{
    Apply, DynamoRollup, HoldsValue, Recomputed, RollupClaims, RollupCount, RollupCounts,
    RollupFailure, RollupField, RollupOutcome, RollupStale, RollupSum, Rollups,
};
pub use sequence_number::SequenceNumber;
