//! Ranges over the partitions of one key: its time buckets and its write shards.
//!
//! A [`Plan`](plan::Plan) says which partitions a range touches, a [`Merge`] reads them lane by lane and gives
//! their rows out in one order, and a position in that order is where a cursor goes on.

mod clamp;
mod count;
mod elsewhere;
mod explain;
mod lane;
mod merge;
mod partitions;
mod plan;
mod query;
mod resume;
mod round;
mod span;
mod traits;

pub(crate) use count::count;
pub use explain::PlannedRequest;
pub(crate) use merge::Merge;
pub use partitions::Partitions;
pub(crate) use plan::Plan;
pub use query::RangeQuery;
pub use traits::{AnyRange, BothEnds, BucketedByField, OnePartitionRead, RangeOver, ShardedAlone};
