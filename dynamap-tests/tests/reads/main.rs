//! Queries, scans and point reads: what they send and what they give back.

mod conditions;
mod cursors;
mod expired;
mod keys;
mod pages;
mod projections;
mod ranges;
mod rows;
mod trees;
