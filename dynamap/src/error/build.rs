//! How the crate makes an error, and what it adds on the error's way to the caller.

use std::any::Any;
use std::error::Error as StdError;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::types::ThrottlingReason;

use super::{Error, ErrorKind, Fault};
use crate::item::Item;
use crate::time::Moment;

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
}
