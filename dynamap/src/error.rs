//! The one error of the crate.

use std::any::Any;
use std::error::Error as StdError;
use std::fmt;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::types::ThrottlingReason;

use crate::item::{Item, decode_item};
use crate::operation::throttling;
use crate::time::Moment;
use crate::value::{DecodeError, EncodeError};
use crate::{DynamoItem, Result};

/// What went wrong, in one word.
///
/// `#[non_exhaustive]`: match with a wildcard arm, or ask [`Error`]'s `is_…` methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The item is not there, or it has expired ([`Error::is_expired`] tells which).
    NotFound,
    /// A create, or the first put of a versioned item, met a live item with the same key.
    AlreadyExists,
    /// The stored version is not the expected one ([`Error::versions`]).
    VersionConflict,
    /// The caller's own condition did not hold.
    ConditionFailed,
    /// A condition failed after an attempt whose outcome is not known, and the stored item cannot
    /// tell whether that attempt was the one that won ([`Error::maybe_ours`]).
    Conflict,
    /// The request may or may not have been carried out, and sending it again could count twice.
    OutcomeUnknown,
    /// A value that DynamoDB cannot hold.
    Encode,
    /// A stored value that does not fit the field's type.
    Decode,
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
    /// The service throttled the request ([`Error::throttling_reasons`]).
    Throttled,
    /// A step of a transaction could not be carried out, so none was ([`Error::steps`]).
    TransactionCancelled,
    /// The table or index does not exist.
    TableNotFound,
    /// The table exists already, or is being changed.
    TableInUse,
    /// The table is not the declared one: its key differs. Or the declarations of one table contradict
    /// each other.
    SchemaMismatch,
    /// The table's TTL is on, but on another attribute than the declared one
    /// ([`Error::ttl_attribute`]).
    TtlMismatch,
    /// The table's TTL is off, so that nothing expires.
    TtlDisabled,
    /// The TTL setting was changed within the hour; [`Error::retry_after`] says when it may be again.
    TtlChangedRecently,
    /// The table cannot have TTL: a global table with strong consistency.
    TtlUnsupported,
    /// A transaction or another write holds the item.
    TransactionConflict,
    /// No answer in time.
    Timeout,
    /// The request did not reach the service, or the answer did not reach us.
    Dispatch,
    /// Any other answer of the service; [`Error::code`] has its code.
    Service,
}

/// The error of every operation.
///
/// It names the operation, the table and the attribute path, and says what to do. It never prints
/// the contents of items: [`Display`](fmt::Display) and [`Debug`](fmt::Debug) are written by hand, and items are
/// taken out of the SDK's errors before these become [`source`](StdError::source)s. Contents are
/// for who asks: [`current`](Error::current), [`given`](Error::given), [`key`](Error::key).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// orders.create(order("522fb5a5", "order_A")).send().await?;
/// match orders.create(order("522fb5a5", "order_A")).send().await {
///     Ok(_) => unreachable!(),
///     Err(error) if error.is_already_exists() => {
///         let stored = error.current::<Order>().transpose()?;
///         assert_eq!(stored.unwrap().version, 1);
///     }
///     Err(error) => return Err(error.into()),
/// }
/// # Ok(())
/// # }
/// ```
pub struct Error(Box<Fault>);

