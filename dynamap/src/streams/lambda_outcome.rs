use super::SequenceNumber;

/// What became of the records of an invocation.
///
/// [`to_json`](Self::to_json) is what the function answers; with the feature `lambda` it is also made a
/// `DynamoDbEventResponse`. The event source mapping has to say `FunctionResponseTypes:
/// [ReportBatchItemFailures]`: without it Lambda takes any answer for a success, and the records that
/// failed are not delivered again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "Lambda delivers the records that failed again only if it is told"]
pub struct LambdaOutcome<E> {
    done: usize,
    failure: Option<(SequenceNumber, E)>,
}

impl<E> LambdaOutcome<E> {
    pub(super) fn done(done: usize) -> Self {
        Self {
            done,
            failure: None,
        }
    }

    pub(super) fn failed_at(done: usize, number: SequenceNumber, error: E) -> Self {
        Self {
            done,
            failure: Some((number, error)),
        }
    }

    /// How many records were handled, from the first on.
    pub fn handled(&self) -> usize {
        self.done
    }

    /// The record that the handler failed at, with which Lambda goes on; `None` if all were handled.
    pub fn failed_at_number(&self) -> Option<&SequenceNumber> {
        self.failure.as_ref().map(|(number, _)| number)
    }

    /// Why the handler failed.
    pub fn error(&self) -> Option<&E> {
        self.failure.as_ref().map(|(_, error)| error)
    }

    /// The answer of the function: `{"batchItemFailures":[{"itemIdentifier":"…"}]}` with the sequence
    /// number of the record that failed. Lambda delivers it and all that follow again. Empty if none did.
    pub fn to_json(&self) -> String {
        match self.failed_at_number() {
            // Digits need no escapes.
            Some(number) => format!(r#"{{"batchItemFailures":[{{"itemIdentifier":"{number}"}}]}}"#),
            None => r#"{"batchItemFailures":[]}"#.to_owned(),
        }
    }

    /// The error of the handler, for a function that shall fail as a whole.
    pub fn into_result(self) -> Result<usize, E> {
        match self.failure {
            Some((_, error)) => Err(error),
            None => Ok(self.done),
        }
    }
}
