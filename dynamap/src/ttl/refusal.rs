//! What the service means when it refuses.
//!
//! Several refusals share the code `ValidationException` and differ in their text alone. Only the parts
//! that have been stable are matched.

use aws_sdk_dynamodb::types::MultiRegionConsistency;

use super::TimeToLive;
use crate::{Error, ErrorKind};

/// Why `UpdateTimeToLive` did not succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The setting is not what `DescribeTimeToLive` showed: somebody else, or an earlier attempt of this
    /// very request, was faster.
    Overtaken,
    /// Nobody knows whether it was carried out.
    OutcomeUnknown,
    /// The setting was changed within the hour.
    TooSoon,
    /// Anything else.
    Other,
}

impl Refusal {
    pub(super) fn of(error: &Error) -> Self {
        let message = error.message();
        match error.code() {
            Some("ValidationException")
                if message.contains("already enabled")
                    || message.contains("already disabled")
                    || message.contains("different AttributeName") =>
            {
                Self::Overtaken
            }
            Some("ValidationException")
                if message.contains("multiple times within a fixed interval") =>
            {
                Self::TooSoon
            }
            Some("InternalServerError") => Self::OutcomeUnknown,
            _ if matches!(error.kind(), ErrorKind::Timeout | ErrorKind::Dispatch) => {
                Self::OutcomeUnknown
            }
            _ => Self::Other,
        }
    }
}

/// Says what a refusal of either operation means, where the service's own text does not.
pub(super) async fn explain(ttl: &TimeToLive, error: Error) -> Error {
    let creating =
        error.code() == Some("ValidationException") && error.message().contains("CREATING state");
    if creating || error.is_table_in_use() {
        return error.reworded(
            ErrorKind::TableInUse,
            "the table is being created or changed: set up TTL when it is active",
        );
    }
    if error.code() == Some("ValidationException") && has_strong_consistency(ttl).await {
        return error.reworded(
            ErrorKind::TtlUnsupported,
            "the table is a global table with multi-Region strong consistency, which has no TTL: delete expired items yourself, or use a global table with eventual consistency",
        );
    }
    error
}

/// What such a table's refusal says is not documented, so the table itself is asked.
async fn has_strong_consistency(ttl: &TimeToLive) -> bool {
    let described = ttl
        .client()
        .describe_table()
        .table_name(ttl.table())
        .send()
        .await;
    described.is_ok_and(|reply| {
        reply
            .table()
            .and_then(|table| table.multi_region_consistency())
            == Some(&MultiRegionConsistency::Strong)
    })
}

#[cfg(test)]
mod tests {
    use super::Refusal;
    use crate::{Error, ErrorKind};

    fn refused(code: &str, message: &str) -> Refusal {
        Refusal::of(&Error::new(ErrorKind::Service, message).with_code(Some(code), None))
    }

    #[test]
    fn refusals_are_told_apart_by_code_and_text() {
        for (message, refusal) in [
            ("TimeToLive is already enabled", Refusal::Overtaken),
            ("TimeToLive is already disabled", Refusal::Overtaken),
            (
                "TimeToLive is active on a different AttributeName: current AttributeName is x",
                Refusal::Overtaken,
            ),
            (
                "Time to live has been modified multiple times within a fixed interval",
                Refusal::TooSoon,
            ),
            ("1 validation error detected", Refusal::Other),
        ] {
            assert_eq!(
                refused("ValidationException", message),
                refusal,
                "{message}"
            );
            assert_eq!(refused("LimitExceededException", message), Refusal::Other);
        }
        assert_eq!(
            refused("InternalServerError", "The request processing has failed."),
            Refusal::OutcomeUnknown
        );
        for kind in [ErrorKind::Timeout, ErrorKind::Dispatch] {
            assert_eq!(
                Refusal::of(&Error::new(kind, "no answer")),
                Refusal::OutcomeUnknown
            );
        }
    }
}
