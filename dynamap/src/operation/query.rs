//! Query: the items of one partition, by ranges of the sort key.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::page::{ItemStream, Page, PageStream, ReadRow};
use super::prefix::Prefix;
use super::read::{PageRequest, ReadCore};
use super::read_pages::Pages;
use super::terminal::read_terminals;
use crate::expression::{Comparator, Condition, FilterOf, Projection, SortCondition, Whole};
use crate::key::{
    AccessPath, ConsistentPath, Cursor, HasSortKey, Narrowed, NotNarrowed, PrefixSorted,
    RangeBound, Selection, SortBound, SortLayout, TimeSorted, WholePartition, between,
    check_partition_value, check_sort_value, compare, within,
};
use crate::schema::KeyAttribute;
use crate::table::Shared;
use crate::time::{Moment, PointInTime};
use crate::{DynamoItem, Error, ErrorKind, Result};

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
    core: ReadCore,
    fault: Option<Error>,
    projection: P,
    marker: Marker<T, I, S>,
}

impl<T: DynamoItem, I: AccessPath<Item = T>> Query<T, I> {
    pub(crate) fn new(shared: Arc<Shared>, partition: Result<AttributeValue>) -> Self {
        let mut core = ReadCore::new(shared, T::SCHEMA, I::PATH.index);
        core.sort_key = I::PATH.sort_key;
        let attribute = I::PATH.partition_key;
        let partition = partition.and_then(|value| {
            check_partition_value(&attribute, &value)?;
            Ok(value)
        });
        let (value, fault) = match partition {
            Ok(value) => (value, None),
            // Never sent: the fault is reported instead.
            Err(error) => (
                AttributeValue::Null(true),
                Some(error.about(attribute.name)),
            ),
        };
        core.partition = Some((attribute, value));
        Self {
            core,
            fault,
            projection: Whole::new(),
            marker: PhantomData,
        }
    }
}

impl<T: DynamoItem, I: AccessPath<Item = T>, S, P> Query<T, I, S, P> {
    fn layout(&self) -> SortLayout {
        // Without a sort key no method that asks for a layout compiles.
        self.core
            .sort_key
            .map_or(SortLayout::Text, |sort_key| sort_key.layout)
    }

    fn narrow(self, selection: Result<Selection>) -> Query<T, I, Narrowed, P> {
        let Self {
            mut core,
            mut fault,
            projection,
            ..
        } = self;
        let checked = selection.and_then(|selection| {
            if let Some(sort_key) = &core.sort_key {
                check_bounds(sort_key.name, &selection)?;
            }
            Ok(selection)
        });
        match checked {
            Ok(selection) => core.selection = selection,
            Err(error) => {
                let error = match &core.sort_key {
                    Some(sort_key) => error.about(sort_key.name),
                    None => error,
                };
                fault.get_or_insert(error);
            }
        }
        Query {
            core,
            fault,
            projection,
            marker: PhantomData,
        }
    }

    fn comparison<B>(self, comparator: Comparator, value: &B) -> Query<T, I, Narrowed, P>
    where
        I::Sort: SortBound<B>,
    {
        let selection = compare(self.layout(), comparator, &I::Sort::bound(value));
        self.narrow(selection)
    }

    fn time_comparison(self, comparator: Comparator, time: Moment) -> Query<T, I, Narrowed, P> {
        let selection = compare(self.layout(), comparator, &RangeBound::at(time));
        self.narrow(selection)
    }

    /// The sort keys in a range, exact in the key's own unit: `a..b` is half-open, `a..=b` closed.
    ///
    /// DynamoDB's BETWEEN includes both ends; the excluded end of a time becomes the unit before it, so
    /// that a range neither loses its last millisecond nor gains the next day's first. An empty range
    /// sends no request; a range whose start lies behind its end is an error.
    pub fn within<B>(self, range: impl RangeBounds<B>) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: SortBound<B>,
    {
        let bound = |bound: Bound<&B>| match bound {
            Bound::Unbounded => Bound::Unbounded,
            Bound::Included(value) => Bound::Included(I::Sort::bound(value)),
            Bound::Excluded(value) => Bound::Excluded(I::Sort::bound(value)),
        };
        let selection = within(
            self.layout(),
            bound(range.start_bound()),
            bound(range.end_bound()),
        );
        self.narrow(selection)
    }

