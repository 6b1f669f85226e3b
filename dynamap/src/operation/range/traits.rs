use std::ops::{Bound, Range, RangeInclusive};

use crate::key::{AnyPartition, FieldBuckets, Shards, SortBuckets};

use super::plan::Spread;

/// A path whose partitions a range `R` of the sort key can be read from: one whose buckets follow the
/// sort key, or one that has shards and no buckets.
#[diagnostic::on_unimplemented(
    message = "this key has no ranges of its sort key",
    label = "its partitions are `{Self}`",
    note = "a key that is bucketed by another field than the sort key has `.buckets(a..b)`: the range is over that field, and the sort key is narrowed after it",
    note = "a key without buckets and shards is one partition: `.query(…).within(a..b)`"
)]
pub trait RangeOver<R> {
    #[doc(hidden)]
    const SPREAD: Spread;
}

// Without `do_not_recommend`: what is missing is an end of the range, and `BothEnds` says so.
impl<R: BothEnds> RangeOver<R> for SortBuckets {
    const SPREAD: Spread = Spread::SortKey;
}

#[diagnostic::do_not_recommend]
impl<R> RangeOver<R> for Shards {
    const SPREAD: Spread = Spread::Shards;
}

#[diagnostic::do_not_recommend]
impl<R> RangeOver<R> for AnyPartition {
    const SPREAD: Spread = Spread::Shards;
}

/// A range with a start and an end. Of a pair of [`Bound`]s both have to be bounded when it runs.
#[diagnostic::on_unimplemented(
    message = "a range over time buckets needs a start and an end",
    label = "an end of this range is open",
    note = "every bucket of the range is read by a request of its own: write `start..end`, or `start..=end`"
)]
pub trait BothEnds {}

#[diagnostic::do_not_recommend]
impl<B> BothEnds for Range<B> {}

#[diagnostic::do_not_recommend]
impl<B> BothEnds for RangeInclusive<B> {}

#[diagnostic::do_not_recommend]
impl<B> BothEnds for (Bound<B>, Bound<B>) {}

/// A path that is bucketed by another field than its sort key.
#[diagnostic::on_unimplemented(
    message = "this key is not bucketed by a field of its own",
    label = "its partitions are `{Self}`",
    note = "a key that is bucketed by its sort key, or only sharded, has `.range(a..b)`",
    note = "a key without buckets and shards is one partition: `.query(…).within(a..b)`"
)]
pub trait BucketedByField {}

#[diagnostic::do_not_recommend]
impl BucketedByField for FieldBuckets {}

#[diagnostic::do_not_recommend]
impl BucketedByField for AnyPartition {}

/// A path that has write shards and no time buckets.
#[diagnostic::on_unimplemented(
    message = "this key is not one of shards alone",
    label = "its partitions are `{Self}`",
    note = "buckets have no end: say which time is read, by `.range(a..b)` of a key that is bucketed by its sort key, else by `.buckets(a..b)`",
    note = "a key without buckets and shards is one partition, which `.query(…)` reads"
)]
pub trait ShardedAlone {}

#[diagnostic::do_not_recommend]
impl ShardedAlone for Shards {}

#[diagnostic::do_not_recommend]
impl ShardedAlone for AnyPartition {}

/// A path whose items of one query are in one partition, so that it is read as a whole.
#[diagnostic::on_unimplemented(
    message = "this key is spread over many partitions",
    label = "its partitions are `{Self}`",
    note = "a key that is bucketed by its sort key, or sharded, has `.range(a..b)` and `.latest_within(a..b)`",
    note = "a key that is bucketed by another field has `.buckets(a..b)`, one of shards alone `.shards()`; the sort key is narrowed after them"
)]
pub trait OnePartitionRead {}

#[diagnostic::do_not_recommend]
impl OnePartitionRead for AnyPartition {}

/// An item whose table has every kind of range: only one with faults.
#[diagnostic::on_unimplemented(
    message = "the table key of `{Self}` has no range of this kind",
    label = "not how the items of `{Self}` are spread",
    note = "a key without buckets and shards is one partition: `.query(…).within(a..b)`",
    note = "a key that is bucketed by its sort key, or sharded, has `.range(…, a..b)`; one that is bucketed by another field `.buckets(…, a..b)`"
)]
pub trait AnyRange {}
