//! The `dynamap` command, run as a user runs it.

mod audit;
mod convert;
mod guide;
#[path = "../../examples/faulty_table/prepare.rs"]
mod prepare;
mod presets;
mod repair;
mod service;
mod setup;
mod show;
mod support;
mod usage;
