//! Rollups: what changes do to rows, and that each does it once.

mod claims;
mod counts;
mod declared;
mod extremes;
mod failures;
mod recompute;
mod starting;
mod storm;
mod support;
