//! What a table may hold, and what callers may do, beyond what anybody expects.

mod batches;
mod clients;
mod clocks;
mod composed;
mod forged;
mod index_keys;
mod keys;
mod nesting;
mod partitions;
mod races;
mod series;
mod single_table;
mod unexpected;
