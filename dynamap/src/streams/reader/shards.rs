use aws_sdk_dynamodbstreams::types::Shard as SdkShard;

use super::start::Start;
use crate::streams::SequenceNumber;

/// What a stream says of one of its shards.
#[derive(Clone)]
pub(super) struct ShardInfo {
    pub(super) id: String,
    pub(super) parent: Option<String>,
    first: Option<SequenceNumber>,
    last: Option<SequenceNumber>,
}

impl ShardInfo {
    /// `None` for a shard without an id, which nobody could read.
    pub(super) fn of(shard: SdkShard) -> Option<Self> {
        let (first, last) = match shard.sequence_number_range {
            Some(range) => (range.starting_sequence_number, range.ending_sequence_number),
            None => (None, None),
        };
        let number = |text: Option<String>| SequenceNumber::new(text?).ok();
        Some(Self {
            id: shard.shard_id?,
            parent: shard.parent_shard_id,
            first: number(first),
            last: number(last),
        })
    }

    /// Whether it gets no more records.
    pub(super) fn is_closed(&self) -> bool {
        self.last.is_some()
    }

    /// Where a shard is begun whose parent nobody reads; `None` if it lies before the start altogether.
    pub(super) fn begin(&self, start: &Start) -> Option<Start> {
        let (is_before, is_behind) = match start {
            Start::TrimHorizon | Start::AtTimestamp(_) => (false, false),
            Start::Latest => (self.is_closed(), false),
            Start::AtSequenceNumber(number) => (
                self.last.as_ref().is_some_and(|last| last < number),
                self.first.as_ref().is_some_and(|first| first >= number),
            ),
            Start::AfterSequenceNumber(number) => (
                self.last.as_ref().is_some_and(|last| last <= number),
                self.first.as_ref().is_some_and(|first| first > number),
            ),
        };
        if is_before {
            None
        } else if is_behind {
            Some(Start::TrimHorizon)
        } else {
            Some(start.clone())
        }
    }
}