    /// DynamoDB's own BETWEEN: both ends included.
    pub fn between<B>(self, low: B, high: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: SortBound<B>,
    {
        let selection = between(self.layout(), I::Sort::bound(&low), I::Sort::bound(&high));
        self.narrow(selection)
    }

    /// `sort key = value`; with a suffix, every key at this instant.
    pub fn eq<B>(self, value: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: SortBound<B>,
    {
        self.comparison(Comparator::Equal, &value)
    }

    /// `sort key < value`.
    pub fn lt<B>(self, value: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: SortBound<B>,
    {
        self.comparison(Comparator::Less, &value)
    }

    /// `sort key <= value`.
    pub fn le<B>(self, value: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: SortBound<B>,
    {
        self.comparison(Comparator::LessOrEqual, &value)
    }

    /// `sort key > value`.
    pub fn gt<B>(self, value: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: SortBound<B>,
    {
        self.comparison(Comparator::Greater, &value)
    }

    /// `sort key >= value`.
    pub fn ge<B>(self, value: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: SortBound<B>,
    {
        self.comparison(Comparator::GreaterOrEqual, &value)
    }

    /// At this instant or later.
    pub fn since<B: PointInTime>(self, time: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: TimeSorted,
    {
        self.time_comparison(Comparator::GreaterOrEqual, time.to_moment())
    }

    /// Before this instant.
    pub fn before<B: PointInTime>(self, time: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: TimeSorted,
    {
        self.time_comparison(Comparator::Less, time.to_moment())
    }

    /// At exactly this instant; one between two units of the key matches nothing.
    pub fn at<B: PointInTime>(self, time: B) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: TimeSorted,
    {
        self.time_comparison(Comparator::Equal, time.to_moment())
    }

    /// On this calendar day, in UTC.
    pub fn on(self, date: time::Date) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: TimeSorted,
    {
        let start = date.midnight().assume_utc().to_moment();
        let day = std::time::Duration::from_hours(24);
        let end = start.checked_add(day).unwrap_or(start);
        let selection = within(
            self.layout(),
            Bound::Included(RangeBound::at(start)),
            Bound::Excluded(RangeBound::at(end)),
        );
        self.narrow(selection)
    }

    /// Sort keys that start with a text, or with bytes.
    pub fn begins_with(self, prefix: impl Prefix) -> Query<T, I, Narrowed, P>
    where
        S: NotNarrowed,
        I::Sort: PrefixSorted,
    {
        let prefix = prefix.into_value();
        let fits = match self.layout() {
            SortLayout::Binary => matches!(prefix, AttributeValue::B(_)),
            _ => matches!(prefix, AttributeValue::S(_)),
        };
        let selection = if fits {
            Ok(Selection {
                condition: Some(SortCondition::BeginsWith(prefix)),
                ..Selection::default()
            })
        } else {
            Err(Error::new(
                ErrorKind::InvalidRequest,
                "the prefix has another type than the sort key: give text for a text key, bytes for a binary key",
            ))
        };
        self.narrow(selection)
    }

    /// A filter on attributes that are not keys of this query; several are joined by AND.
    ///
    /// What is filtered out has been read, and costs read capacity, all the same.
    pub fn filter<K: FilterOf<I>>(mut self, condition: Condition<T, K>) -> Self {
        self.core.join_filter(condition.into_node());
        self
    }

    /// Descending: latest times first.
    pub fn newest_first(mut self) -> Self
    where
        I::Sort: HasSortKey,
    {
        self.core.forward = false;
        self
    }

    /// Ascending, the default: earliest times first.
    pub fn oldest_first(mut self) -> Self
    where
        I::Sort: HasSortKey,
    {
        self.core.forward = true;
        self
    }

    /// Descending order of the sort key.
    pub fn descending(self) -> Self
    where
        I::Sort: HasSortKey,
    {
        self.newest_first()
    }

    /// Ascending order of the sort key, the default.
    pub fn ascending(self) -> Self
    where
        I::Sort: HasSortKey,
    {
        self.oldest_first()
    }

    /// A strongly consistent read, for twice the read capacity; a global index has none.
    pub fn consistent_read(mut self, consistent: bool) -> Self
    where
        I: ConsistentPath,
    {
        self.core.consistent = consistent;
        self
    }
}

/// Checks the ends of a range as key values.
fn check_bounds(name: &'static str, selection: &Selection) -> Result<()> {
    let values: Vec<&AttributeValue> = match &selection.condition {
        Some(SortCondition::Between(low, high)) => vec![low, high],
        Some(SortCondition::Compare(_, value) | SortCondition::BeginsWith(value)) => vec![value],
        Some(SortCondition::Nothing) | None => Vec::new(),
    };
    for value in values {
        let scalar = match value {
            AttributeValue::N(_) => crate::value::ScalarType::N,
            AttributeValue::B(_) => crate::value::ScalarType::B,
            _ => crate::value::ScalarType::S,
        };
        check_sort_value(&KeyAttribute { name, scalar }, value)?;
    }
    Ok(())
}

impl<T: DynamoItem, I: AccessPath<Item = T>, S> Query<T, I, S> {
    /// Reads some attributes instead of the items: a handle, or a tuple of handles, gives its values.
    ///
    /// It saves transfer, not read capacity.
    pub fn project_attributes<P: Projection<T>>(self, attributes: P) -> Query<T, I, S, P> {
        let Self {
            mut core, fault, ..
        } = self;
        core.projection = attributes.paths();
        Query {
            core,
            fault,
            projection: attributes,
            marker: PhantomData,
        }
    }
}

impl<T, I, S, P> Query<T, I, S, P>
where
    T: DynamoItem,
    P: Projection<T> + Send + Sync + 'static,
{
    #[expect(
        clippy::type_complexity,
        reason = "the fault travels with the core that names it"
    )]
    fn start(
        self,
    ) -> (
        Result<Arc<ReadCore>, (Arc<ReadCore>, Error)>,
        ReadRow<P::Output>,
    ) {
        let Self {
            core,
            fault,
            projection,
            ..
        } = self;
        let core = Arc::new(core);
        let core = match fault {
            None => Ok(core),
            Some(fault) => {
                let fault = core.named(fault);
                Err((core, fault))
            }
        };
        (core, Arc::new(move |row| projection.read(row)))
    }

    /// The item with the largest sort key: [`newest_first`](Self::newest_first), then [`first`](Self::first).
    pub async fn latest(mut self) -> Result<Option<P::Output>>
    where
        I: AccessPath<Sort: HasSortKey>,
    {
        self.core.forward = false;
        self.first().await
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
            .request(start, core.take, false)
            .map_err(|error| core.named(error))?
        {
            PageRequest::Query(builder) => Ok(Some(builder)),
            PageRequest::Scan(_) | PageRequest::Nothing => Ok(None),
        }
    }
}

read_terminals!(Query<T, I, S, P> where T: DynamoItem, P: Projection<T> + Send + Sync + 'static);

impl<T, I, S, P> fmt::Debug for Query<T, I, S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("table", &self.core.shared.table)
            .field("index", &self.core.index)
            .finish_non_exhaustive()
    }
}
