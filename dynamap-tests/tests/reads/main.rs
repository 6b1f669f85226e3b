//! Queries, scans, point reads and tables: what they send and what they give back.

mod conditions;
mod cursors;
mod expired;
mod keys;
mod pages;
mod projections;
mod ranges;
mod rows;
mod tables;
mod trees;
