//! What has to be done to a table's TTL setting.

use std::fmt;

use super::status::DESCRIBE;
use super::{Done, Status, TimeToLive};
use crate::operation::{Operation, Trace};
use crate::ttl::State;
use crate::{Error, Result};

pub(super) const TO_RENAME: &str = "`rename()` disables it, waits until it is disabled and enables it on the declared attribute; deletes by the old one go on for about half an hour, and DynamoDB takes one change per hour";
const TO_DISABLE: &str = "name that attribute to disable it";

/// What the setting is wanted to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// On with the declared attribute, unless it is on with another.
    Ensure,
    /// On with the declared attribute, whatever it is on with now.
    Rename,
    /// Off, unless it is on with another attribute than the declared one.
    Disable,
}

/// One step towards the wanted setting.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// `UpdateTimeToLive`: off. It must name the attribute that TTL is on.
    Disable {
        /// That attribute.
        attribute: String,
    },
    /// `DescribeTimeToLive`, until it says `DISABLED`.
    WaitUntilDisabled,
    /// `UpdateTimeToLive`: on.
    Enable {
        /// The declared attribute.
        attribute: String,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disable { attribute } => write!(
                f,
                "disable TTL on `{attribute}` (UpdateTimeToLive); deletes go on for about half an hour"
            ),
            Self::WaitUntilDisabled => {
                f.write_str("wait until TTL is disabled (DescribeTimeToLive)")
            }
            Self::Enable { attribute } => write!(
                f,
                "enable TTL on `{attribute}` (UpdateTimeToLive); it takes about an hour to act everywhere"
            ),
        }
    }
}

impl Goal {
    /// The steps from here; if TTL is on with another attribute, what to do about it.
    pub(super) fn steps(self, status: &Status) -> Result<Vec<Step>, &'static str> {
        let disable = |attribute: &str| Step::Disable {
            attribute: attribute.to_owned(),
        };
        let enable = || Step::Enable {
            attribute: status.declared().to_owned(),
        };
        let attribute = status.attribute().unwrap_or_default();
        Ok(match (status.state(), self) {
            (State::Enabled | State::Enabling, Self::Ensure | Self::Rename) if status.matches() => {
                vec![]
            }
            (State::Enabled | State::Enabling, Self::Ensure) => {
                return Err(TO_RENAME);
            }
            (State::Enabled | State::Enabling, Self::Rename) => {
                vec![disable(attribute), Step::WaitUntilDisabled, enable()]
            }
            (State::Disabling, Self::Ensure | Self::Rename) => {
                vec![Step::WaitUntilDisabled, enable()]
            }
            (State::Disabled, Self::Ensure | Self::Rename) => vec![enable()],
            (State::Enabled | State::Enabling, Self::Disable) if status.matches() => {
                vec![disable(attribute)]
            }
            (State::Enabled | State::Enabling, Self::Disable) => {
                return Err(TO_DISABLE);
            }
            (State::Disabling | State::Disabled, Self::Disable) => vec![],
        })
    }
}

/// What would be done to a table's TTL setting; [`TimeToLive::plan`]. Printed, it is a dry run's output.
#[derive(Debug)]
#[must_use = "nothing is changed until the plan is applied"]
pub struct Plan {
    ttl: TimeToLive,
    goal: Goal,
    status: Status,
    steps: Vec<Step>,
    advice: Option<&'static str>,
}

impl Plan {
    /// The setting as it was when the plan was made.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// What would be done, in this order; empty if there is nothing to do, or if it would be
    /// [refused](Self::refusal).
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Why nothing would be done: TTL is on with another attribute.
    pub fn refusal(&self) -> Option<Error> {
        self.advice.map(|advice| self.status.mismatch(advice))
    }

    /// The setting is as wanted: no request would change it.
    pub fn is_done(&self) -> bool {
        self.steps.is_empty() && self.advice.is_none()
    }

    /// Carries the plan out, and says what was done.
    ///
    /// The setting is looked at anew before each step: what has changed since the plan was made
    /// counts.
    #[must_use = "futures do nothing unless awaited"]
    pub fn apply(self) -> impl Future<Output = Result<Done>> + Send + use<> {
        self.ttl.carry_out(self.goal)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        if let Some(advice) = self.advice {
            return write!(f, "\nrefused: {advice}");
        }
        if self.steps.is_empty() {
            return f.write_str("\nnothing to do");
        }
        for (index, step) in self.steps.iter().enumerate() {
            write!(f, "\n{}. {step}", index + 1)?;
        }
        Ok(())
    }
}

impl TimeToLive {
    /// What [`ensure`](Self::ensure) would do. Sends `DescribeTimeToLive` and changes nothing.
    #[must_use = "futures do nothing unless awaited"]
    pub fn plan(&self) -> impl Future<Output = Result<Plan>> + Send + use<> {
        self.clone().plan_for(Goal::Ensure)
    }

    /// What [`rename`](Self::rename) would do. Sends `DescribeTimeToLive` and changes nothing.
    #[must_use = "futures do nothing unless awaited"]
    pub fn plan_rename(&self) -> impl Future<Output = Result<Plan>> + Send + use<> {
        self.clone().plan_for(Goal::Rename)
    }

    /// What [`disable`](Self::disable) would do. Sends `DescribeTimeToLive` and changes nothing.
    #[must_use = "futures do nothing unless awaited"]
    pub fn plan_disable(&self) -> impl Future<Output = Result<Plan>> + Send + use<> {
        self.clone().plan_for(Goal::Disable)
    }

    async fn plan_for(self, goal: Goal) -> Result<Plan> {
        let trace = Trace::start(Operation::TtlPlan, DESCRIBE, self.table(), None);
        let plan = self.clone().plan_within(goal);
        trace.run(plan).await
    }

    async fn plan_within(self, goal: Goal) -> Result<Plan> {
        self.check_attribute()?;
        let status = self.describe().await?;
        let (steps, advice) = match goal.steps(&status) {
            Ok(steps) => (steps, None),
            Err(advice) => (Vec::new(), Some(advice)),
        };
        Ok(Plan {
            ttl: self,
            goal,
            status,
            steps,
            advice,
        })
    }
}
