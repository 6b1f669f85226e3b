use std::time::Duration;

use ::time::OffsetDateTime;
use aws_sdk_dynamodbstreams::primitives::DateTime;
use aws_sdk_dynamodbstreams::types::ShardIteratorType;

use crate::streams::{Record, SequenceNumber};

/// Where a [`Reader`](super::Reader) starts in a stream of which nothing was read yet.
///
/// A shard with a checkpoint is read on from there, and the children of a shard that was read are read
/// from their beginning: this is for the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Start {
    /// With the oldest record that there is: DynamoDB keeps 24 hours.
    #[default]
    TrimHorizon,
    /// With what happens from now on. When that was is written down for each shard: a reader that goes on there
    /// before a first checkpoint starts with it, and with what happened up to a minute earlier.
    Latest,
    /// With this record, and in the other shards with what came after it.
    AtSequenceNumber(SequenceNumber),
    /// Behind this record, and in the other shards with what came after it.
    AfterSequenceNumber(SequenceNumber),
    /// With what happened at this time or later. A record knows its second alone, so those of the same
    /// second may come with it.
    AtTimestamp(OffsetDateTime),
}

/// What is asked of GetShardIterator.
pub(super) struct IteratorRequest {
    pub(super) kind: ShardIteratorType,
    pub(super) sequence_number: Option<SequenceNumber>,
    pub(super) timestamp: Option<DateTime>,
}

impl IteratorRequest {
    fn of(kind: ShardIteratorType) -> Self {
        Self {
            kind,
            sequence_number: None,
            timestamp: None,
        }
    }

    pub(super) fn oldest() -> Self {
        Self::of(ShardIteratorType::TrimHorizon)
    }

    pub(super) fn after(number: &SequenceNumber) -> Self {
        Self {
            sequence_number: Some(number.clone()),
            ..Self::of(ShardIteratorType::AfterSequenceNumber)
        }
    }
}

impl Start {
    pub(super) fn iterator(&self) -> IteratorRequest {
        match self {
            Self::TrimHorizon => IteratorRequest::oldest(),
            Self::Latest => IteratorRequest::of(ShardIteratorType::Latest),
            Self::AtSequenceNumber(number) => IteratorRequest {
                sequence_number: Some(number.clone()),
                ..IteratorRequest::of(ShardIteratorType::AtSequenceNumber)
            },
            Self::AfterSequenceNumber(number) => IteratorRequest::after(number),
            Self::AtTimestamp(at) => IteratorRequest {
                timestamp: Some(date_time(*at)),
                ..IteratorRequest::of(ShardIteratorType::AtTimestamp)
            },
        }
    }

    /// Whether a record is not before the start; for the shards that an iterator could only give from
    /// their beginning.
    pub(super) fn admits(&self, record: &Record) -> bool {
        let event = record.event();
        match self {
            Self::TrimHorizon | Self::Latest => true,
            Self::AtSequenceNumber(number) => event.sequence_number() >= number,
            Self::AfterSequenceNumber(number) => event.sequence_number() > number,
            Self::AtTimestamp(at) => event
                .created_at()
                .is_none_or(|created| created + Duration::from_secs(1) > *at),
        }
    }
}

/// Within the range of both types: the years -9999 to 9999.
fn date_time(at: OffsetDateTime) -> DateTime {
    DateTime::from_secs_and_nanos(at.unix_timestamp(), at.nanosecond())
}
