//! From the SDK's errors to ours: items, bodies and quoted values stay behind.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::RequestId;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{CancellationReason, ThrottlingReason};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::throttling;
use crate::item::Item;
use crate::{Error, ErrorKind};

/// How a request failed.
pub(crate) enum Failure {
    /// The condition did not hold; the item that was there, if any.
    ConditionFailed(Option<Item>),
    /// Anything else.
    Other(Error),
}

/// What dynamap needs of an operation's modelled error.
pub(crate) trait OperationError:
    ProvideErrorMetadata + RequestId + std::error::Error + Send + Sync + 'static
{
    /// The item of a failed condition, taken out of the error; `None` for other errors.
    #[expect(
        clippy::option_option,
        reason = "whether the condition failed, and whether there was an item"
    )]
    fn take_condition_failed(&mut self) -> Option<Option<Item>> {
        None
    }

    /// Why the service throttled.
    fn throttling_reasons(&self) -> Vec<ThrottlingReason> {
        Vec::new()
    }

    /// Why a transaction was cancelled: the code of the first step that has one.
    fn cancellation_code(&self) -> Option<&str> {
        None
    }
}

macro_rules! throttling_reasons {
    ($error:expr) => {
        match $error {
            Self::ProvisionedThroughputExceededException(error) => {
                error.throttling_reasons().to_vec()
            }
            Self::RequestLimitExceeded(error) => error.throttling_reasons().to_vec(),
            Self::ThrottlingException(error) => error.throttling_reasons().to_vec(),
            _ => Vec::new(),
        }
    };
}

macro_rules! throttled_error {
    ($($error:path),+ $(,)?) => {$(
        impl OperationError for $error {
            fn throttling_reasons(&self) -> Vec<ThrottlingReason> {
                throttling_reasons!(self)
            }
        }
    )+};
}

macro_rules! conditional_error {
    ($($error:path),+ $(,)?) => {$(
        impl OperationError for $error {
            fn take_condition_failed(&mut self) -> Option<Option<Item>> {
                match self {
                    Self::ConditionalCheckFailedException(failed) => Some(failed.item.take()),
                    _ => None,
                }
            }

            fn throttling_reasons(&self) -> Vec<ThrottlingReason> {
                throttling_reasons!(self)
            }
        }
    )+};
}

conditional_error!(
    aws_sdk_dynamodb::operation::put_item::PutItemError,
    aws_sdk_dynamodb::operation::update_item::UpdateItemError,
    aws_sdk_dynamodb::operation::delete_item::DeleteItemError,
);

throttled_error!(
    aws_sdk_dynamodb::operation::get_item::GetItemError,
    aws_sdk_dynamodb::operation::query::QueryError,
    aws_sdk_dynamodb::operation::scan::ScanError,
    aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemError,
    aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemError,
);

impl OperationError for TransactWriteItemsError {
    fn take_condition_failed(&mut self) -> Option<Option<Item>> {
        let Self::TransactionCanceledException(cancelled) = self else {
            return None;
        };
        let reasons = cancelled.cancellation_reasons.as_mut()?;
        let failed = reasons
            .iter_mut()
            .find(|reason| reason.code.as_deref() == Some("ConditionalCheckFailed"))?;
        Some(failed.item.take())
    }

    fn cancellation_code(&self) -> Option<&str> {
        let Self::TransactionCanceledException(cancelled) = self else {
            return None;
        };
        let codes = cancelled
            .cancellation_reasons()
            .iter()
            .filter_map(|reason| reason.code());
        codes.into_iter().find(|code| *code != "None")
    }

    fn throttling_reasons(&self) -> Vec<ThrottlingReason> {
        throttling_reasons!(self)
    }
}

impl OperationError for aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsError {
    fn cancellation_code(&self) -> Option<&str> {
        let Self::TransactionCanceledException(cancelled) = self else {
            return None;
        };
        let codes = cancelled
            .cancellation_reasons()
            .iter()
            .filter_map(|reason| reason.code());
        codes.into_iter().find(|code| *code != "None")
    }

