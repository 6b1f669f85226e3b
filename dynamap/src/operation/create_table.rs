//! CreateTable, then TTL.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType,
    LocalSecondaryIndex, Projection, ProjectionType, StreamSpecification, StreamViewType,
};

use super::service_error::failed;
use super::trace::{Operation, Trace};
use crate::schema::{Index, IndexKind, IndexProjection, KeyAttribute, TableDefinition, or_fault};
use crate::table::Shared;
use crate::ttl::TimeToLive;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// CreateTable as the item declares it; [`Table::create_table`](crate::Table::create_table).
#[must_use = "the table is not created until this is sent"]
pub struct CreateTable<T> {
    shared: Arc<Shared>,
    definition: TableDefinition,
    fault: Option<Error>,
    config: Option<ConfigBuilder>,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> CreateTable<T> {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let definition = T::SCHEMA.definition().table_name(&shared.table);
        Self::of(shared, Ok(definition))
    }
}

impl<T> CreateTable<T> {
    pub(crate) fn of(shared: Arc<Shared>, definition: Result<TableDefinition>) -> Self {
        let (definition, fault) = or_fault(definition);
        Self {
            shared,
            definition,
            fault,
            config: None,
            marker: PhantomData,
        }
    }

    /// Turns on DynamoDB Streams with this view; it cannot be changed later.
    pub fn stream(mut self, view: StreamViewType) -> Self {
        self.definition = self.definition.stream(view);
        self
    }

    /// Changes the SDK's configuration for the CreateTable request: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
        self
    }

    /// The SDK's fluent builder: keys, indexes, on-demand billing, the stream. TTL is a request of its
    /// own and not in it.
    pub fn into_sdk(mut self) -> Result<CreateTableFluentBuilder> {
        let table = self.shared.table.clone();
        self.builder()
            .map_err(|error| error.during("CreateTable", &table))
    }

    fn builder(&mut self) -> Result<CreateTableFluentBuilder> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let table = &self.definition;
        let global = table.indexes(IndexKind::Global).map(global_index);
        let global = global.collect::<Result<Vec<_>>>()?;
        let local = table.indexes(IndexKind::Local).map(local_index);
        let local = local.collect::<Result<Vec<_>>>()?;
        let stream = table.stream.clone().map(|view| {
            let stream = StreamSpecification::builder()
                .stream_enabled(true)
                .stream_view_type(view);
            stream.build().map_err(refused)
        });
        Ok(self
            .shared
            .client
            .create_table()
            .table_name(&table.name)
            .set_attribute_definitions(Some(attribute_definitions(table.attribute_definitions())?))
            .set_key_schema(Some(key_schema(table.key())?))
            .set_global_secondary_indexes((!global.is_empty()).then_some(global))
            .set_local_secondary_indexes((!local.is_empty()).then_some(local))
            .set_stream_specification(stream.transpose()?)
            .billing_mode(BillingMode::PayPerRequest))
    }

    /// Creates the table, waits until it and its indexes are active, and turns on TTL on the declared
    /// attribute. A table that exists already is an error of kind [`TableInUse`](ErrorKind::TableInUse).
    ///
    /// DynamoDB takes about an hour until TTL acts everywhere.
    pub async fn send(self) -> Result<()> {
        let table = self.shared.table.clone();
        let trace = Trace::start(Operation::CreateTable, "CreateTable", &table, None);
        trace.run(self.run()).await
    }

    async fn run(mut self) -> Result<()> {
        let table = self.shared.table.clone();
        let builder = self
            .builder()
            .map_err(|error| error.during("CreateTable", &table))?;
        let created = match self.config.take() {
            Some(config) => builder.customize().config_override(config).send().await,
            None => builder.send().await,
        };
        created.map_err(|error| failed(error, "CreateTable", &table))?;
        self.shared.wait_until_active().await?;
        if let Some(ttl) = self.definition.ttl {
            TimeToLive::of_table(self.shared, ttl).ensure().await?;
        }
        Ok(())
    }
}

pub(super) fn refused(error: aws_sdk_dynamodb::error::BuildError) -> Error {
    Error::new(
        ErrorKind::InvalidRequest,
        "the declared table cannot be requested",
    )
    .with_source(error)
}

pub(super) fn attribute_definitions(
    attributes: impl IntoIterator<Item = KeyAttribute>,
) -> Result<Vec<AttributeDefinition>> {
    let definitions = attributes.into_iter().map(|attribute| {
        AttributeDefinition::builder()
            .attribute_name(attribute.name)
            .attribute_type(attribute.scalar.into())
            .build()
            .map_err(refused)
    });
    definitions.collect()
}

pub(super) fn key_schema(
    key: impl IntoIterator<Item = (KeyAttribute, KeyType)>,
) -> Result<Vec<KeySchemaElement>> {
    let elements = key.into_iter().map(|(attribute, key_type)| {
        let element = KeySchemaElement::builder()
            .attribute_name(attribute.name)
            .key_type(key_type);
        element.build().map_err(refused)
    });
    elements.collect()
}

pub(super) fn projection(index: &Index) -> Projection {
    let (projection_type, attributes) = match index.projection() {
        IndexProjection::All => (ProjectionType::All, None),
        IndexProjection::KeysOnly => (ProjectionType::KeysOnly, None),
        IndexProjection::Include(attributes) => (
            ProjectionType::Include,
            Some(attributes.into_iter().collect()),
        ),
    };
    Projection::builder()
        .projection_type(projection_type)
        .set_non_key_attributes(attributes)
        .build()
}

fn global_index(index: &Index) -> Result<GlobalSecondaryIndex> {
    GlobalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(index.key())?))
        .projection(projection(index))
        .build()
        .map_err(refused)
}

fn local_index(index: &Index) -> Result<LocalSecondaryIndex> {
    LocalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(index.key())?))
        .projection(projection(index))
        .build()
        .map_err(refused)
}

impl<T: 'static> IntoFuture for CreateTable<T> {
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
