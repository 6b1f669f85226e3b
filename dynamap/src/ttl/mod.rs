//! TTL: the table's setting, and the values that it deletes by.
//!
//! DynamoDB deletes an item whose TTL attribute is a Number of epoch seconds in the past, typically
//! within a few days. Which attribute that is is a setting of the table; nothing checks the values.
//! [`TimeToLive`] looks after both, for a derived type ([`Table::ttl`](crate::Table::ttl)) or for any table by
//! name; [`inspect`] says what a value means as a TTL, and which number to store instead.

mod audit;
mod class;
mod classify;
mod handle;
mod inspect;
mod magnitude;
mod pace;
mod plan;
mod position;
mod propose;
mod refusal;
mod repair;
mod repair_report;
mod report;
mod setup;
mod status;
mod tally;
#[cfg(test)]
mod tests;
mod walk;

pub use audit::{Audit, Progress};
pub use class::Class;
pub use classify::Rule;
pub use handle::TimeToLive;
pub use inspect::{
    Form, InspectError, Inspection, Preset, Warning, inspect, inspect_at, inspect_value, presets,
    presets_at,
};
pub use magnitude::Magnitude;
pub use plan::{Plan, Step};
pub use position::Position;
pub use repair::Repair;
pub use repair_report::{Change, RepairFailure, RepairReport};
pub use report::Report;
pub use setup::Done;
pub use status::{State, Status};

pub(crate) use classify::FIVE_YEARS;
