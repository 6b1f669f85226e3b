//! The one error of the crate.

use std::any::Any;
use std::error::Error as StdError;
use std::fmt;
use std::sync::Mutex;

use aws_sdk_dynamodb::types::ThrottlingReason;

use crate::item::{Item, decode_item};
use crate::operation::throttling;
use crate::time::Moment;
use crate::value::{DecodeError, EncodeError};
use crate::{DynamoItem, Result};

mod build;
mod kind;

pub use kind::ErrorKind;

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
                | ErrorKind::OtherEntity
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

    /// The item under the key is of another type that shares the table.
    pub fn is_other_entity(&self) -> bool {
        self.0.kind == ErrorKind::OtherEntity
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

    /// A record of a stream lacks the image that is asked for: its view type has to be another one.
    pub fn is_image_missing(&self) -> bool {
        self.0.kind == ErrorKind::ImageMissing
    }

    /// Another reader of a stream has taken the shard over.
    pub fn is_lease_lost(&self) -> bool {
        self.0.kind == ErrorKind::LeaseLost
    }

    /// Records of a stream were trimmed before they were read.
    pub fn is_records_lost(&self) -> bool {
        self.0.kind == ErrorKind::RecordsLost
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
        let kind = if error.is_other_entity() {
            ErrorKind::OtherEntity
        } else {
            ErrorKind::Decode
        };
        let new = Self::new(kind, message);
        if path.is_empty() {
            new
        } else {
            new.on_attribute(path)
        }
    }
}
