use std::fmt;

use dynoxide::DynoxideError;

/// Why an engine could not be opened or swept.
///
/// Failures of requests do not come through here: they are answers, and arrive as the SDK's own
/// errors.
pub struct Error {
    action: &'static str,
    cause: Cause,
}

enum Cause {
    Engine(DynoxideError),
    PathNotUnicode,
}

impl Error {
    pub(crate) fn engine(action: &'static str, cause: DynoxideError) -> Self {
        Self {
            action,
            cause: Cause::Engine(cause),
        }
    }

    pub(crate) fn path_not_unicode(action: &'static str) -> Self {
        Self {
            action,
            cause: Cause::PathNotUnicode,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the embedded engine could not {}", self.action)?;
        match &self.cause {
            // The cause is told by `source`, as error reporters print the chain.
            Cause::Engine(_) => Ok(()),
            Cause::PathNotUnicode => formatter.write_str(": the path is not valid UTF-8"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_struct("Error");
        debug.field("action", &self.action);
        match &self.cause {
            Cause::Engine(cause) => debug.field("cause", &cause.to_string()),
            Cause::PathNotUnicode => debug.field("cause", &"the path is not valid UTF-8"),
        };
        debug.finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            Cause::Engine(cause) => Some(cause),
            Cause::PathNotUnicode => None,
        }
    }
}