    fn throttling_reasons(&self) -> Vec<ThrottlingReason> {
        throttling_reasons!(self)
    }
}

impl OperationError for aws_sdk_dynamodb::operation::create_table::CreateTableError {}
impl OperationError for aws_sdk_dynamodb::operation::delete_table::DeleteTableError {}
impl OperationError for aws_sdk_dynamodb::operation::describe_table::DescribeTableError {}
impl OperationError for aws_sdk_dynamodb::operation::update_table::UpdateTableError {}
impl OperationError for aws_sdk_dynamodb::operation::update_time_to_live::UpdateTimeToLiveError {}
impl OperationError
    for aws_sdk_dynamodb::operation::describe_time_to_live::DescribeTimeToLiveError
{
}

/// The error of a request that has no condition.
pub(crate) fn failed<E: OperationError>(
    error: SdkError<E, HttpResponse>,
    operation: &'static str,
    table: &str,
) -> Error {
    Failure::from_sdk(error)
        .without_condition()
        .during(operation, table)
}

/// What the code of a cancelled step means.
pub(crate) fn cancellation_kind(code: &str) -> ErrorKind {
    match code {
        "TransactionConflict" => ErrorKind::TransactionConflict,
        "ProvisionedThroughputExceeded" | "ThrottlingError" => ErrorKind::Throttled,
        "ConditionalCheckFailed" => ErrorKind::ConditionFailed,
        _ => ErrorKind::Service,
    }
}

/// The reasons of a cancelled transaction, one for each step, or another failure.
pub(crate) fn cancellation(
    error: SdkError<TransactWriteItemsError, HttpResponse>,
) -> Result<Vec<CancellationReason>, Failure> {
    match error {
        SdkError::ServiceError(context)
            if matches!(
                context.err(),
                TransactWriteItemsError::TransactionCanceledException(_)
            ) =>
        {
            match context.into_err() {
                TransactWriteItemsError::TransactionCanceledException(cancelled) => {
                    Ok(cancelled.cancellation_reasons.unwrap_or_default())
                }
                other => Err(Failure::from_service(other)),
            }
        }
        error => Err(Failure::from_sdk(error)),
    }
}

impl Failure {
    /// The error of a request that has no condition.
    pub(crate) fn without_condition(self) -> Error {
        match self {
            Self::Other(error) => error,
            Self::ConditionFailed(_) => {
                Error::new(ErrorKind::Service, "the request has no condition")
            }
        }
    }

    pub(crate) fn from_sdk<E: OperationError>(error: SdkError<E, HttpResponse>) -> Self {
        match error {
            // Accepted, and yet no output: what follows the status is not DynamoDB's JSON.
            SdkError::ServiceError(context) if context.raw().status().is_success() => {
                Self::Other(unreadable())
            }
            SdkError::ServiceError(context) => Self::from_service(context.into_err()),
            SdkError::TimeoutError(_) => Self::Other(Error::new(
                ErrorKind::Timeout,
                "no answer in time: raise the client's timeouts, or send it again",
            )),
            SdkError::DispatchFailure(context) => {
                let (kind, message) = if context.is_timeout() {
                    (
                        ErrorKind::Timeout,
                        "no answer in time: raise the client's timeouts, or send it again",
                    )
                } else {
                    (
                        ErrorKind::Dispatch,
                        "the request could not be sent: see the source of this error",
                    )
                };
                let failure = SdkError::<E, HttpResponse>::DispatchFailure(context);
                let error = Error::new(kind, message);
                Self::Other(match failure.into_source() {
                    Ok(source) => error.with_source(source),
                    Err(_) => error,
                })
            }
            SdkError::ResponseError(_) => Self::Other(unreadable()),
            error @ SdkError::ConstructionFailure(_) => Self::Other(
                Error::new(
                    ErrorKind::InvalidRequest,
                    "the SDK refused to build the request",
                )
                .with_source(
                    error
                        .into_source()
                        .unwrap_or_else(|_| "construction failed".into()),
                ),
            ),
            _ => Self::Other(Error::new(ErrorKind::Service, "the request failed")),
        }
    }

