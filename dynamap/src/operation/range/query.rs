//! A range over the partitions of one key: the settings and ends it shares with a query, and its own.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;

use super::explain::{PlannedRequest, explain};
use crate::expression::{
    Comparator, Condition, FilterOf, GivenBy, Projected, Projection, ProjectionBy, ReadableBy,
    Whole,
};
use crate::key::{
    AccessPath, ConsistentPath, Cursor, HasSortKey, Narrowed, NotNarrowed, PrefixSorted,
    RangeBound, Selection, SortBound, SortLayout, SortState, TimeSorted, WholePartition,
    begins_with, between, compare, within,
};
use crate::operation::page::{ItemStream, Page, PageStream, ReadRow};
use crate::operation::partition_read::{check_bounds, partition_read};
use crate::operation::prefix::Prefix;
use crate::operation::read::ReadCore;
use crate::operation::read_futures::{AllItems, FirstItem, FirstPage};
use crate::operation::read_pages::Pages;
use crate::operation::terminal::read_terminals;
use crate::time::{Moment, PointInTime};
use crate::{DynamoItem, Error, Result};

type Marker<T, I, S> = PhantomData<fn() -> (T, I, S)>;

/// A range over the time buckets and write shards of one key; the generated `range` and `buckets`
/// methods start it.
///
/// Its items come bucket after bucket, and in each bucket in the order of the sort key over all shards:
/// one ordered stream, oldest first (ascending) unless it says otherwise. `I` is the access path, `S` whether
/// the sort key has a condition, `P` what is read of each item.
///
/// It is lazy. The first item of a stream comes after one page of each shard of the first bucket that has
/// items; while later items are wanted, shards that run low and buckets to come are read ahead. Nothing
/// is in flight while the stream is not polled. It holds a page per shard, or
/// [`concurrency`](Self::concurrency) pages if that is more, and of each at most a quarter of the page before it,
/// however long the range is.
///
/// A page of [`pages`](Self::pages) or [`send`](Self::send) costs at most one request per shard, besides those
/// that find a bucket empty. It ends with its bucket, and where a shard has to be asked again. It is empty only
/// if a filter left nothing of it, or if it is the last. A failed request ends the stream, with the
/// bucket and shard in its error; what came before it is given out first.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup_time_series.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (readings, clock) = setup().await?;
/// readings.create(reading("123", datetime!(2025-03-21 23:59 UTC), "a")).send().await?;
/// readings.create(reading("123", datetime!(2025-03-22 0:01 UTC), "b")).send().await?;
///
/// // Two days of four shards each: eight partitions, one stream.
/// let night = datetime!(2025-03-21 22:00 UTC)..datetime!(2025-03-22 2:00 UTC);
/// let mut stream = readings.range("123", night).newest_first().take(10).stream();
/// let mut ids = Vec::new();
/// while let Some(reading) = stream.next().await {
///     ids.push(reading?.id);
/// }
/// assert_eq!(ids, ["b", "a"]);
/// # Ok(())
/// # }
/// ```
#[must_use = "the range is not read until it is sent"]
pub struct RangeQuery<T, I, S = WholePartition, P = Whole> {
    core: ReadCore,
    fault: Option<Error>,
    projection: P,
    marker: Marker<T, I, S>,
}

impl<T, I, S, P> RangeQuery<T, I, S, P> {
    pub(super) fn new(core: ReadCore, fault: Option<Error>, projection: P) -> Self {
        Self {
            core,
            fault,
            projection,
            marker: PhantomData,
        }
    }

    /// Refuses, before anything is sent, a range that touches more than so many buckets; 1,000 unless it
    /// says otherwise.
    pub fn max_buckets(mut self, buckets: u64) -> Self {
        if let Some(plan) = &mut self.core.range {
            plan.max_buckets = buckets;
        }
        self
    }

    /// How many requests are in flight at most; by default as many as the key has shards, and 16 at most.
    ///
    /// More of them than shards read later buckets ahead.
    pub fn concurrency(mut self, requests: usize) -> Self {
        if let Some(plan) = &mut self.core.range {
            plan.concurrency = Some(requests);
        }
        self
    }
}

impl<T: DynamoItem, I: AccessPath<Item = T>, S, P> RangeQuery<T, I, S, P> {
    pub(super) fn within_bounds(
        self,
        start: Bound<RangeBound>,
        end: Bound<RangeBound>,
    ) -> RangeQuery<T, I, Narrowed, P> {
        let selection = within(self.layout(), start, end);
        self.narrow(selection)
    }

    /// The requests that the range starts with, one per partition, in the order of reading; nothing is
    /// sent.
    ///
    /// A partition of more than one page takes further requests, and a stream that is not read to its end
    /// takes fewer. The plan shows key values, in full.
    pub fn explain(&self) -> Result<Vec<PlannedRequest>> {
        if let Some(fault) = &self.fault {
            return Err(self.core.named(fault.again()));
        }
        explain(&self.core).map_err(|error| self.core.named(error))
    }
}

partition_read!(RangeQuery);

read_terminals!(RangeQuery<T, I, S, P> where P: Projection<T> + Send + Sync + 'static);

impl<T, I, S, P> fmt::Debug for RangeQuery<T, I, S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RangeQuery")
            .field("table", &self.core.shared.table)
            .field("index", &self.core.index)
            .finish_non_exhaustive()
    }
}
