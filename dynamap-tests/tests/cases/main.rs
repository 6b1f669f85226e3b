//! Faults that people met with other mappers, and facts that other mappers' tests assert: each under its
//! number, where no test of an option or an operation shows it already.

mod expressions;
mod keys;
mod ranges;
mod series;
mod shards;
mod times;
mod times_read;
mod ttl;
mod writes;
