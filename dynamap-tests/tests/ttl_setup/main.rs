//! The table's TTL setting: looked at, planned, changed, verified.
//!
//! The states `ENABLING` and `DISABLING`, the hour between two changes, races and the refusals of other
//! kinds of tables are scripted, as no engine has them.

mod disable;
mod ensure;
mod plan;
mod refusals;
mod rename;
mod scene;
mod status;
