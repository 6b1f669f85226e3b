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
use crate::schema::{Index, KeyAttribute, Schema};
use crate::table::Shared;
use crate::ttl::TimeToLive;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// CreateTable as the item declares it; [`Table::create_table`](crate::Table::create_table).
#[must_use = "the table is not created until this is sent"]
pub struct CreateTable<T> {
    shared: Arc<Shared>,
    stream: Option<StreamViewType>,
    config: Option<ConfigBuilder>,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> CreateTable<T> {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            stream: None,
            config: None,
            marker: PhantomData,
        }
    }

    /// Turns on DynamoDB Streams with this view; it cannot be changed later.
    pub fn stream(mut self, view: StreamViewType) -> Self {
        self.stream = Some(view);
        self
    }

    /// Changes the SDK's configuration for the CreateTable request: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
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
    pub async fn send(mut self) -> Result<()> {
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
        if let Some(ttl) = &T::SCHEMA.ttl {
            TimeToLive::of_table(self.shared, ttl.name).ensure().await?;
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
