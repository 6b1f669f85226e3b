//! How the command ends.

use std::error::Error as StdError;
use std::io;
use std::process::ExitCode;

use dynamap::aws_sdk_dynamodb::error::ProvideErrorMetadata;
use dynamap::{Error, ErrorKind};

use crate::output::report_lines;

/// An end without a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Status 0.
    Fine,
    /// Status 1: something was found that should be looked at.
    Findings,
    /// Status 3: it is done, but for what the service refused.
    Incomplete,
}

impl Outcome {
    pub(crate) fn findings_if(found: bool) -> Self {
        if found { Self::Findings } else { Self::Fine }
    }

    pub(crate) fn exit_code(self) -> ExitCode {
        match self {
            Self::Fine => ExitCode::SUCCESS,
            Self::Findings => ExitCode::from(1),
            Self::Incomplete => ExitCode::from(3),
        }
    }
}

/// Why the command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Status 1: the table is in a state that somebody should look at.
    Finding(String),
    /// Status 2: bad use or bad input.
    Usage(String),
    /// Status 3: the service, or the way to it.
    Service(String),
    /// Nobody reads the output any more, as after `| head`: no fault, and nothing to say.
    OutputClosed,
}

impl Failure {
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::OutputClosed => return ExitCode::SUCCESS,
            Self::Finding(message) => (message, 1),
            Self::Usage(message) => (message, 2),
            Self::Service(message) => (message, 3),
        };
        eprintln!("error: {}", report_lines(&message));
        ExitCode::from(code)
    }

    /// A failed request that was not sent by the crate `dynamap`.
    pub(crate) fn request<E>(operation: &str, table: &str, error: &E) -> Self
    where
        E: ProvideErrorMetadata + StdError,
    {
        let reason = match (error.code(), error.message()) {
            (Some(code), Some(message)) => format!("{code}: {message}"),
            (Some(code), None) => code.to_owned(),
            (None, _) => with_causes(error),
        };
        Self::Service(format!("{operation} on table `{table}`: {reason}"))
    }
}

/// The error and what caused it; a cause that says what was said already is left out.
pub(crate) fn with_causes(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.contains(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        next = cause.source();
    }
    text
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Usage(format!("the output cannot be written: {error}"))
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::TtlMismatch => Self::Finding(error.to_string()),
            ErrorKind::InvalidRequest
            | ErrorKind::InvalidCursor
            | ErrorKind::InvalidKey
            | ErrorKind::InvalidTtl
            | ErrorKind::Encode => Self::Usage(error.to_string()),
            _ => Self::Service(with_causes(&error)),
        }
    }
}
