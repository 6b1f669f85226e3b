use std::borrow::Cow;
use std::fmt;

/// What can be given to [`inspect`](super::inspect), in one sentence.
const ACCEPTED: &str = "give seconds, milliseconds, microseconds or nanoseconds since the Unix \
     epoch (`1735689600`), an ISO time (`2025-01-01T02:00:00+02:00`), a date (`2025-01-01`), a \
     distance from now in `s`, `m`, `h`, `d`, `w` (`+7d`, `-1h`, `+1d12h`), or a stored value with \
     its type (`N 1735689600`, `{\"S\":\"2025-01-01T00:00:00Z\"}`)";

/// A text in which no TTL can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectError(Cow<'static, str>);

impl InspectError {
    pub(super) fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(reason.into())
    }

    /// What is wrong, without the accepted forms.
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InspectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {ACCEPTED}", self.0)
    }
}

impl std::error::Error for InspectError {}
