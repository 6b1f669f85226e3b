//! CreateTable, then TTL.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, IndexStatus, KeySchemaElement, KeyType,
    LocalSecondaryIndex, Projection, ProjectionType, StreamSpecification, StreamViewType,
    TableDescription, TableStatus, TimeToLiveSpecification, TimeToLiveStatus,
};

use aws_smithy_async::rt::sleep::AsyncSleep;

use super::service_error::Failure;
use crate::schema::{Index, KeyAttribute, Schema};
use crate::table::Shared;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// How long a table may take to become usable; DynamoDB itself promises nothing.
const WAIT: Duration = Duration::from_mins(5);
/// Between two looks at the table: short at first, since an embedded engine is ready at once.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// CreateTable as the item declares it; [`Table::create_table`](crate::Table::create_table).
#[must_use = "the table is not created until this is sent"]
pub struct CreateTable<T> {
    shared: Arc<Shared>,
    stream: Option<StreamViewType>,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> CreateTable<T> {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            stream: None,
            marker: PhantomData,
        }
    }

    /// Turns on DynamoDB Streams with this view; it cannot be changed later.
    pub fn stream(mut self, view: StreamViewType) -> Self {
        self.stream = Some(view);
        self
    }

    /// The SDK's fluent builder: keys, indexes, on-demand billing, the stream. TTL is a request of its
    /// own and not in it.
    pub fn into_sdk(self) -> Result<CreateTableFluentBuilder> {
        let table = self.shared.table.clone();
        self.builder()
            .map_err(|error| error.during("CreateTable", &table))
    }

    fn builder(&self) -> Result<CreateTableFluentBuilder> {
        let schema = T::SCHEMA;
        let definitions = attribute_definitions(schema)?;
        let (global, local): (Vec<&Index>, Vec<&Index>) =
            schema.indexes.iter().partition(|index| !index.local);
        let global = global
            .into_iter()
            .map(global_index)
            .collect::<Result<Vec<_>>>()?;
        let local = local
            .into_iter()
            .map(local_index)
            .collect::<Result<Vec<_>>>()?;
        let stream = self
            .stream
            .clone()
            .map(|view| {
                let stream = StreamSpecification::builder()
                    .stream_enabled(true)
                    .stream_view_type(view);
                stream.build().map_err(refused)
            })
            .transpose()?;
        Ok(self
            .shared
            .client
            .create_table()
            .table_name(&self.shared.table)
            .set_attribute_definitions(Some(definitions))
            .set_key_schema(Some(key_schema(
                &schema.partition_key,
                schema.sort_key.as_ref(),
            )?))
            .set_global_secondary_indexes((!global.is_empty()).then_some(global))
            .set_local_secondary_indexes((!local.is_empty()).then_some(local))
            .set_stream_specification(stream)
            .billing_mode(BillingMode::PayPerRequest))
    }

    /// Creates the table, waits until it and its indexes are active, and turns on TTL on the declared
    /// attribute. A table that exists already is an error of kind [`TableInUse`](ErrorKind::TableInUse).
    ///
    /// DynamoDB takes about an hour until TTL acts everywhere.
    pub async fn send(self) -> Result<()> {
        let table = self.shared.table.clone();
        let builder = self
            .builder()
            .map_err(|error| error.during("CreateTable", &table))?;
        builder
            .send()
            .await
            .map_err(|error| failed(error, "CreateTable", &table))?;
        self.shared.wait_until_active().await?;
        if let Some(ttl) = &T::SCHEMA.ttl {
            self.shared.enable_ttl(ttl.name).await?;
        }
        Ok(())
    }
}

fn refused(error: aws_sdk_dynamodb::error::BuildError) -> Error {
    Error::new(
        ErrorKind::InvalidRequest,
        "the declared table cannot be requested",
    )
    .with_source(error)
}

fn failed<E: super::service_error::OperationError>(
    error: aws_sdk_dynamodb::error::SdkError<
        E,
        aws_smithy_runtime_api::client::orchestrator::HttpResponse,
    >,
    operation: &'static str,
    table: &str,
) -> Error {
    match Failure::from_sdk(error) {
        Failure::Other(error) => error.during(operation, table),
        Failure::ConditionFailed(_) => {
            Error::new(ErrorKind::Service, "the request has no condition")
        }
    }
}

/// Each key attribute of the table and its indexes once.
fn attribute_definitions(schema: &Schema) -> Result<Vec<AttributeDefinition>> {
    let mut attributes: Vec<KeyAttribute> = Vec::new();
    let of_indexes = schema
        .indexes
        .iter()
        .flat_map(|index| std::iter::once(index.partition_key).chain(index.sort_key));
    for attribute in schema.key_attributes().copied().chain(of_indexes) {
        if !attributes.contains(&attribute) {
            attributes.push(attribute);
        }
    }
    attributes
        .into_iter()
        .map(|attribute| {
            AttributeDefinition::builder()
                .attribute_name(attribute.name)
                .attribute_type(attribute.scalar.into())
                .build()
                .map_err(refused)
        })
        .collect()
}

