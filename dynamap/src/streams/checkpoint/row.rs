//! The items of the table of checkpoints.

use ::time::OffsetDateTime;

use super::{Position, Shard};
use crate::streams::SequenceNumber;
use crate::{DynamoItem, Result};

/// A shard and who reads it, or a reader that is there.
#[derive(DynamoItem)]
#[dynamo(table = "dynamap-checkpoints", crate = crate)]
pub(super) struct Row {
    /// The name that the readers which share a stream have in common, and the stream.
    #[partition_key]
    pub(super) readers: String,
    /// `shard#…` or `reader#…`.
    #[sort_key]
    pub(super) entry: String,
    /// Who reads the shard; absent if nobody does.
    pub(super) owner: Option<String>,
    /// Counts the claims of the shard.
    pub(super) generation: u64,
    /// Another number with every renewal, so that a sign of life needs no clock in common.
    pub(super) beat: u64,
    /// When the shard was begun by a reader of the latest.
    #[ts(millis)]
    pub(super) since: Option<OffsetDateTime>,
    /// The last record that is done.
    pub(super) sequence_number: Option<String>,
    /// Whether the shard is done.
    pub(super) ended: bool,
    #[ts(millis, auto_update)]
    pub(super) updated_at: OffsetDateTime,
}

impl Row {
    pub(super) fn position(&self) -> Result<Position> {
        Ok(match (&self.sequence_number, self.since) {
            _ if self.ended => Position::End,
            (Some(number), _) => Position::After(SequenceNumber::new(number.clone())?),
            (None, Some(since)) => Position::Since(since),
            (None, None) => Position::Start,
        })
    }
}

/// The key of the items of one stream.
pub(super) fn readers(name: &str, stream_arn: &str) -> String {
    format!("{name}#{stream_arn}")
}

/// The key of a shard's item.
pub(super) fn shard_key(name: &str, shard: &Shard) -> (String, String) {
    (
        readers(name, shard.stream_arn()),
        format!("shard#{}", shard.id()),
    )
}

/// What the keys of readers' items begin with.
pub(super) const READER: &str = "reader#";
