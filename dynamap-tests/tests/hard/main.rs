//! What a table may hold, and what callers may do, beyond what anybody expects.

mod batches;
mod clients;
mod clocks;
mod keys;
mod nesting;
mod races;
mod unexpected;
