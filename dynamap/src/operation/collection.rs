//! Queries and scans of the items of several types.

use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;

use super::query::Query;
use super::read::{ReadCore, Target};
use super::scan::Scan;
use super::verb::own;
use crate::collection::{
    AnyKey, DynamoCollection, MemberOf, Members, Together, Unknown, WithUnknown, schema_or_fault,
};
use crate::expression::{Condition, FilterOf, Node};
use crate::key::{AccessPath, SortAttribute, SortLayout, WholePartition, WholeTable};
use crate::schema::{IndexProjection, Schema};
use crate::table::Shared;
use crate::time::TimeFormat;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// A condition for a filter that concerns the items of one type, and lets all others pass.
fn condition_of<T: DynamoItem, K>(condition: Condition<T, K>) -> Result<Node> {
    let Some(entity) = T::SCHEMA.entity else {
        return Err(Error::new(
            ErrorKind::InvalidRequest,
            format!(
                "a filter cannot tell the items of `{0}`, which has no entity: add `entity = \"…\"` to `{0}`",
                T::SCHEMA.item
            ),
        ));
    };
    Ok(own(&entity).negated().or(condition.into_node()))
}

impl<T: DynamoItem, I: AccessPath<Item = T>, P> Query<T, I, WholePartition, P> {
    /// The same partition with the items of every type of the collection.
    ///
    /// What a prefix of the sort key left out is read, filters and projections of the one type are not kept;
    /// other settings are. An index has to hold whole items.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup_store.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let store = setup().await?;
    /// # let orders = store.of::<Order>();
    /// let items = orders.query("ann").collection::<StoreItem>().all().await?;
    /// assert!(matches!(items[0], StoreItem::Customer(_)));
    /// # Ok(())
    /// # }
    /// ```
    pub fn collection<C: DynamoCollection>(
        self,
    ) -> Query<C, Together<C, I>, WholePartition, Members>
    where
        T: MemberOf<C>,
    {
        let Self { core, fault, .. } = self;
        let (schema, contradiction) = schema_or_fault::<C>();
        let projected = check_index(schema, core.index).err();
        let mut whole = ReadCore::new(core.shared, schema, core.index);
        whole.set_path(&I::PATH);
        whole.sort_key = whole.sort_key.map(stored);
        whole.target = Target {
            partition: core.target.partition,
            ..Target::default()
        };
        whole.forward = core.forward;
        whole.consistent = core.consistent;
        whole.take = core.take;
        whole.page_size = core.page_size;
        whole.start_at = core.start_at;
        whole.include_expired = core.include_expired;
        whole.skip_failures = core.skip_failures;
        whole.return_capacity = core.return_capacity;
        whole.config = core.config;
        let fault = contradiction.or(fault).or(projected);
        Query::of(whole, fault, Members::default())
    }
}

/// The sort key by its stored values, of which those of other types need not have the form.
fn stored(sort_key: SortAttribute) -> SortAttribute {
    let layout = match sort_key.layout {
        SortLayout::Composed(_) | SortLayout::Time(TimeFormat::Iso(_)) => SortLayout::Text,
        SortLayout::Time(TimeFormat::Epoch(_)) => SortLayout::Number,
        layout => layout,
    };
    SortAttribute { layout, ..sort_key }
}

/// Parts of items are no items.
fn check_index(schema: &Schema, index: Option<&'static str>) -> Result<()> {
    let Some(index) = index.and_then(|name| schema.index(name)) else {
        return Ok(());
    };
    if index.projection().covers(&IndexProjection::All) {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::InvalidRequest,
        format!(
            "index `{}` does not hold whole items: read the collection from the table, or from an index with `projection = all`",
            index.name
        ),
    ))
}

/// Starts the reads of a collection, which report what its types contradict each other in.
pub(crate) fn query_together<C: DynamoCollection, I: AccessPath<Item = C>>(
    shared: Arc<Shared>,
    partition: Result<AttributeValue>,
) -> Query<C, I, WholePartition, Members> {
    let (schema, fault) = schema_or_fault::<C>();
    let mut core = ReadCore::new(shared, schema, I::PATH.index);
    core.set_path(&I::PATH);
    let mut query = Query::in_partition(core, [partition], Members::default());
    query.fault = fault.or(query.fault);
    query
}

pub(crate) fn scan_together<C: DynamoCollection>(
    shared: Arc<Shared>,
) -> Scan<C, WholeTable, Members> {
    let (schema, fault) = schema_or_fault::<C>();
    Scan::of(
        ReadCore::new(shared, schema, None),
        fault,
        Members::default(),
    )
}

/// What is asked of the items of several types, whatever their partition.
macro_rules! collection_read {
    ($name:ident<C $(, $param:ident)*>, $allowed:ty) => {
        impl<C: DynamoCollection $(, $param)*> $name<C $(, $param)*, Members> {
            /// Leaves items of none of the types out, also where a variant would hold them.
            pub fn skip_unknown(mut self) -> Self {
                self.projection.unknown = Unknown::LeftOut;
                self
            }

            /// Makes an item of none of the types an error, of kind
            /// [`OtherEntity`](ErrorKind::OtherEntity); a stream goes on behind it.
            pub fn refuse_unknown(mut self) -> Self {
                self.projection.unknown = Unknown::Refused;
                self
            }

            /// Gives items of none of the types too, as they are stored.
            pub fn with_unknown(self) -> $name<C $(, $param)*, WithUnknown> {
                self.reading(WithUnknown)
            }
        }

        impl<C: DynamoCollection $(, $param)*, P> $name<C $(, $param)*, P> {
            /// A filter on the items of one type, which has to have an `entity`; those of other types pass.
            /// Several are joined by AND.
            ///
            /// What is filtered out has been read, and costs read capacity, all the same.
            pub fn filter_member<T: MemberOf<C>, K: FilterOf<$allowed>>(
                mut self,
                condition: Condition<T, K>,
            ) -> Self {
                match condition_of(condition) {
                    Ok(node) => self.core.join_filter(node),
                    Err(error) => {
                        self.fault.get_or_insert(error);
                    }
                }
                self
            }
        }
    };
}

collection_read!(Query<C, I, S>, AnyKey);
collection_read!(Scan<C, I>, AnyKey);
