//! Changing a table's TTL setting, step by step.

use std::fmt;
use std::time::Duration;

use aws_sdk_dynamodb::types::TimeToLiveSpecification;

use super::TimeToLive;
use super::plan::{Goal, Step};
use super::refusal::{Refusal, explain};
use super::status::DESCRIBE;
use crate::operation::{Operation, Patience, Trace, failed};
use crate::time::{Resolution, TimeFormat};
use crate::{Error, ErrorKind, Result};

const UPDATE: &str = "UpdateTimeToLive";
/// Between two looks at a table whose TTL is being disabled; `DescribeTimeToLive` is limited to ten per
/// second and account.
const FIRST_LOOK: Duration = Duration::from_secs(1);
const LONGEST_LOOK: Duration = Duration::from_secs(10);
/// [`UpdateTimeToLive`](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_`UpdateTimeToLive`.html):
/// one change per table and hour. It was seen to take the next one after half an hour.
const INTERVAL: Duration = Duration::from_hours(1);
/// Between two attempts to change a setting that was changed within the hour.
const INTERVAL_LOOK: Duration = Duration::from_mins(5);

/// What was done to a table's TTL setting.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Done {
    /// Nothing: TTL was on with the declared attribute.
    AlreadyEnabled,
    /// TTL was enabled.
    Enabled,
    /// TTL was disabled on one attribute and enabled on the declared one.
    Renamed {
        /// The attribute that it was on.
        from: String,
    },
    /// Nothing: TTL was off, or being disabled.
    AlreadyDisabled,
    /// TTL was disabled.
    Disabled,
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyEnabled => f.write_str("TTL was enabled already"),
            Self::Enabled => {
                f.write_str("TTL was enabled; it takes about an hour to act everywhere")
            }
            Self::Renamed { from } => write!(
                f,
                "TTL was disabled on `{from}` and enabled on the declared attribute; it takes about an hour to act everywhere"
            ),
            Self::AlreadyDisabled => f.write_str("TTL was disabled already"),
            Self::Disabled => f.write_str("TTL was disabled; deletes go on for about half an hour"),
        }
    }
}

/// A step that was taken, and the error if it may have failed.
struct Attempt {
    step: Step,
    refused: Option<Error>,
}

impl TimeToLive {
    /// Turns TTL on with the declared attribute, if it is off.
    ///
    /// `DescribeTimeToLive` comes first: if TTL is on with the declared attribute, nothing else is sent.
    /// If it is being disabled, that is awaited. If it is on with another attribute, the error
    /// is of kind [`TtlMismatch`](ErrorKind::TtlMismatch) and nothing is changed: see
    /// [`rename`](Self::rename). DynamoDB takes one change per table and hour; an earlier one is refused
    /// with [`TtlChangedRecently`](ErrorKind::TtlChangedRecently). A table that is not active
    /// gives [`TableInUse`](ErrorKind::TableInUse), one with multi-Region strong consistency
    /// [`TtlUnsupported`](ErrorKind::TtlUnsupported).
    #[must_use = "futures do nothing unless awaited"]
    pub fn ensure(&self) -> impl Future<Output = Result<Done>> + Send + use<> {
        self.clone().carry_out(Goal::Ensure)
    }

    /// Turns TTL on with the declared attribute, and off on the one it is on with.
    ///
    /// TTL is disabled, awaited until it is, and enabled. DynamoDB takes one change per table and
    /// hour, so that after the first change the second is refused for a time, and the call ends with
    /// [`TtlChangedRecently`](ErrorKind::TtlChangedRecently) while TTL is off: call it again after
    /// [`Error::retry_after`], or let it [wait](Self::wait_at_most) for an hour and more. Each call goes
    /// on from where the table is.
    #[must_use = "futures do nothing unless awaited"]
    pub fn rename(&self) -> impl Future<Output = Result<Done>> + Send + use<> {
        self.clone().carry_out(Goal::Rename)
    }

    /// Turns TTL off. Deletes go on for about half an hour; this is not awaited.
    ///
    /// If TTL is on with another attribute than the declared one, the error is of kind
    /// [`TtlMismatch`](ErrorKind::TtlMismatch).
    #[must_use = "futures do nothing unless awaited"]
    pub fn disable(&self) -> impl Future<Output = Result<Done>> + Send + use<> {
        self.clone().carry_out(Goal::Disable)
    }

    pub(super) async fn carry_out(self, goal: Goal) -> Result<Done> {
        let operation = match goal {
            Goal::Ensure => Operation::TtlEnsure,
            Goal::Rename => Operation::TtlRename,
            Goal::Disable => Operation::TtlDisable,
        };
        let trace = Trace::start(operation, UPDATE, self.table(), None);
        let run = self.clone().run(goal);
        trace.run(run).await
    }