struct Fault {
    kind: ErrorKind,
    operation: &'static str,
    table: String,
    index: Option<String>,
    attribute: Option<String>,
    message: String,
    code: Option<String>,
    request_id: Option<String>,
    expired: bool,
    applied: bool,
    maybe_ours: bool,
    versions: Option<(u64, Option<u64>)>,
    key: Option<Item>,
    current: Option<Item>,
    given: Mutex<Vec<Box<dyn Any + Send>>>,
    steps: Vec<(usize, Error)>,
    throttling_reasons: Vec<ThrottlingReason>,
    ttl_attribute: Option<String>,
    retry_after: Option<Moment>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Fault {
            kind,
            operation: "",
            table: String::new(),
            index: None,
            attribute: None,
            message: message.into(),
            code: None,
            request_id: None,
            expired: false,
            applied: false,
            maybe_ours: false,
            versions: None,
            key: None,
            current: None,
            given: Mutex::default(),
            steps: Vec::new(),
            throttling_reasons: Vec::new(),
            ttl_attribute: None,
            retry_after: None,
            source: None,
        }))
    }

    /// The same error once more, for each request that one call failed with.
    pub(crate) fn same_as(error: &Arc<Self>) -> Self {
        let mut same = Self::new(error.kind(), error.0.message.clone())
            .with_code(error.code(), error.request_id())
            .with_throttling_reasons(error.0.throttling_reasons.clone())
            .with_source(Arc::clone(error));
        same.0.operation = error.0.operation;
        same.0.table.clone_from(&error.0.table);
        same
    }

    /// The same fault of a request that was not sent, for whoever asks about it first.
    pub(crate) fn again(&self) -> Self {
        let mut same = Self::new(self.kind(), self.message());
        same.0.attribute.clone_from(&self.0.attribute);
        same
    }

    /// Whether the same request may succeed later.
    pub(crate) fn is_retryable(&self) -> bool {
        matches!(
            self.0.kind,
            ErrorKind::Throttled | ErrorKind::Timeout | ErrorKind::Dispatch
        ) || matches!(
            self.code(),
            Some("InternalServerError" | "ServiceUnavailable" | "ServiceUnavailableException")
        )
    }

    /// Names the operation and the table; the innermost call wins.
    pub(crate) fn during(mut self, operation: &'static str, table: &str) -> Self {
        if self.0.operation.is_empty() {
            self.0.operation = operation;
            table.clone_into(&mut self.0.table);
        }
        self
    }

    pub(crate) fn on_index(mut self, index: Option<&str>) -> Self {
        self.0.index = index.map(str::to_owned);
        self
    }

    /// Names the part of a range that was being read.
    pub(crate) fn in_part(mut self, part: &str) -> Self {
        self.0.message = format!("in {part}: {}", self.0.message);
        self
    }

    pub(crate) fn on_attribute(mut self, attribute: impl Into<String>) -> Self {
        self.0.attribute = Some(attribute.into());
        self
    }

    pub(crate) fn with_code(mut self, code: Option<&str>, request_id: Option<&str>) -> Self {
        self.0.code = code.map(str::to_owned);
        self.0.request_id = request_id.map(str::to_owned);
        self
    }

    /// Says in our words what the service said in its own; its code and request id stay.
    pub(crate) fn reworded(mut self, kind: ErrorKind, message: impl Into<String>) -> Self {
        self.0.kind = kind;
        self.0.message = message.into();
        self
    }

    pub(crate) fn with_ttl_attribute(mut self, attribute: &str) -> Self {
        self.0.ttl_attribute = Some(attribute.to_owned());
        self
    }

    pub(crate) fn with_retry_after(mut self, moment: Moment) -> Self {
        self.0.retry_after = Some(moment);
        self
    }

    pub(crate) fn with_source(
        mut self,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        self.0.source = Some(source.into());
        self
    }

    pub(crate) fn with_key(mut self, key: Item) -> Self {
        self.0.key = Some(key);
        self
    }

    pub(crate) fn with_current(mut self, current: Option<Item>) -> Self {
        self.0.current = current;
        self
    }

    pub(crate) fn with_versions(mut self, expected: u64, actual: Option<u64>) -> Self {
        self.0.versions = Some((expected, actual));
        self
    }

    pub(crate) fn with_throttling_reasons(mut self, reasons: Vec<ThrottlingReason>) -> Self {
        self.0.throttling_reasons = reasons;
        self
    }

    pub(crate) fn given_back(mut self, given: Option<Box<dyn Any + Send>>) -> Self {
        self.0.given = Mutex::new(given.into_iter().collect());
        self
    }

    pub(crate) fn all_given_back(mut self, given: Vec<Box<dyn Any + Send>>) -> Self {
        self.0.given = Mutex::new(given);
        self
    }

    /// The error of a cancelled transaction, of the faults of its steps.
    pub(crate) fn cancelled(steps: Vec<(usize, Self)>) -> Self {
        let conflict = |(_, error): &(usize, Self)| error.kind() == ErrorKind::TransactionConflict;
        let throttled = |(_, error): &(usize, Self)| error.is_throttled();
        let kind = if !steps.is_empty() && steps.iter().all(conflict) {
            ErrorKind::TransactionConflict
        } else if !steps.is_empty() && steps.iter().all(throttled) {
            ErrorKind::Throttled
        } else {
            ErrorKind::TransactionCancelled
        };
        let faults: Vec<String> = steps
            .iter()
            .map(|(index, error)| {
                format!("step {index} on `{}`: {}", error.table(), error.message())
            })
            .collect();
        let message = if faults.is_empty() {
            "the transaction was cancelled, and DynamoDB does not say why".to_owned()
        } else {
            format!(
                "the transaction was cancelled, and nothing written; {}",
                faults.join("; ")
            )
        };
        let mut error = Self::new(kind, message);
        error.0.steps = steps;
        error
    }

    /// The fault of a step that kept a transaction from being sent.
    pub(crate) fn in_step(self, index: usize) -> Self {
        let mut error = Self::new(self.kind(), format!("step {index}: {}", self.message()));
        error.0.attribute.clone_from(&self.0.attribute);
        error.0.steps = vec![(index, self)];
        error
    }

    /// What the first step was refused for, of a cancelled transaction whose steps are our own.
    pub(crate) fn into_step(mut self) -> Self {
        if self.kind() == ErrorKind::TransactionCancelled && !self.0.steps.is_empty() {
            self.0.steps.remove(0).1
        } else {
            self
        }
    }

    pub(crate) fn expired(mut self) -> Self {
        self.0.expired = true;
        self
    }

    pub(crate) fn applied(mut self) -> Self {
        self.0.applied = true;
        self
    }

    pub(crate) fn perhaps_ours(mut self) -> Self {
        self.0.maybe_ours = true;
        self
    }

    /// The message, without the operation and the code that [`Display`](fmt::Display) adds.
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }

    /// What went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The DynamoDB operation, as in `PutItem`; empty if no request was being made.
    pub fn operation(&self) -> &'static str {
        self.0.operation
    }

    /// The table's name; empty if no request was being made.
    pub fn table(&self) -> &str {
        &self.0.table
    }

    /// The index's name, for queries and scans of an index.
    pub fn index(&self) -> Option<&str> {
        self.0.index.as_deref()
    }

    /// The attribute path that is at fault, as in `lines[2].price`.
    pub fn attribute(&self) -> Option<&str> {
        self.0.attribute.as_deref()
    }

    /// The service's error code, as in `ValidationException`.
    pub fn code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// The service's request id.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// Whether the service accepted the write before the error arose: the item is changed, only the
    /// answer could not be read.
    pub fn write_applied(&self) -> bool {
        self.0.applied
    }

    /// Whether the item that made the condition fail may be what this very call wrote in an earlier
    /// attempt whose answer was lost.
    pub fn maybe_ours(&self) -> bool {
        self.0.maybe_ours
    }

    /// The expected version and the stored one (`None`: the stored item has none).
    pub fn versions(&self) -> Option<(u64, Option<u64>)> {
        self.0.versions
    }

    /// The primary key that the operation was about, as DynamoDB holds it.
    pub fn key(&self) -> Option<&Item> {
        self.0.key.as_ref()
    }

    /// The item that made the condition fail, decoded; `None` if there was none.
    ///
    /// It comes with the refusal itself (`ReturnValuesOnConditionCheckFailure = ALL_OLD`), so no
    /// second read is made. An expired item is handed out too: this is what is stored.
    pub fn current<T: DynamoItem>(&self) -> Option<Result<T>> {
        self.0.current.as_ref().map(|item| decode_item(item))
    }

    /// The item that made the condition fail, as DynamoDB holds it.
    pub fn current_item(&self) -> Option<&Item> {
        self.0.current.as_ref()
    }

    /// Takes back the item that was given to the failed write by value; for a transaction, the first
    /// of this type that was not taken yet.
    pub fn given<T: 'static>(&mut self) -> Option<T> {
        let given = self.0.given.get_mut().ok()?;
        let position = given.iter().position(|given| given.is::<T>())?;
        given
            .remove(position)
            .downcast::<T>()
            .ok()
            .map(|given| *given)
    }

    /// The steps that cancelled a transaction, or kept it from being sent: their positions, counted
    /// from 0, and what was wrong with each. [`current`](Self::current) of such an error is the item that stood in the
    /// step's way.
    pub fn steps(&self) -> &[(usize, Self)] {
        &self.0.steps
    }

    /// Why the service throttled, when it says so, and the ARN of the table or index that it
    /// throttled.
    pub fn throttling_reasons(&self) -> &[ThrottlingReason] {
        &self.0.throttling_reasons
    }

    /// Whether the condition of a write failed, whatever it was about, and this write did not happen.
    pub(crate) fn is_refused(&self) -> bool {
        matches!(
            self.0.kind,
            ErrorKind::NotFound
                | ErrorKind::AlreadyExists
                | ErrorKind::VersionConflict
                | ErrorKind::ConditionFailed
        )
    }

    /// The attribute that the table's TTL is on, when that is not the declared one.
    pub fn ttl_attribute(&self) -> Option<&str> {
        self.0.ttl_attribute.as_deref()
    }

    /// When the table's TTL setting may be changed again.
    pub fn retry_after(&self) -> Option<Moment> {
        self.0.retry_after
    }

    /// No such item, or an expired one.
    pub fn is_not_found(&self) -> bool {
        self.0.kind == ErrorKind::NotFound
    }

    /// The item is still stored but its TTL has passed.
    pub fn is_expired(&self) -> bool {
        self.0.expired
    }

    /// A live item with this key exists.
    pub fn is_already_exists(&self) -> bool {
        self.0.kind == ErrorKind::AlreadyExists
    }

    /// The stored version is another one.
    pub fn is_version_conflict(&self) -> bool {
        self.0.kind == ErrorKind::VersionConflict
    }

    /// The caller's own condition did not hold.
    pub fn is_condition_failed(&self) -> bool {
        self.0.kind == ErrorKind::ConditionFailed
    }

    /// A condition failed and nobody can tell whether this call's own write made it fail.
    pub fn is_conflict(&self) -> bool {
        self.0.kind == ErrorKind::Conflict
    }

    /// Nobody knows whether the write happened.
    pub fn is_outcome_unknown(&self) -> bool {
        self.0.kind == ErrorKind::OutcomeUnknown
    }

    /// A value could not be written.
    pub fn is_encode(&self) -> bool {
        self.0.kind == ErrorKind::Encode
    }

    /// A stored value could not be read.
    pub fn is_decode(&self) -> bool {
        self.0.kind == ErrorKind::Decode
    }

    /// The service throttled.
    pub fn is_throttled(&self) -> bool {
        self.0.kind == ErrorKind::Throttled
    }

    /// The service throttled a partition key, in either billing mode: its partition serves no more
    /// than 1,000 write units or 3,000 read units a second. More capacity does not help; more
    /// `shards` do ([time series](crate::guide::time_series)).
    pub fn is_hot_partition(&self) -> bool {
        self.0
            .throttling_reasons
            .iter()
            .any(throttling::is_key_range)
    }

    /// The table or index is not there.
    pub fn is_table_not_found(&self) -> bool {
        self.0.kind == ErrorKind::TableNotFound
    }

    /// The table exists already, or is being created or changed.
    pub fn is_table_in_use(&self) -> bool {
        self.0.kind == ErrorKind::TableInUse
    }

    /// The table is not the declared one.
    pub fn is_schema_mismatch(&self) -> bool {
        self.0.kind == ErrorKind::SchemaMismatch
    }

    /// The table's TTL is on another attribute than the declared one.
    pub fn is_ttl_mismatch(&self) -> bool {
        self.0.kind == ErrorKind::TtlMismatch
    }

    /// The table's TTL is off.
    pub fn is_ttl_disabled(&self) -> bool {
        self.0.kind == ErrorKind::TtlDisabled
    }

    /// The TTL setting was changed within the hour.
    pub fn is_ttl_changed_recently(&self) -> bool {
        self.0.kind == ErrorKind::TtlChangedRecently
    }

    /// The table cannot have TTL.
    pub fn is_ttl_unsupported(&self) -> bool {
        self.0.kind == ErrorKind::TtlUnsupported
    }

    /// The cursor belongs to another query.
    pub fn is_invalid_cursor(&self) -> bool {
        self.0.kind == ErrorKind::InvalidCursor
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = &*self.0;
        if !fault.operation.is_empty() {
            write!(f, "{}", fault.operation)?;
            if !fault.table.is_empty() {
                write!(f, " on `{}`", fault.table)?;
            }
            if let Some(index) = &fault.index {
                write!(f, " index `{index}`")?;
            }
            f.write_str(": ")?;
        }
        if let Some(attribute) = &fault.attribute {
            write!(f, "`{attribute}`: ")?;
        }
        f.write_str(&fault.message)?;
        if let Some(code) = &fault.code {
            write!(f, " ({code})")?;
        }
        if fault.applied {
            f.write_str("; the write was applied")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = &*self.0;
        f.debug_struct("Error")
            .field("kind", &fault.kind)
            .field("message", &format_args!("{self}"))
            .field("request_id", &fault.request_id)
            .finish_non_exhaustive()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        let path = error.path();
        let new = Self::new(ErrorKind::Encode, error.reason());
        if path.is_empty() {
            new
        } else {
            new.on_attribute(path)
        }
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        let path = error.path();
        let message = format!("expected {}, found {}", error.expected(), error.found());
        let new = Self::new(ErrorKind::Decode, message);
        if path.is_empty() {
            new
        } else {
            new.on_attribute(path)
        }
    }
}