    fn from_service<E: OperationError>(mut error: E) -> Self {
        if let Some(item) = error.take_condition_failed() {
            return Self::ConditionFailed(item);
        }
        let code = error.code().map(str::to_owned);
        let kind = match code.as_deref() {
            Some("ResourceNotFoundException") => ErrorKind::TableNotFound,
            Some("ResourceInUseException") => ErrorKind::TableInUse,
            Some(
                "ProvisionedThroughputExceededException"
                | "ThrottlingException"
                | "RequestLimitExceeded",
            ) => ErrorKind::Throttled,
            Some("TransactionConflictException" | "TransactionInProgressException") => {
                ErrorKind::TransactionConflict
            }
            Some("TransactionCanceledException") => error
                .cancellation_code()
                .map_or(ErrorKind::TransactionCancelled, cancellation_kind),
            _ => ErrorKind::Service,
        };
        let reasons = error.throttling_reasons();
        // With reasons, these say more than the service's text, which is one and the same for all.
        let message = match (throttling::explain(&reasons), error.message()) {
            (Some(explained), _) => explained,
            (None, Some(message)) => redacted(message),
            (None, None) => "the service refused the request".to_owned(),
        };
        let request_id = error.request_id().map(str::to_owned);
        Self::Other(
            Error::new(kind, message)
                .with_code(code.as_deref(), request_id.as_deref())
                .with_throttling_reasons(reasons),
        )
    }
}

fn unreadable() -> Error {
    Error::new(
        ErrorKind::Dispatch,
        "the answer could not be read: it was cut off or is not DynamoDB's",
    )
}

/// How DynamoDB quotes contents in its messages: from the first opening to the last closing text, since
/// contents may hold either.
const QUOTED: [(&str, &str); 4] = [("[", "]"), ("{", "}"), ("\"", "\""), ("Value '", "' at '")];

/// After this the rest of a message is contents.
const NUMERAL: &str = "numeric value:";

/// A service message without what it quotes.
fn redacted(message: &str) -> String {
    let message = match message.find(NUMERAL) {
        Some(at) => &message[..at + NUMERAL.len() - 1],
        None => message,
    };
    let first = QUOTED
        .iter()
        .filter_map(|(open, close)| Some((message.find(open)?, *open, *close)))
        .min_by_key(|(at, ..)| *at);
    let Some((at, open, close)) = first else {
        return message.to_owned();
    };
    let (before, rest) = message.split_at(at + open.len());
    match rest.rfind(close) {
        Some(end) => format!("{before}…{close}{}", redacted(&rest[end + close.len()..])),
        None => format!("{before}…"),
    }
}

#[cfg(test)]
mod tests {
    use super::redacted;

    #[test]
    fn messages_lose_what_they_quote() {
        assert_eq!(
            redacted("upper bound must be greater; lower bound: {N:5}, upper bound: {N:1}"),
            "upper bound must be greater; lower bound: {…}"
        );
        assert_eq!(
            redacted("Input collection [a] secret, b] contains duplicates."),
            "Input collection […] contains duplicates."
        );
        assert_eq!(
            redacted("Value 'it's' at 'tableName' failed to satisfy"),
            "Value '…' at 'tableName' failed to satisfy"
        );
        assert_eq!(
            redacted("Input collection [a, [b]] contains duplicates."),
            "Input collection […] contains duplicates."
        );
        assert_eq!(
            redacted("cannot be converted to a numeric value: secret"),
            "cannot be converted to a numeric value"
        );
        assert_eq!(redacted("token: \"secret\", near: \"x\""), "token: \"…\"");
    }
}
