//! What went wrong, in one word.

/// What went wrong, in one word.
///
/// `#[non_exhaustive]`: match with a wildcard arm, or ask [`Error`](super::Error)'s `is_…` methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The item is not there, or it has expired ([`Error::is_expired`](super::Error::is_expired) tells which).
    NotFound,
    /// A create, or the first put of a versioned item, met a live item with the same key.
    AlreadyExists,
    /// The stored version is not the expected one ([`Error::versions`](super::Error::versions)).
    VersionConflict,
    /// The caller's own condition did not hold.
    ConditionFailed,
    /// A condition failed after an attempt whose outcome is not known, and the stored item cannot
    /// tell whether that attempt was the one that won ([`Error::maybe_ours`](super::Error::maybe_ours)).
    Conflict,
    /// The request may or may not have been carried out, and sending it again could count twice.
    OutcomeUnknown,
    /// A value that DynamoDB cannot hold.
    Encode,
    /// A stored value that does not fit the field's type.
    Decode,
    /// The item under the key is of another type that shares the table.
    OtherEntity,
    /// A key attribute is empty, too long or absent.
    InvalidKey,
    /// A TTL that would never expire anything: milliseconds, or more than five years past.
    InvalidTtl,
    /// A range whose start lies behind its end.
    InvalidRange,
    /// A cursor of another query, or not a cursor.
    InvalidCursor,
    /// A request that DynamoDB would refuse.
    InvalidRequest,
    /// A prepared transaction that was kept too long to be sent safely.
    PreparedTooOld,
    /// The service throttled the request ([`Error::throttling_reasons`](super::Error::throttling_reasons)).
    Throttled,
    /// A step of a transaction could not be carried out, so none was ([`Error::steps`](super::Error::steps)).
    TransactionCancelled,
    /// The table or index does not exist.
    TableNotFound,
    /// The table exists already, or is being changed.
    TableInUse,
    /// The table is not the declared one: its key differs. Or the declarations of one table contradict
    /// each other.
    SchemaMismatch,
    /// The table's TTL is on, but on another attribute than the declared one
    /// ([`Error::ttl_attribute`](super::Error::ttl_attribute)).
    TtlMismatch,
    /// The table's TTL is off, so that nothing expires.
    TtlDisabled,
    /// The TTL setting was changed within the hour; [`Error::retry_after`](super::Error::retry_after) says when it may be again.
    TtlChangedRecently,
    /// The table cannot have TTL: a global table with strong consistency.
    TtlUnsupported,
    /// A record of a stream has no image that is asked for, since the stream's view type leaves it out.
    ImageMissing,
    /// Another reader of a stream has taken the shard over.
    LeaseLost,
    /// Records of a stream were trimmed before they were read.
    RecordsLost,
    /// What an archive is written to cannot be written.
    Archive,
    /// A transaction or another write holds the item.
    TransactionConflict,
    /// No answer in time.
    Timeout,
    /// The request did not reach the service, or the answer did not reach us.
    Dispatch,
    /// Any other answer of the service; [`Error::code`](super::Error::code) has its code.
    Service,
}