fn key_schema(
    partition_key: &KeyAttribute,
    sort_key: Option<&KeyAttribute>,
) -> Result<Vec<KeySchemaElement>> {
    let element = |attribute: &KeyAttribute, key_type| {
        let element = KeySchemaElement::builder()
            .attribute_name(attribute.name)
            .key_type(key_type);
        element.build().map_err(refused)
    };
    let mut elements = vec![element(partition_key, KeyType::Hash)?];
    if let Some(sort_key) = sort_key {
        elements.push(element(sort_key, KeyType::Range)?);
    }
    Ok(elements)
}

fn everything() -> Projection {
    Projection::builder()
        .projection_type(ProjectionType::All)
        .build()
}

fn global_index(index: &Index) -> Result<GlobalSecondaryIndex> {
    GlobalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(
            &index.partition_key,
            index.sort_key.as_ref(),
        )?))
        .projection(everything())
        .build()
        .map_err(refused)
}

fn local_index(index: &Index) -> Result<LocalSecondaryIndex> {
    LocalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(
            &index.partition_key,
            index.sort_key.as_ref(),
        )?))
        .projection(everything())
        .build()
        .map_err(refused)
}

impl Shared {
    /// Waits until the table and its indexes are active.
    async fn wait_until_active(&self) -> Result<()> {
        self.wait("it did not become active", |table| match table {
            Some(table) => {
                let indexes = table.global_secondary_indexes();
                table.table_status() == Some(&TableStatus::Active)
                    && indexes
                        .iter()
                        .all(|index| index.index_status() == Some(&IndexStatus::Active))
            }
            // The first seconds after CreateTable.
            None => false,
        })
        .await
    }

    /// Waits until the table is gone.
    pub(crate) async fn wait_until_gone(&self) -> Result<()> {
        self.wait("it was not deleted", |table| table.is_none())
            .await
    }

    async fn wait(
        &self,
        fault: &str,
        done: impl Fn(Option<&TableDescription>) -> bool,
    ) -> Result<()> {
        let mut waited = Duration::ZERO;
        let mut pause = FIRST_PAUSE;
        loop {
            let described = self
                .client
                .describe_table()
                .table_name(&self.table)
                .send()
                .await;
            let table = match described {
                Ok(reply) => reply.table,
                Err(error) => match failed(error, "DescribeTable", &self.table) {
                    error if error.is_table_not_found() => None,
                    error => return Err(error),
                },
            };
            if done(table.as_ref()) {
                return Ok(());
            }
            if waited >= WAIT {
                return Err(Error::new(
                    ErrorKind::Timeout,
                    format!(
                        "the table was awaited for {} seconds, and {fault}",
                        WAIT.as_secs()
                    ),
                )
                .during("DescribeTable", &self.table));
            }
            self.pause(pause).await?;
            waited += pause;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Sleeps on the SDK client's own sleep implementation, so that no runtime is prescribed.
    pub(crate) async fn pause(&self, length: Duration) -> Result<()> {
        match self.client.config().sleep_impl() {
            Some(sleep) => {
                sleep.sleep(length).await;
                Ok(())
            }
            None => Err(Error::new(
                ErrorKind::InvalidRequest,
                "the SDK client has no sleep implementation to wait with: enable its `rt-tokio` feature, or set `sleep_impl`",
            )),
        }
    }

    /// Turns TTL on; that it is on already is what was wanted.
    async fn enable_ttl(&self, attribute: &str) -> Result<()> {
        let specification = TimeToLiveSpecification::builder()
            .attribute_name(attribute)
            .enabled(true)
            .build()
            .map_err(refused)?;
        let updated = self
            .client
            .update_time_to_live()
            .table_name(&self.table)
            .time_to_live_specification(specification)
            .send()
            .await;
        let Err(error) = updated else { return Ok(()) };
        let error = failed(error, "UpdateTimeToLive", &self.table);
        // UpdateTimeToLive is not idempotent: a repeated attempt finds its own work.
        let described = self
            .client
            .describe_time_to_live()
            .table_name(&self.table)
            .send()
            .await;
        let Ok(described) = described else {
            return Err(error);
        };
        let is_on = described.time_to_live_description().is_some_and(|ttl| {
            ttl.attribute_name() == Some(attribute)
                && matches!(
                    ttl.time_to_live_status(),
                    Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)
                )
        });
        if is_on { Ok(()) } else { Err(error) }
    }
}

impl<T: DynamoItem> IntoFuture for CreateTable<T> {
    type Output = Result<()>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl<T> fmt::Debug for CreateTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateTable")
            .field("table", &self.shared.table)
            .finish_non_exhaustive()
    }
}
