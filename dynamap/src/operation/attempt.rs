//! What becomes of the attempts of one request, inside the SDK's own retry loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    FinalizerInterceptorContextRef, InterceptorContext,
};
use aws_smithy_runtime_api::client::interceptors::{Intercept, dyn_dispatch_hint};
use aws_smithy_runtime_api::client::orchestrator::{HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::retries::classifiers::{
    ClassifyRetry, RetryAction, RetryClassifierPriority,
};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;

/// Counts the attempts of one request and remembers whether the outcome of one is unknown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempts(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    attempts: AtomicU32,
    last_unknown: AtomicBool,
    earlier_unknown: AtomicBool,
}

impl Attempts {
    pub(crate) fn count(&self) -> u32 {
        self.0.attempts.load(Ordering::Relaxed)
    }

    /// Whether an attempt before the last one may have been carried out unseen.
    pub(crate) fn earlier_unknown(&self) -> bool {
        self.0.earlier_unknown.load(Ordering::Relaxed)
    }

    /// Whether the last attempt may have been carried out unseen.
    pub(crate) fn last_unknown(&self) -> bool {
        self.0.last_unknown.load(Ordering::Relaxed)
    }
}

#[dyn_dispatch_hint]
impl Intercept for Attempts {
    fn name(&self) -> &'static str {
        "DynamapAttempts"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.attempts.fetch_add(1, Ordering::Relaxed);
        let error = context.output_or_error().and_then(Result::err);
        let unknown = error.is_some_and(|error| is_outcome_unknown(error, context.response()));
        if self.0.last_unknown.swap(unknown, Ordering::Relaxed) {
            self.0.earlier_unknown.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// A timeout, a broken connection or answer, or a server error: the request may have been carried
/// out all the same.
/// [Error handling](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html)
fn is_outcome_unknown<E>(error: &OrchestratorError<E>, response: Option<&HttpResponse>) -> bool {
    error.is_timeout_error()
        || error.is_connector_error()
        || error.is_response_error()
        || response.is_some_and(|response| {
            // An error in spite of a good status: what came with it is not DynamoDB's answer.
            response.status().is_server_error() || response.status().is_success()
        })
}

/// Forbids the SDK to send a request again whose outcome is unknown, since carrying it out twice
/// would count twice. Throttled attempts, which changed nothing, are still repeated.
#[derive(Debug)]
pub(crate) struct SentOnce;

impl ClassifyRetry for SentOnce {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        match context.output_or_error() {
            Some(Err(error)) if is_outcome_unknown(error, context.response()) => {
                RetryAction::RetryForbidden
            }
            _ => RetryAction::NoActionIndicated,
        }
    }

    fn name(&self) -> &'static str {
        "DynamapSentOnce"
    }

    fn priority(&self) -> RetryClassifierPriority {
        RetryClassifierPriority::run_after(RetryClassifierPriority::transient_error_classifier())
    }
}
