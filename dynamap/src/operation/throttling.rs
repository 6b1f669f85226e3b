//! What the service's reasons for throttling mean, and what to do about each.

use std::fmt::Write;

use aws_sdk_dynamodb::types::ThrottlingReason;

/// One limit that was met: the last part of a reason, as in `TableWriteKeyRangeThroughputExceeded`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    KeyRange,
    Provisioned,
    OnDemandMaximum,
    Account,
}

const LIMITS: [(&str, Limit); 4] = [
    ("KeyRangeThroughputExceeded", Limit::KeyRange),
    ("ProvisionedThroughputExceeded", Limit::Provisioned),
    ("MaxOnDemandThroughputExceeded", Limit::OnDemandMaximum),
    ("AccountLimitExceeded", Limit::Account),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Read,
    Write,
}

/// A reason in its parts; `None` for one that is not known.
struct Parts {
    is_index: bool,
    direction: Direction,
    limit: Limit,
}

impl Parts {
    fn of(reason: &str) -> Option<Self> {
        let (is_index, rest) = match reason.strip_prefix("Table") {
            Some(rest) => (false, rest),
            None => (true, reason.strip_prefix("Index")?),
        };
        let (direction, rest) = match rest.strip_prefix("Read") {
            Some(rest) => (Direction::Read, rest),
            None => (Direction::Write, rest.strip_prefix("Write")?),
        };
        let (_, limit) = LIMITS.into_iter().find(|(name, _)| *name == rest)?;
        Some(Self {
            is_index,
            direction,
            limit,
        })
    }

    fn advice(&self) -> String {
        let units = match self.direction {
            Direction::Read => "read",
            Direction::Write => "write",
        };
        match self.limit {
            Limit::KeyRange => {
                let most = match self.direction {
                    Direction::Read => "3,000",
                    Direction::Write => "1,000",
                };
                let index = match (self.is_index, self.direction) {
                    (true, Direction::Write) => ", and a hot index slows the table's writes",
                    _ => "",
                };
                format!(
                    "a partition key is hot: its partition serves {most} {units} units a second at \
                     most{index}; more capacity does not help, more `shards`, or keys that differ \
                     more, do (see `dynamap::guide::time_series`)"
                )
            }
            Limit::Provisioned => format!(
                "raise the provisioned {units} capacity, let it scale, or switch to on-demand"
            ),
            Limit::OnDemandMaximum => {
                format!("raise the maximum that is set for on-demand {units}s, or slow down")
            }
            Limit::Account => {
                format!("raise the account's quota of {units} units for one table, or slow down")
            }
        }
    }
}

/// Whether a partition was hot, which more capacity does not cure.
pub(crate) fn is_key_range(reason: &ThrottlingReason) -> bool {
    reason
        .reason()
        .and_then(Parts::of)
        .is_some_and(|parts| parts.limit == Limit::KeyRange)
}

/// The reasons in words: what was throttled, by which limit, what to do. `None` without reasons.
pub(crate) fn explain(reasons: &[ThrottlingReason]) -> Option<String> {
    let mut named = Vec::new();
    let mut text = String::new();
    for each in reasons {
        // A word, and no other text, however the service came by it.
        let Some(reason) = each.reason().filter(|reason| is_word(reason)) else {
            continue;
        };
        let subject = Subject::of(each.resource(), reason);
        if named.contains(&(reason, subject)) {
            continue;
        }
        named.push((reason, subject));
        let separator = if text.is_empty() { "" } else { "; and " };
        let advice = Parts::of(reason).map_or_else(|| "slow down".to_owned(), |it| it.advice());
        // Writing to a `String` cannot fail.
        let _ = match subject {
            Subject::Index(name) => {
                write!(
                    text,
                    "{separator}index `{name}` is throttled, {reason}: {advice}"
                )
            }
            Subject::SomeIndex => {
                write!(text, "{separator}an index is throttled, {reason}: {advice}")
            }
            Subject::Table => write!(
                text,
                "{separator}the table is throttled, {reason}: {advice}"
            ),
        };
    }
    (!text.is_empty()).then_some(text)
}

/// What was throttled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject<'a> {
    Table,
    Index(&'a str),
    SomeIndex,
}

impl<'a> Subject<'a> {
    /// From an ARN, `…:table/NAME` or `…:table/NAME/index/NAME`; without one, from the reason.
    fn of(resource: Option<&'a str>, reason: &str) -> Self {
        let index = resource.and_then(|arn| arn.split_once("/index/"));
        match index {
            Some((_, name)) => Self::Index(name),
            None if reason.starts_with("Index") => Self::SomeIndex,
            None => Self::Table,
        }
    }
}

fn is_word(reason: &str) -> bool {
    !reason.is_empty() && reason.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
