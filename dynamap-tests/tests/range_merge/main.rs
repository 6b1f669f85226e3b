//! Ranges over time buckets and write shards: what they send, and the one order they give back.
//!
//! The access paths are written by hand, and the keys of the stored items are made by these tests
//! themselves, so that neither the derive nor the writer of keys can hide a fault of the planner.

mod cursors;
mod expired;
mod failures;
mod fields;
mod laziness;
mod paths;
mod plan;
mod random;
mod requests;
mod row;
