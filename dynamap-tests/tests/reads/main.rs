//! Queries, scans and point reads: what they send and what they give back.

mod ranges;