    async fn run(self, goal: Goal) -> Result<Done> {
        self.check_attribute()?;
        let mut patience =
            Patience::new(self.client(), self.longest_wait(), FIRST_LOOK, LONGEST_LOOK);
        let mut last: Option<Attempt> = None;
        let mut disabled = None;
        loop {
            let status = self.describe().await?;
            let steps = goal
                .steps(&status)
                .map_err(|advice| status.mismatch(advice))?;
            let Some(step) = steps.into_iter().next() else {
                return Ok(match (goal, disabled) {
                    (Goal::Disable, _) => Done::AlreadyDisabled,
                    (_, Some(from)) => Done::Renamed { from },
                    (_, None) => Done::AlreadyEnabled,
                });
            };
            last = match last {
                Some(attempt) if attempt.step == step => {
                    if let Some(error) = attempt.refused {
                        return Err(error);
                    }
                    // The change was accepted and does not show yet.
                    self.look_again(&mut patience).await?;
                    last = Some(attempt);
                    continue;
                }
                // A refusal says nothing once the setting has moved on.
                other => other.filter(|attempt| attempt.refused.is_none()),
            };
            let (attribute, enabled) = match &step {
                Step::WaitUntilDisabled => {
                    self.look_again(&mut patience).await?;
                    continue;
                }
                Step::Disable { attribute } => (attribute.clone(), false),
                Step::Enable { attribute } => (attribute.clone(), true),
            };
            let refused = match self.update(&attribute, enabled).await {
                Ok(()) if enabled => {
                    return Ok(match disabled {
                        Some(from) => Done::Renamed { from },
                        None => Done::Enabled,
                    });
                }
                Ok(()) if goal == Goal::Disable => return Ok(Done::Disabled),
                Ok(()) => {
                    disabled = Some(attribute);
                    None
                }
                Err(error) => match Refusal::of(&error) {
                    Refusal::Overtaken | Refusal::OutcomeUnknown => Some(error),
                    Refusal::TooSoon => {
                        let paused = patience.pause_for(INTERVAL_LOOK).await;
                        if paused.map_err(|error| error.during(UPDATE, self.table()))? {
                            continue;
                        }
                        return Err(self.too_soon(error, &step));
                    }
                    Refusal::Other => return Err(explain(&self, error).await),
                },
            };
            last = Some(Attempt { step, refused });
        }
    }

    async fn update(&self, attribute: &str, enabled: bool) -> Result<()> {
        let specification = TimeToLiveSpecification::builder()
            .attribute_name(attribute)
            .enabled(enabled)
            .build()
            .map_err(|error| {
                Error::new(ErrorKind::InvalidRequest, "the setting cannot be requested")
                    .with_source(error)
                    .during(UPDATE, self.table())
            })?;
        self.client()
            .update_time_to_live()
            .table_name(self.table())
            .time_to_live_specification(specification)
            .send()
            .await
            .map_err(|error| failed(error, UPDATE, self.table()))?;
        Ok(())
    }

    async fn look_again(&self, patience: &mut Patience) -> Result<()> {
        let paused = patience.pause().await;
        if paused.map_err(|error| error.during(DESCRIBE, self.table()))? {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Timeout,
            format!(
                "TTL was not disabled within {} seconds; DynamoDB may take an hour, and nothing expires meanwhile: call it again, or wait longer with `wait_at_most`",
                self.longest_wait().as_secs()
            ),
        )
        .on_attribute(self.attribute())
        .during(DESCRIBE, self.table()))
    }

    fn too_soon(&self, error: Error, step: &Step) -> Error {
        let seconds = TimeFormat::Iso(Resolution::Seconds);
        let now = self.shared().now();
        let after = seconds.ceil(now.checked_add(INTERVAL).unwrap_or(now));
        let until = seconds
            .text(after)
            .unwrap_or_else(|_| "an hour from now".to_owned());
        let meanwhile = match step {
            Step::Disable { attribute } => format!("TTL stays on `{attribute}`"),
            Step::WaitUntilDisabled | Step::Enable { .. } => "TTL is off".to_owned(),
        };
        error
            .reworded(
                ErrorKind::TtlChangedRecently,
                format!(
                    "the TTL setting was changed within the hour, and DynamoDB takes one change per hour: try again after {until}; until then {meanwhile}"
                ),
            )
            .on_attribute(self.attribute())
            .with_retry_after(after)
    }

    pub(super) fn check_attribute(&self) -> Result<()> {
        if self.attribute().is_empty() {
            return Err(
                Error::new(ErrorKind::InvalidRequest, "the TTL attribute has no name")
                    .during(UPDATE, self.table()),
            );
        }
        Ok(())
    }
}
