//! Queries, scans, point reads and tables: what they send and what they give back.

#![expect(
    clippy::duplicated_attributes,
    reason = "several indexes of one table have the same partition key"
)]

mod conditions;
mod cursors;
mod expired;
mod key_type;
mod keys;
mod pages;
mod projections;
mod ranges;
mod rows;
mod tables;
mod trees;
mod two_attributes;
