//! DescribeTable and DescribeTimeToLive, beside what is declared.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{StreamViewType, TableDescription};

use super::trace::{Operation, Trace};
use crate::schema::{Differences, Schema, TableDefinition, or_fault};
use crate::table::Shared;
use crate::ttl::TimeToLive;
use crate::{DynamoItem, Error, Result};

/// The live table beside the declared one; [`Table::compare`](crate::Table::compare).
///
/// Compared are the key and its types, every index with its key, projection and state, TTL, and the
/// stream if one is [asked for](Self::stream). Billing, capacity, encryption, backups and tags are not
/// declared, and not compared.
#[must_use = "nothing is compared until this is sent"]
pub struct Compare<T> {
    shared: Arc<Shared>,
    schema: &'static Schema,
    definition: TableDefinition,
    fault: Option<Error>,
    config: Option<ConfigBuilder>,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> Compare<T> {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let definition = T::SCHEMA.definition().table_name(&shared.table);
        Self::of(shared, T::SCHEMA, Ok(definition))
    }
}

impl<T> Compare<T> {
    pub(crate) fn of(
        shared: Arc<Shared>,
        schema: &'static Schema,
        definition: Result<TableDefinition>,
    ) -> Self {
        let (definition, fault) = or_fault(definition);
        Self {
            shared,
            schema,
            definition,
            fault,
            config: None,
            marker: PhantomData,
        }
    }

    /// Asks for DynamoDB Streams with this view: that it is off, or has another view, is a difference.
    /// Without this the table may have a stream or none.
    pub fn stream(mut self, view: StreamViewType) -> Self {
        self.definition = self.definition.stream(view);
        self
    }

    /// Changes the SDK's configuration for the DescribeTable request: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
        self
    }

    /// Describes the table and its TTL. A table that is not there is an error of kind
    /// [`TableNotFound`](crate::ErrorKind::TableNotFound).
    pub async fn send(self) -> Result<Differences> {
        let table = self.shared.table.clone();
        let trace = Trace::start(Operation::Compare, "DescribeTable", &table, None);
        trace.run(self.run()).await
    }

    async fn run(mut self) -> Result<Differences> {
        if let Some(fault) = self.fault {
            return Err(fault.during("DescribeTable", &self.shared.table));
        }
        let live = self.shared.describe(self.config.take()).await?;
        differences(&self.shared, self.schema, &self.definition, &live).await
    }
}

/// The differences of a table that was described; TTL is looked up.
pub(super) async fn differences(
    shared: &Arc<Shared>,
    schema: &'static Schema,
    definition: &TableDefinition,
    live: &TableDescription,
) -> Result<Differences> {
    let declared = schema.ttl.map_or("", |ttl| ttl.name);
    let ttl = TimeToLive::of_table(Arc::clone(shared), declared);
    let status = ttl.status().await?;
    let mut list = definition.differences(live);
    list.extend(schema.ttl_difference(&status));
    Ok(Differences::new(&shared.table, list))
}

impl<T: 'static> IntoFuture for Compare<T> {
    type Output = Result<Differences>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl<T> fmt::Debug for Compare<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compare")
            .field("table", &self.shared.table)
            .finish_non_exhaustive()
    }
}
