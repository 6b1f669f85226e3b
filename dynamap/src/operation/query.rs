//! Query: the items of one partition, by ranges of the sort key.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::page::{ItemStream, Page, PageStream, ReadRow};
use super::partition_read::{check_bounds, partition_read};
use super::prefix::Prefix;
use super::read::{PageRequest, ReadCore};
use super::read_futures::{AllItems, FirstItem, FirstPage};
use super::read_pages::Pages;
use super::terminal::read_terminals;
use crate::expression::{
    Comparator, Condition, FilterOf, GivenBy, Projected, Projection, ProjectionBy, ReadableBy,
    Whole,
};
use crate::key::{
    AccessPath, ConsistentPath, Cursor, HasSortKey, Narrowed, NotNarrowed, PrefixSorted,
    RangeBound, Selection, SortBound, SortLayout, SortState, TimeSorted, WholePartition,
    begins_with, between, check_partition_value, compare, within,
};
use crate::table::Shared;
use crate::time::{Moment, PointInTime};
use crate::{DynamoItem, Error, Result};

type Marker<T, I, S> = PhantomData<fn() -> (T, I, S)>;

/// A query of one partition of the table or of an index; the generated `query_…` methods start it.
///
/// Oldest first (ascending) unless it says otherwise. `I` is the access path, `S` whether the sort key
/// has a condition, `P` what is read of each item.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// # clock.set(datetime!(2022-01-31 23:59:59.999 UTC));
/// # orders.create(order("522fb5a5", "order_A")).send().await?;
/// let january = datetime!(2022-01-01 0:00 UTC)..datetime!(2022-02-01 0:00 UTC);
/// let mut pending = orders
///     .query_index("order_A")
///     .within(january) // updated_at BETWEEN 1640995200000 AND 1643673599999
///     .filter(Order::STATUS.eq(Status::Pending))
///     .newest_first()
///     .take(10)
///     .stream();
/// while let Some(order) = pending.next().await {
///     assert_eq!(order?.uuid, "522fb5a5");
/// }
/// # Ok(())
/// # }
/// ```
#[must_use = "the query does nothing until it is sent"]
pub struct Query<T, I, S = WholePartition, P = Whole> {
    pub(super) core: ReadCore,
    pub(super) fault: Option<Error>,
    pub(super) projection: P,
    marker: Marker<T, I, S>,
}

impl<T: DynamoItem, I: AccessPath<Item = T>> Query<T, I> {
    /// A query of the partition with these values of its key attributes.
    pub(crate) fn new(
        shared: Arc<Shared>,
        partition: impl IntoIterator<Item = Result<AttributeValue>>,
    ) -> Self {
        let mut core = ReadCore::new(shared, T::SCHEMA, I::PATH.index);
        core.set_path(&I::PATH);
        Self::in_partition(core, partition, Whole::new())
    }
}

impl<T, I, S, P> Query<T, I, S, P> {
    /// The same query of a partition, which its values may keep from being sent.
    pub(super) fn in_partition(
        mut core: ReadCore,
        partition: impl IntoIterator<Item = Result<AttributeValue>>,
        projection: P,
    ) -> Self {
        let mut fault = None;
        for (attribute, value) in core.partition_key.iter().zip(partition) {
            let value = value.and_then(|value| {
                check_partition_value(attribute, &value)?;
                Ok(value)
            });
            core.target.partition.push(value.unwrap_or_else(|error| {
                fault.get_or_insert(error.about(attribute.name));
                // Never sent: the fault is reported instead.
                AttributeValue::Null(true)
            }));
        }
        Self::of(core, fault, projection)
    }

    pub(super) fn of(core: ReadCore, fault: Option<Error>, projection: P) -> Self {
        Self {
            core,
            fault,
            projection,
            marker: PhantomData,
        }
    }

    /// The same read of other things.
    pub(super) fn reading<Q>(self, projection: Q) -> Query<T, I, S, Q> {
        Query::of(self.core, self.fault, projection)
    }
}

partition_read!(Query);

impl<T, I, S, P> Query<T, I, S, P>
where
    P: Projection<T> + Send + Sync + 'static,
{
    /// The item with the largest sort key: [`newest_first`](Self::newest_first), then [`first`](Self::first).
    pub fn latest(mut self) -> FirstItem<P::Output>
    where
        I: AccessPath<Sort: HasSortKey>,
        P: GivenBy<I>,
    {
        self.core.forward = false;
        self.first()
    }

    /// The SDK's fluent builder of the first request; `None` if the range is empty, so that nothing
    /// would be sent. What it reads may have expired when the answer comes.
    pub fn into_sdk(self) -> Result<Option<QueryFluentBuilder>> {
        let Self { core, fault, .. } = self;
        if let Some(fault) = fault {
            return Err(core.named(fault));
        }
        let start = core.start().map_err(|error| core.named(error))?;
        match core
            .request(&core.target, start, core.take, false)
            .map_err(|error| core.named(error))?
        {
            PageRequest::Query(builder) => Ok(Some(builder)),
            PageRequest::Scan(_) | PageRequest::Nothing => Ok(None),
        }
    }
}

read_terminals!(Query<T, I, S, P> where P: Projection<T> + Send + Sync + 'static);

impl<T, I, S, P> fmt::Debug for Query<T, I, S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("table", &self.core.shared.table)
            .field("index", &self.core.index)
            .finish_non_exhaustive()
    }
}
