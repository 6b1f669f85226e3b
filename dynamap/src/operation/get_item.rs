//! GetItem.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity};

use super::observe::observed;
use super::service_error::Failure;
use super::trace::{Operation, Trace};
use super::verb::is_expired;
use crate::expression::{Placeholders, Projected, Projection, Whole};
use crate::item::{Item, check_entity};
use crate::key::check_key;
use crate::table::Shared;
use crate::{DynamoItem, DynamoProjection, Result};

/// GetItem; [`Table::get`](crate::Table::get).
///
/// An item that is not there, or has expired when the answer comes, is `None`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// orders.create(order("522fb5a5", "order_A")).send().await?;
/// let status = orders
///     .get("522fb5a5")
///     .project_attributes(Order::STATUS)
///     .consistent_read(true)
///     .send()
///     .await?;
/// assert_eq!(status, Some(Status::Pending));
/// # Ok(())
/// # }
/// ```
#[must_use = "the read does nothing until it is sent"]
pub struct Get<T, P = Whole> {
    shared: Arc<Shared>,
    key: Result<Item>,
    projection: P,
    consistent: bool,
    include_expired: bool,
    return_capacity: bool,
    config: Option<ConfigBuilder>,
    marker: PhantomData<fn() -> T>,
}

/// What a GetItem read, in full; [`Get::send_full`] gives it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Got<O> {
    /// The item, unless it is missing or expired.
    pub item: Option<O>,
    /// The capacity consumed, if `return_consumed_capacity()` asked for it.
    pub consumed_capacity: Option<ConsumedCapacity>,
}

impl<T: DynamoItem> Get<T> {
    pub(crate) fn new(shared: Arc<Shared>, key: Result<Item>) -> Self {
        Self {
            shared,
            key,
            projection: Whole::new(),
            consistent: false,
            include_expired: false,
            return_capacity: false,
            config: None,
            marker: PhantomData,
        }
    }

    /// Reads some attributes instead of the item: a handle, or a tuple of handles, gives its values.
    ///
    /// It saves transfer, not read capacity.
    pub fn project_attributes<P: Projection<T>>(self, attributes: P) -> Get<T, P> {
        let Self {
            shared,
            key,
            consistent,
            include_expired,
            return_capacity,
            config,
            ..
        } = self;
        Get {
            shared,
            key,
            projection: attributes,
            consistent,
            include_expired,
            return_capacity,
            config,
            marker: PhantomData,
        }
    }

    /// Reads a struct that derives [`DynamoProjection`] instead of the item.
    ///
    /// It saves transfer, not read capacity.
    pub fn project<R: DynamoProjection<Item = T>>(self) -> Get<T, Projected<R>> {
        self.project_attributes(Projected::new())
    }
}

impl<T: DynamoItem, P: Projection<T>> Get<T, P> {
    /// A strongly consistent read, for twice the read capacity; otherwise it is eventual.
    pub fn consistent_read(mut self, consistent: bool) -> Self {
        self.consistent = consistent;
        self
    }

    /// Reads an expired item too.
    pub fn include_expired(mut self) -> Self {
        self.include_expired = true;
        self
    }

    /// Asks for the consumed capacity, which `send_full()` gives.
    pub fn return_consumed_capacity(mut self) -> Self {
        self.return_capacity = true;
        self
    }

    /// Changes the SDK's configuration for this request: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
        self
    }

    /// The SDK's fluent builder with everything filled in. What it reads may have expired.
    pub fn into_sdk(mut self) -> Result<GetItemFluentBuilder> {
        let table = self.shared.table.clone();
        self.builder()
            .map_err(|error| error.during("GetItem", &table))
    }

    fn builder(&mut self) -> Result<GetItemFluentBuilder> {
        let key = std::mem::replace(&mut self.key, Ok(Item::new()))?;
        check_key(T::SCHEMA, &key)?;
        let mut placeholders = Placeholders::new();
        let projection = match self.projection.paths() {
            None => None,
            Some(paths) => {
                paths.check()?;
                let mut paths = paths.asked();
                paths.carry_own(T::SCHEMA);
                Some(paths.to_text(&mut placeholders))
            }
        };
        Ok(self
            .shared
            .client
            .get_item()
            .table_name(&self.shared.table)
            .set_key(Some(key))
            .set_consistent_read(self.consistent.then_some(true))
            .set_projection_expression(projection)
            .set_expression_attribute_names(placeholders.take_names())
            .set_return_consumed_capacity(
                self.return_capacity
                    .then_some(ReturnConsumedCapacity::Total),
            ))
    }

    /// Sends the read.
    pub async fn send(self) -> Result<Option<P::Output>> {
        Ok(self.send_full().await?.item)
    }

    /// Sends the read; the item, and what the request cost.
    pub async fn send_full(self) -> Result<Got<P::Output>> {
        let table = self.shared.table.clone();
        let key = self.key.as_ref().ok().cloned();
        let trace = Trace::start(Operation::Get, "GetItem", &table, None);
        let result = trace.run(self.receive(&trace)).await;
        result.map_err(|error| {
            let error = error.during("GetItem", &table);
            match key {
                Some(key) => error.with_key(key),
                None => error,
            }
        })
    }

    async fn receive(mut self, trace: &Trace) -> Result<Got<P::Output>> {
        let request = self.builder()?;
        let sent = match observed(self.config.take(), trace, [&*self.shared]) {
            Some(config) => Box::pin(request.customize().config_override(config).send()).await,
            // What is not customized the SDK sends with less ado.
            None => Box::pin(request.send()).await,
        };
        let reply = sent.map_err(|error| Failure::from_sdk(error).without_condition())?;
        let item = reply
            .item
            .filter(|item| self.include_expired || !is_expired(T::SCHEMA, item, self.shared.now()))
            .map(|item| {
                check_entity(T::SCHEMA, &item)?;
                self.projection.read(item)
            })
            .transpose()?;
        trace.returned(usize::from(item.is_some()));
        Ok(Got {
            item,
            consumed_capacity: reply.consumed_capacity,
        })
    }
}

impl<T: DynamoItem + 'static, P: Projection<T> + Send + Sync + 'static> IntoFuture for Get<T, P> {
    type Output = Result<Option<P::Output>>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl<T, P> fmt::Debug for Get<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Get")
            .field("table", &self.shared.table)
            .finish_non_exhaustive()
    }
}
