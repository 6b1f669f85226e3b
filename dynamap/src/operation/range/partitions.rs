use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use super::plan::{Plan, Spread};
use super::query::RangeQuery;
use super::traits::{BothEnds, BucketedByField, RangeOver, ShardedAlone};
use crate::expression::{GivenBy, Projected, ProjectedPaths, Projection, ProjectionBy, Whole};
use crate::key::{
    AccessPath, HasSortKey, KeyPart, Narrowed, RangeBound, SortBound, WholePartition,
};
use crate::operation::read::ReadCore;
use crate::operation::read_futures::FirstItem;
use crate::table::Shared;
use crate::time::PointInTime;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// The partitions of one key that has time buckets or write shards; the generated `query` methods of
/// such a key give it.
///
/// There is no query of all of them, since there is no end of buckets: say which range of time is
/// read. `I` is the access path.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup_time_series.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (readings, clock) = setup().await?;
/// readings.create(reading("123", datetime!(2025-03-21 23:59 UTC), "a")).send().await?;
///
/// let week = datetime!(2025-03-16 0:00 UTC)..datetime!(2025-03-23 0:00 UTC);
/// let partitions = readings.query("123");
/// let latest = partitions.latest_within(week).await?;
/// assert_eq!(latest.unwrap().id, "a");
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is read before a range is given and sent"]
pub struct Partitions<T, I, P = Whole> {
    core: ReadCore,
    projection: P,
    stem: Result<(&'static crate::key::KeyLayout, String)>,
    marker: PhantomData<fn() -> (T, I)>,
}

impl<T: DynamoItem, I: AccessPath<Item = T>> Partitions<T, I> {
    pub(crate) fn new(shared: Arc<Shared>, parts: &[&dyn KeyPart]) -> Self {
        let mut core = ReadCore::new(shared, T::SCHEMA, I::PATH.index);
        core.set_path(&I::PATH);
        let stem = match I::PATH.partition {
            Some(layout) => {
                let stem = layout.stem(parts).map_err(Error::from);
                stem.map(|stem| (layout, stem))
            }
            None => Err(Error::new(
                ErrorKind::InvalidRequest,
                "the partition key of this path is not composed: query it as one partition",
            )),
        };
        let stem = stem.map_err(|error| match core.partition_key {
            [attribute, ..] => error.about(attribute.name),
            [] => error,
        });
        Self {
            core,
            projection: Whole::new(),
            stem,
            marker: PhantomData,
        }
    }

    /// Reads structs that derive [`DynamoProjection`](crate::DynamoProjection) instead of the items;
    /// [`RangeQuery::project`] says what of.
    pub fn project<R>(self) -> Partitions<T, I, Projected<R>>
    where
        R: ProjectionBy<I, Item = T>,
    {
        let Self { mut core, stem, .. } = self;
        core.projection = Some(ProjectedPaths::of::<R>());
        Partitions {
            core,
            projection: Projected::new(),
            stem,
            marker: PhantomData,
        }
    }
}

impl<T, I, P> Partitions<T, I, P>
where
    T: DynamoItem,
    I: AccessPath<Item = T>,
    P: Projection<T> + Send + Sync + 'static,
{
    /// The items whose sort keys lie in a range, over all buckets and shards: `a..b` is half-open,
    /// `a..=b` closed, exact in the key's own unit.
    ///
    /// Only the buckets that the range touches are read, each with the condition cut to it; of a key
    /// that is bucketed, the range has to have both ends. An empty range sends no request; a range whose
    /// start lies behind its end is an error, as is one of more than [`max_buckets`](RangeQuery::max_buckets).
    pub fn range<B, R>(self, range: R) -> RangeQuery<T, I, Narrowed, P>
    where
        R: RangeBounds<B>,
        I::Sort: SortBound<B>,
        I::Partition: RangeOver<R>,
    {
        let start = range.start_bound().map(I::Sort::bound);
        let end = range.end_bound().map(I::Sort::bound);
        match <I::Partition as RangeOver<R>>::SPREAD {
            Spread::Shards => {
                let query = self.spread::<WholePartition>(Ok);
                query.within_bounds(start, end)
            }
            spread => {
                let moment = |bound: Bound<RangeBound>| {
                    Ok::<_, Error>(match bound {
                        Bound::Included(bound) => Bound::Included(bound.moment()?),
                        Bound::Excluded(bound) => Bound::Excluded(bound.moment()?),
                        Bound::Unbounded => Bound::Unbounded,
                    })
                };
                self.spread(|plan| plan.bounded(spread, moment(start)?, moment(end)?))
            }
        }
    }

    /// The items of every bucket that a range of time touches, whole buckets each; the sort key may be
    /// narrowed after it.
    ///
    /// The range is over the field that the key is bucketed `of`. Its items are ordered bucket by bucket,
    /// and in each bucket by sort key. A bucket holds all items of its day, hour, …, so that some may lie
    /// outside of the range: filter on the field where that matters.
    pub fn buckets<B, R>(self, range: R) -> RangeQuery<T, I, WholePartition, P>
    where
        B: PointInTime,
        R: RangeBounds<B> + BothEnds,
        I::Partition: BucketedByField,
    {
        let start = range.start_bound().map(PointInTime::to_moment);
        let end = range.end_bound().map(PointInTime::to_moment);
        self.spread(|plan| plan.bounded(Spread::Field, start, end))
    }

    /// The items of all shards, in one order of the sort key, which may be narrowed after it.
    ///
    /// It is for a key that has shards and no buckets: the best of a leaderboard are
    /// `.shards().descending().take(10)`.
    pub fn shards(self) -> RangeQuery<T, I, WholePartition, P>
    where
        I::Partition: ShardedAlone,
    {
        self.of_all()
    }

    pub(super) fn of_all(self) -> RangeQuery<T, I, WholePartition, P> {
        self.spread(Ok)
    }

    /// The item with the largest sort key in a range; `None` if there is none.
    ///
    /// It walks back bucket by bucket: no older bucket is read once a newer one has a live item. Of each
    /// bucket every shard is asked, for one row where nothing is filtered.
    pub fn latest_within<B, R>(self, range: R) -> FirstItem<P::Output>
    where
        P: GivenBy<I>,
        R: RangeBounds<B>,
        I::Sort: SortBound<B> + HasSortKey,
        I::Partition: RangeOver<R>,
    {
        self.range(range).newest_first().first()
    }

    fn spread<S>(self, bound: impl FnOnce(Plan) -> Result<Plan>) -> RangeQuery<T, I, S, P> {
        let Self {
            mut core,
            projection,
            stem,
            ..
        } = self;
        let plan = stem.and_then(|(layout, stem)| {
            let plan = bound(Plan::new(layout, stem));
            plan.map_err(|error| match &core.sort_key {
                Some(sort_key) => error.about(sort_key.name),
                None => error,
            })
        });
        let fault = match plan {
            Ok(plan) => {
                core.range = Some(plan);
                None
            }
            Err(error) => Some(error),
        };
        RangeQuery::new(core, fault, projection)
    }
}

impl<T, I, P> fmt::Debug for Partitions<T, I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partitions")
            .field("table", &self.core.shared.table)
            .field("index", &self.core.index)
            .finish_non_exhaustive()
    }
}
