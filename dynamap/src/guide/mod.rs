//! The guide: from the first query to what the derive generates.
//!
//! | page | what it is about |
//! | --- | --- |
//! | [Quick start](quick_start) | a table, its writes and its first query |
//! | [Keys and indexes](keys) | what identifies an item, and what finds it; composed keys |
//! | [Versions](versions) | stale writers, conditions, lost answers |
//! | [Time](time) | units, types, stamps, the clock, retries |
//! | [Time to live](ttl) | expiry as it is computed, checked and read |
//! | [TTL of a table](ttl_setup) | the table's setting: on, renamed, restored, global |
//! | [TTL: audit and repair](ttl_audit_repair) | wrong TTLs that are stored already |
//! | [The command](command) | `dynamap`: convert, set up, audit, repair, show |
//! | [Queries](queries) | ranges, pages, cursors, filters, projections, indexes that hold a part |
//! | [Batches and transactions](batches_transactions) | many items at once, all of them or none |
//! | [Single tables](single_table) | several types in one table, a partition read back whole |
//! | [Time series](time_series) | buckets, shards, ranges over them, hot partitions, late events |
//! | [Streams](streams) | changes of a table: records, Lambda, a reader, expired items in an archive |
//! | [Rollups](rollups) | aggregates from a stream, which count every change once |
//! | [Schema](schema) | templates, a live table beside its declaration, missing indexes |
//! | [Errors](errors) | what went wrong, and what to do |
//! | [Observability](observability) | spans of `tracing`, consumed capacity |
//! | [Testing](testing) | the embedded engine and a clock that stands still |
//! | [Types](types) | the stored form of every Rust type |
//! | [Generated code](generated_code) | what the derive generates, in full |
//! | [Speed](speed) | what a request costs beside the SDK alone, and where it costs more |
//! | [Choices](choices) | what dynamap does where mappers differ |
//!
//! The options of the derives are listed at [`DynamoItem`](derive@crate::DynamoItem),
//! [`DynamoValue`](derive@crate::DynamoValue), [`DynamoProjection`](derive@crate::DynamoProjection),
//! [`DynamoCollection`](derive@crate::DynamoCollection) and [`DynamoRollup`](derive@crate::DynamoRollup). Every example here is compiled and run by the tests.

#[doc = include_str!("../../docs/batches_transactions.md")]
pub mod batches_transactions {}

#[doc = include_str!("../../docs/choices.md")]
pub mod choices {}

#[doc = include_str!("../../docs/command.md")]
pub mod command {}

#[doc = include_str!("../../docs/errors.md")]
pub mod errors {}

// The code is a copy of a snapshot of the derive's tests, since a package holds only its own files; a
// test of dynamap-tests compares the two. Before it stand the types that it is about.
#[doc = include_str!("../../docs/generated_code.md")]
#[doc = "```rust"]
#[doc = include_str!("../../docs/generated_types.rs")]
#[doc = include_str!("../../docs/generated_order.rs")]
#[doc = "# fn main() {}"]
#[doc = "```"]
pub mod generated_code {}

#[doc = include_str!("../../docs/keys.md")]
pub mod keys {}

#[doc = include_str!("../../docs/observability.md")]
pub mod observability {}

#[doc = include_str!("../../docs/queries.md")]
pub mod queries {}

#[doc = include_str!("../../docs/quick_start.md")]
pub mod quick_start {}

#[doc = include_str!("../../docs/rollups.md")]
pub mod rollups {}

#[doc = include_str!("../../docs/schema.md")]
pub mod schema {}

#[doc = include_str!("../../docs/single_table.md")]
pub mod single_table {}

#[doc = include_str!("../../docs/speed.md")]
pub mod speed {}

#[doc = include_str!("../../docs/streams.md")]
pub mod streams {}

#[doc = include_str!("../../docs/testing.md")]
pub mod testing {}

#[doc = include_str!("../../docs/time.md")]
pub mod time {}

#[doc = include_str!("../../docs/time_series.md")]
pub mod time_series {}

#[doc = include_str!("../../docs/ttl.md")]
pub mod ttl {}

#[doc = include_str!("../../docs/ttl_setup.md")]
pub mod ttl_setup {}

#[doc = include_str!("../../docs/ttl_audit_repair.md")]
pub mod ttl_audit_repair {}

#[doc = include_str!("../../docs/types.md")]
pub mod types {}

#[doc = include_str!("../../docs/versions.md")]
pub mod versions {}
