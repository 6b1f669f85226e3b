//! The settings of reads by partition: a condition on the sort key, a filter, an order, a projection.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Result;
use crate::expression::SortCondition;
use crate::key::{Selection, SortAttribute, check_sort_value};
use crate::schema::KeyAttribute;

/// What a query of one partition and a range over several have in common.
macro_rules! partition_read {
    ($name:ident) => {
        impl<T, I: AccessPath<Item = T>, S, P> $name<T, I, S, P> {
            fn layout(&self) -> SortLayout {
                // Without a sort key no method that asks for a layout compiles.
                self.core
                    .sort_key
                    .map_or(SortLayout::Text, |sort_key| sort_key.layout)
            }

            fn narrow(self, selection: Result<Selection>) -> $name<T, I, Narrowed, P> {
                self.narrow_by(selection, |core, selection| {
                    core.target.selection = selection
                })
            }

            fn narrow_by<N>(
                self,
                selection: Result<Selection>,
                apply: impl FnOnce(&mut ReadCore, Selection),
            ) -> $name<T, I, N, P> {
                let Self {
                    mut core,
                    mut fault,
                    projection,
                    ..
                } = self;
                let checked = selection.and_then(|selection| {
                    if let Some(sort_key) = &core.sort_key {
                        check_bounds(sort_key, &selection)?;
                    }
                    Ok(selection)
                });
                match checked {
                    Ok(selection) => apply(&mut core, selection),
                    Err(error) => {
                        let error = match &core.sort_key {
                            Some(sort_key) => error.about(sort_key.name),
                            None => error,
                        };
                        fault.get_or_insert(error);
                    }
                }
                $name {
                    core,
                    fault,
                    projection,
                    marker: PhantomData,
                }
            }

            fn comparison<B>(self, comparator: Comparator, value: &B) -> $name<T, I, Narrowed, P>
            where
                S: SortState<I::Sort, Next: SortBound<B>>,
            {
                let selection = compare(self.layout(), comparator, &S::Next::bound(value));
                self.narrow(selection)
            }

            fn time_comparison(
                self,
                comparator: Comparator,
                time: Moment,
            ) -> $name<T, I, Narrowed, P> {
                let selection = compare(self.layout(), comparator, &RangeBound::at(time));
                self.narrow(selection)
            }

            /// The sort keys in a range, exact in the key's own unit: `a..b` is half-open, `a..=b` closed.
            ///
            /// DynamoDB's BETWEEN includes both ends; the excluded end of a time becomes the unit before it, so
            /// that a range neither loses its last millisecond nor gains the next day's first. An empty range
            /// sends no request; a range whose start lies behind its end is an error.
            pub fn within<B>(self, range: impl RangeBounds<B>) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: SortBound<B>>,
            {
                let bound = |bound: Bound<&B>| match bound {
                    Bound::Unbounded => Bound::Unbounded,
                    Bound::Included(value) => Bound::Included(S::Next::bound(value)),
                    Bound::Excluded(value) => Bound::Excluded(S::Next::bound(value)),
                };
                let selection = within(
                    self.layout(),
                    bound(range.start_bound()),
                    bound(range.end_bound()),
                );
                self.narrow(selection)
            }

            /// DynamoDB's own BETWEEN: both ends included.
            pub fn between<B>(self, low: B, high: B) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: SortBound<B>>,
            {
                let selection = between(self.layout(), S::Next::bound(&low), S::Next::bound(&high));
                self.narrow(selection)
            }

            /// `sort key = value`; with a suffix, every key at this instant. Of several sort attributes, the
            /// next condition is on the one behind it.
            pub fn eq<B>(self, value: B) -> $name<T, I, S::AfterEquality, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: SortBound<B>>,
            {
                let bound = S::Next::bound(&value);
                let selection = compare(self.layout(), Comparator::Equal, &bound);
                self.narrow_by(selection, ReadCore::narrow_by_equality)
            }

            /// `sort key < value`.
            pub fn lt<B>(self, value: B) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: SortBound<B>>,
            {
                self.comparison(Comparator::Less, &value)
            }

            /// `sort key <= value`.
            pub fn le<B>(self, value: B) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: SortBound<B>>,
            {
                self.comparison(Comparator::LessOrEqual, &value)
            }

            /// `sort key > value`.
            pub fn gt<B>(self, value: B) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: SortBound<B>>,
            {
                self.comparison(Comparator::Greater, &value)
            }

            /// `sort key >= value`.
            pub fn ge<B>(self, value: B) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: SortBound<B>>,
            {
                self.comparison(Comparator::GreaterOrEqual, &value)
            }

            /// At this instant or later.
            pub fn since<B: PointInTime>(self, time: B) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: TimeSorted>,
            {
                self.time_comparison(Comparator::GreaterOrEqual, time.to_moment())
            }

            /// Before this instant.
            pub fn before<B: PointInTime>(self, time: B) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: TimeSorted>,
            {
                self.time_comparison(Comparator::Less, time.to_moment())
            }

            /// At exactly this instant; one between two units of the key matches nothing. Of several sort
            /// attributes, the next condition is on the one behind it.
            pub fn at<B: PointInTime>(self, time: B) -> $name<T, I, S::AfterEquality, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: TimeSorted>,
            {
                let bound = RangeBound::at(time.to_moment());
                let selection = compare(self.layout(), Comparator::Equal, &bound);
                self.narrow_by(selection, ReadCore::narrow_by_equality)
            }

            /// On this calendar day, in UTC.
            pub fn on(self, date: time::Date) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: TimeSorted>,
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

            /// Sort keys that start with a text, or with bytes; in a composed key, with the text behind the
            /// prefix.
            pub fn begins_with(self, prefix: impl Prefix) -> $name<T, I, Narrowed, P>
            where
                S: NotNarrowed + SortState<I::Sort, Next: PrefixSorted>,
            {
                let selection = begins_with(self.layout(), prefix.into_value());
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

        impl<T: DynamoItem, I: AccessPath<Item = T>, S> $name<T, I, S> {
            /// Reads structs that derive [`DynamoProjection`](crate::DynamoProjection) instead of the items.
            ///
            /// A global index gives what it projects, and another field does not compile. A local index
            /// gives everything: of an item with a field that the index does not hold, DynamoDB reads the
            /// whole from the table too, for the read capacity of its size. Otherwise a projection saves
            /// transfer, not read capacity.
            pub fn project<R>(self) -> $name<T, I, S, Projected<R>>
            where
                R: ProjectionBy<I, Item = T>,
            {
                self.projected(Projected::new())
            }

            fn projected<P: Projection<T>>(self, projection: P) -> $name<T, I, S, P> {
                let Self {
                    mut core, fault, ..
                } = self;
                core.projection = projection.paths();
                $name {
                    core,
                    fault,
                    projection,
                    marker: PhantomData,
                }
            }

            /// Reads some attributes instead of the items: a handle, or a tuple of handles, gives its values.
            ///
            /// It saves transfer, not read capacity; see [`project`](Self::project) for indexes.
            pub fn project_attributes<P: Projection<T> + ReadableBy<I>>(
                self,
                attributes: P,
            ) -> $name<T, I, S, P> {
                self.projected(attributes)
            }
        }

        impl<T, I, S, P> $name<T, I, S, P>
        where
            P: Projection<T> + Send + Sync + 'static,
        {
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
                (
                    core,
                    Arc::new(move |row: crate::operation::Row| row.list(&projection)),
                )
            }
        }
    };
}

pub(crate) use partition_read;

/// Checks the ends of a range as key values.
pub(crate) fn check_bounds(sort_key: &SortAttribute, selection: &Selection) -> Result<()> {
    let values: Vec<&AttributeValue> = match &selection.condition {
        Some(SortCondition::Between(low, high)) => vec![low, high],
        Some(SortCondition::Compare(_, value) | SortCondition::BeginsWith(value)) => vec![value],
        Some(SortCondition::Nothing) | None => Vec::new(),
    };
    let attribute = KeyAttribute {
        name: sort_key.name,
        scalar: sort_key.layout.scalar(),
    };
    for value in values {
        check_sort_value(&attribute, value)?;
    }
    Ok(())
}
