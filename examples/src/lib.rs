//! Programs that show dynamap at work; each is an example target of this package, and
//! `cargo run --example NAME` from the workspace's root runs it.
//!
//! | example | what it covers |
//! | --- | --- |
//! | `orders` | units, stamps, ranges, TTL on read, versions, prepared writes |
//! | `sessions` | TTL from sign-in to sweep; audit and repair of a table whose TTLs went wrong |
//! | `devices` | time series: buckets, shards, ranges over them, cursors, TTL from the event time |
//! | `lambda` | a Lambda function over recorded events: typed changes, a partial failure, redelivery |
//! | `expired_archive` | a reader of a stream, checkpoints and leases, expired items in a file, a crash |
//! | `rollups` | hourly and daily aggregates from a stream, counted once through redelivery and a crash |
//!
//! Here is what several of them share: the command line, and the client.

mod arguments;
mod connection;

pub use arguments::Arguments;
pub use connection::connect;
