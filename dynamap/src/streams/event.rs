use ::time::OffsetDateTime;

use super::SequenceNumber;
use crate::time::{Moment, PointInTime};
use crate::value::DecodeError;

/// What a stream says of a change beside the item: which one it is, when, where from.
///
/// ```
/// use dynamap::streams::{Event, SequenceNumber};
/// use time::macros::datetime;
///
/// // As a test makes one.
/// let event = Event::new("c4ca4238a0b923820dcc509a6f75849b", SequenceNumber::new("4421584500000000017450439091")?)
///     .with_created_at(datetime!(2026-01-01 0:00 UTC));
/// assert_eq!(event.created_at(), Some(datetime!(2026-01-01 0:00 UTC)));
/// # Ok::<(), dynamap::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    id: String,
    sequence_number: SequenceNumber,
    created_at: Option<OffsetDateTime>,
    shard: Option<String>,
    source_arn: Option<String>,
    region: Option<String>,
    size_bytes: Option<u64>,
}

impl Event {
    /// An event of an id and a sequence number, of which nothing else is known.
    pub fn new(id: impl Into<String>, sequence_number: SequenceNumber) -> Self {
        Self {
            id: id.into(),
            sequence_number,
            created_at: None,
            shard: None,
            source_arn: None,
            region: None,
            size_bytes: None,
        }
    }

    /// The same event with the time at which it happened, in UTC.
    pub fn with_created_at(mut self, created_at: OffsetDateTime) -> Self {
        self.created_at = Some(created_at.to_offset(::time::UtcOffset::UTC));
        self
    }

    /// The same event, read from this shard.
    pub fn with_shard(mut self, shard: impl Into<String>) -> Self {
        self.shard = Some(shard.into());
        self
    }

    /// The same event of the stream of this ARN.
    pub fn with_source_arn(mut self, source_arn: impl Into<String>) -> Self {
        self.source_arn = Some(source_arn.into());
        self
    }

    /// The same event, read in this Region.
    pub fn with_region(mut self, region: impl Into<String>) -> Self {
        self.region = Some(region.into());
        self
    }

    /// The same event of a record of this size.
    pub fn with_size_bytes(mut self, size_bytes: u64) -> Self {
        self.size_bytes = Some(size_bytes);
        self
    }

    /// The id of the event (`eventID`): unique, and the same whenever the record is delivered again.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The place of the record in its shard; it orders the changes of one item.
    pub fn sequence_number(&self) -> &SequenceNumber {
        &self.sequence_number
    }

    /// When the change was made, approximately (`ApproximateCreationDateTime`): DynamoDB Streams rounds
    /// it down to a second. `None` if the record does not say.
    ///
    /// It is for display and for buckets. It does not order the changes of an item:
    /// [`sequence_number`](Self::sequence_number) does.
    pub fn created_at(&self) -> Option<OffsetDateTime> {
        self.created_at
    }

    /// The shard that the record was read from; `None` for what Lambda delivers, which does not say.
    pub fn shard(&self) -> Option<&str> {
        self.shard.as_deref()
    }

    /// The ARN of the stream; `None` if the source does not say.
    pub fn source_arn(&self) -> Option<&str> {
        self.source_arn.as_deref()
    }

    /// The Region in which the record was read.
    pub fn region(&self) -> Option<&str> {
        self.region.as_deref()
    }

    /// The size of the keys and images, in bytes.
    pub fn size_bytes(&self) -> Option<u64> {
        self.size_bytes
    }

    /// When the change was made.
    pub(crate) fn moment(&self) -> Option<Moment> {
        self.created_at.as_ref().map(PointInTime::to_moment)
    }
}

/// The time of a count of nanoseconds since the Unix epoch.
pub(super) fn created_at(nanos: i128) -> Result<OffsetDateTime, DecodeError> {
    OffsetDateTime::from_unix_timestamp_nanos(nanos)
        .map_err(|_| DecodeError::new("a time of the years -9999 to 9999", "another number"))
}
