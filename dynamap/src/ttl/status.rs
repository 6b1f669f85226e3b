//! What `DescribeTimeToLive` says, beside what is declared.

use std::fmt;

use aws_sdk_dynamodb::types::{TimeToLiveDescription, TimeToLiveStatus};

use super::{TimeToLive, refusal};
use crate::operation::{Operation, Trace, failed};
use crate::{Error, ErrorKind, Result};

pub(super) const DESCRIBE: &str = "DescribeTimeToLive";

/// Whether a table's TTL is on.
///
/// A table whose TTL was never set up is [`Disabled`](Self::Disabled).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum State {
    /// `ENABLED`.
    Enabled,
    /// `ENABLING`: it will be on within about an hour.
    Enabling,
    /// `DISABLING`: it is off, but deletes go on for about half an hour.
    Disabling,
    /// `DISABLED`.
    Disabled,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Enabled => "enabled",
            Self::Enabling => "being enabled",
            Self::Disabling => "being disabled",
            Self::Disabled => "disabled",
        })
    }
}

/// A table's TTL setting beside the declared attribute; [`TimeToLive::status`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    table: String,
    declared: String,
    state: State,
    attribute: Option<String>,
}

impl Status {
    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The declared attribute.
    pub fn declared(&self) -> &str {
        &self.declared
    }

    /// Whether the table's TTL is on.
    pub fn state(&self) -> State {
        self.state
    }

    /// The attribute that the table's TTL is on; none if it is off.
    pub fn attribute(&self) -> Option<&str> {
        self.attribute.as_deref()
    }

    /// Enabled or being enabled, on whatever attribute.
    pub fn is_on(&self) -> bool {
        matches!(self.state, State::Enabled | State::Enabling)
    }

    /// On, and on the declared attribute.
    pub fn matches(&self) -> bool {
        self.is_on() && self.attribute.as_deref() == Some(self.declared.as_str())
    }

    /// The table's attribute is the declared one but for upper and lower case. DynamoDB matches names
    /// exactly, so that no declared item expires.
    pub fn differs_only_by_case(&self) -> bool {
        self.attribute
            .as_deref()
            .is_some_and(|attribute| differs_only_by_case(attribute, &self.declared))
    }

    /// The error of a table whose TTL is on another attribute, with this advice.
    pub(super) fn mismatch(&self, advice: &str) -> Error {
        let message = format!("{}: {advice}", self.difference());
        Error::new(ErrorKind::TtlMismatch, message)
            .on_attribute(&self.declared)
            .with_ttl_attribute(self.attribute().unwrap_or_default())
            .during(DESCRIBE, &self.table)
    }

    fn difference(&self) -> String {
        let attribute = self.attribute().unwrap_or_default();
        let declared = &self.declared;
        let state = self.state;
        if self.differs_only_by_case() {
            format!(
                "TTL is {state} on `{attribute}`, which differs from the declared `{declared}` only by case (DynamoDB matches names exactly)"
            )
        } else {
            format!("TTL is {state} on `{attribute}`, not on the declared `{declared}`")
        }
    }

    fn from_sdk(ttl: &TimeToLive, description: Option<TimeToLiveDescription>) -> Result<Self> {
        let unreadable =
            |what: &str| Error::new(ErrorKind::Service, what).during(DESCRIBE, ttl.table());
        let description = description.unwrap_or_else(|| TimeToLiveDescription::builder().build());
        let state = match description.time_to_live_status {
            Some(TimeToLiveStatus::Enabled) => State::Enabled,
            Some(TimeToLiveStatus::Enabling) => State::Enabling,
            Some(TimeToLiveStatus::Disabling) => State::Disabling,
            Some(TimeToLiveStatus::Disabled) => State::Disabled,
            _ => return Err(unreadable("the answer has no TTL status that is known")),
        };
        let status = Self {
            table: ttl.table().to_owned(),
            declared: ttl.attribute().to_owned(),
            state,
            attribute: description.attribute_name,
        };
        if status.is_on() && status.attribute.is_none() {
            return Err(unreadable("TTL is on, but the answer names no attribute"));
        }
        Ok(status)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, state) = (&self.table, self.state);
        if self.matches() {
            write!(f, "table `{table}`: TTL is {state} on `{}`", self.declared)
        } else if self.is_on() {
            write!(f, "table `{table}`: {}", self.difference())
        } else {
            write!(f, "table `{table}`: TTL is {state}")
        }
    }
}

/// Whether two names are one but for upper and lower case.
pub(crate) fn differs_only_by_case(one: &str, other: &str) -> bool {
    // Asked of every attribute of every item that is audited.
    let is_ascii = one.is_ascii() && other.is_ascii();
    one != other
        && (one.eq_ignore_ascii_case(other)
            || !is_ascii && one.to_lowercase() == other.to_lowercase())
}

impl TimeToLive {
    /// `DescribeTimeToLive`: whether the table's TTL is on, and whether it is on the declared attribute.
    ///
    /// DynamoDB answers at most ten of these per second and account.
    #[must_use = "futures do nothing unless awaited"]
    pub fn status(&self) -> impl Future<Output = Result<Status>> + Send + use<> {
        let ttl = self.clone();
        async move {
            let trace = Trace::start(Operation::TtlStatus, DESCRIBE, ttl.table(), None);
            trace.run(ttl.describe()).await
        }
    }

    /// `DescribeTimeToLive`, and an error unless TTL is on with the declared attribute.
    ///
    /// For the start of an application and after a restore: a table that comes from a backup has its
    /// TTL off. The error is of kind [`TtlDisabled`](ErrorKind::TtlDisabled) or
    /// [`TtlMismatch`](ErrorKind::TtlMismatch).
    #[must_use = "futures do nothing unless awaited"]
    pub fn verify(&self) -> impl Future<Output = Result<Status>> + Send + use<> {
        let ttl = self.clone();
        async move {
            let trace = Trace::start(Operation::TtlVerify, DESCRIBE, ttl.table(), None);
            trace.run(ttl.verify_within()).await
        }
    }

    async fn verify_within(&self) -> Result<Status> {
        let status = self.describe().await?;
        if status.matches() {
            return Ok(status);
        }
        if status.is_on() {
            return Err(status.mismatch(super::plan::TO_RENAME));
        }
        Err(Error::new(
                ErrorKind::TtlDisabled,
                format!(
                    "TTL is {}, so nothing expires: `ensure()` enables it (a table restored from a backup comes back with TTL off)",
                    status.state
                ),
            )
            .on_attribute(status.declared)
            .during(DESCRIBE, &status.table))
    }

    pub(super) async fn describe(&self) -> Result<Status> {
        let described = self
            .client()
            .describe_time_to_live()
            .table_name(self.table())
            .send()
            .await;
        match described {
            Ok(reply) => Status::from_sdk(self, reply.time_to_live_description),
            Err(error) => Err(refusal::explain(self, failed(error, DESCRIBE, self.table())).await),
        }
    }
}
