//! UpdateTable: the declared global indexes that a table lacks, one after the other.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{
    BillingMode, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndexUpdate, IndexStatus,
    ProvisionedThroughput, ProvisionedThroughputDescription, TableDescription, TableStatus,
};

use super::compare::differences;
use super::create_table::{attribute_definitions, key_schema, projection, refused};
use super::service_error::failed;
use super::trace::{Operation, Trace};
use super::wait::{DESCRIBE, FIRST_PAUSE, LONGEST_PAUSE, Patience};
use crate::schema::{Difference, Differences, Index, IndexKind, Schema, TableDefinition, or_fault};
use crate::table::Shared;
use crate::{DynamoItem, Error, ErrorKind, Result};

const UPDATE: &str = "UpdateTable";
/// A new index is filled from the table, which takes minutes at least and hours for a large one.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// The indexes that a table lacks; [`Table::update_table`](crate::Table::update_table).
///
/// DynamoDB makes one index at a time, fills it from the items that are there, and then answers
/// queries; items whose attribute has another type than the index's key are left out of it.
#[must_use = "the table is not changed until this is sent"]
pub struct UpdateTable<T> {
    shared: Arc<Shared>,
    schema: &'static Schema,
    definition: TableDefinition,
    fault: Option<Error>,
    throughput: Option<(u32, u32)>,
    longest_wait: Duration,
    config: Option<ConfigBuilder>,
    marker: PhantomData<fn() -> T>,
}

/// What [`UpdateTable`] did, and what it cannot do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UpdatedTable {
    /// The names of the indexes that the table lacked and now has, in the order of their creation.
    pub created: Vec<String>,
    /// What still differs: local indexes, keys and projections of indexes, TTL.
    pub remaining: Differences,
}

/// An index that was requested, and the error if it may have been refused.
struct Attempt {
    index: &'static str,
    refused: Option<Error>,
}

impl<T: DynamoItem> UpdateTable<T> {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let definition = T::SCHEMA.definition().table_name(&shared.table);
        Self::of(shared, T::SCHEMA, Ok(definition))
    }
}

impl<T> UpdateTable<T> {
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
            throughput: None,
            longest_wait: LONGEST_WAIT,
            config: None,
            marker: PhantomData,
        }
    }

    /// The capacity of each new index of a table with provisioned capacity, in units per second. A table
    /// that is billed on demand takes none.
    pub fn provisioned_throughput(mut self, read_units: u32, write_units: u32) -> Self {
        self.throughput = Some((read_units, write_units));
        self
    }

    /// How long the call may wait in all; an hour by default. DynamoDB goes on with an index that was
    /// begun, and another call waits on.
    pub fn wait_at_most(mut self, length: Duration) -> Self {
        self.longest_wait = length;
        self
    }

    /// Changes the SDK's configuration for each UpdateTable request: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
        self
    }

    /// Creates what is missing, waits until every index is active and filled, and compares once more.
    ///
    /// Changes that somebody else began are awaited first. A table with another key than the declared one
    /// is left alone: the error is of kind [`SchemaMismatch`](ErrorKind::SchemaMismatch). What
    /// UpdateTable cannot mend is no error: it is [listed](UpdatedTable::remaining).
    pub async fn send(self) -> Result<UpdatedTable> {
        let table = self.shared.table.clone();
        let trace = Trace::start(Operation::UpdateTable, "UpdateTable", &table, None);
        trace.run(self.run()).await
    }

    async fn run(mut self) -> Result<UpdatedTable> {
        if let Some(fault) = self.fault.take() {
            return Err(fault.during(UPDATE, &self.shared.table));
        }
        let mut patience = Patience::new(
            &self.shared.client,
            self.longest_wait,
            FIRST_PAUSE,
            LONGEST_PAUSE,
        );
        let mut created = Vec::new();
        let mut last: Option<Attempt> = None;
        loop {
            let live = self.shared.describe(None).await?;
            if let Some(change) = self.change_in_progress(&live)? {
                self.look_again(&mut patience, &change).await?;
                continue;
            }
            let next = self.missing(&live).next();
            if let Some(attempt) = last.take() {
                match next {
                    // Accepted, and it does not show yet.
                    Some(index) if index.name == attempt.index => {
                        if let Some(error) = attempt.refused {
                            return Err(error);
                        }
                        let change = format!("index `{}` does not show", index.name);
                        self.look_again(&mut patience, &change).await?;
                        last = Some(attempt);
                        continue;
                    }
                    _ => created.push(attempt.index.to_owned()),
                }
            }
            let Some(index) = next else {
                let remaining =
                    differences(&self.shared, self.schema, &self.definition, &live).await?;
                return Ok(UpdatedTable { created, remaining });
            };
            let refused = match self.create(index, &live).await {
                Ok(()) => None,
                // Somebody else's change began after the look.
                Err(error) if is_busy(&error) => {
                    if self.pause(&mut patience).await? {
                        continue;
                    }
                    return Err(error);
                }
                Err(error) if may_be_done(&error) => Some(error),
                Err(error) => return Err(error),
            };
            last = Some(Attempt {
                index: index.name,
                refused,
            });
        }
    }

    /// What has to end before UpdateTable is accepted, for a message.
    fn change_in_progress(&self, live: &TableDescription) -> Result<Option<String>> {
        match live.table_status() {
            None | Some(TableStatus::Active) => {}
            Some(status @ (TableStatus::Creating | TableStatus::Updating)) => {
                return Ok(Some(format!("the table is {}", status.as_str())));
            }
            Some(status) => {
                return Err(Error::new(
                    ErrorKind::TableInUse,
                    format!("the table is {}, and cannot be changed", status.as_str()),
                )
                .during(UPDATE, &self.shared.table));
            }
        }
        if let Some(difference) = self.definition.key_difference(live) {
            return Err(
                Error::new(ErrorKind::SchemaMismatch, difference.to_string())
                    .during(UPDATE, &self.shared.table),
            );
        }
        let mut indexes = live.global_secondary_indexes().iter();
        let changing = indexes.find_map(|index| {
            let status = index.index_status()?;
            (*status != IndexStatus::Active).then(|| {
                let name = index.index_name().unwrap_or_default();
                let backfilling = match index.backfilling() {
                    Some(true) => ", being filled",
                    _ => "",
                };
                format!("index `{name}` is {}{backfilling}", status.as_str())
            })
        });
        Ok(changing)
    }

    /// The declared global indexes that are not there, but for those whose key has another type in the
    /// table.
    fn missing(&self, live: &TableDescription) -> impl Iterator<Item = &Index> {
        let names: Vec<String> = live
            .global_secondary_indexes()
            .iter()
            .filter_map(|index| index.index_name())
            .chain(
                live.local_secondary_indexes()
                    .iter()
                    .filter_map(|index| index.index_name()),
            )
            .map(str::to_owned)
            .collect();
        let mistyped: Vec<String> = self
            .definition
            .type_differences(live)
            .filter_map(|difference| match difference {
                Difference::KeyType { attribute, .. } => Some(attribute),
                _ => None,
            })
            .collect();
        self.definition
            .indexes(IndexKind::Global)
            .filter(move |index| {
                !names.iter().any(|name| name == index.name)
                    && !index
                        .key()
                        .any(|(key, _)| mistyped.iter().any(|name| name == key.name))
            })
    }

    async fn create(&self, index: &Index, live: &TableDescription) -> Result<()> {
        let named = |error: Error| {
            error
                .on_index(Some(index.name))
                .during(UPDATE, &self.shared.table)
        };
        let create = CreateGlobalSecondaryIndexAction::builder()
            .index_name(index.name)
            .set_key_schema(Some(key_schema(index.key()).map_err(named)?))
            .projection(projection(index))
            .set_provisioned_throughput(self.throughput_for(live).map_err(named)?)
            .build()
            .map_err(|error| named(refused(error)))?;
        let attributes = index.key().map(|(attribute, _)| attribute);
        let builder = self
            .shared
            .client
            .update_table()
            .table_name(&self.shared.table)
            .set_attribute_definitions(Some(attribute_definitions(attributes).map_err(named)?))
            .global_secondary_index_updates(
                GlobalSecondaryIndexUpdate::builder().create(create).build(),
            );
        let updated = match self.config.clone() {
            Some(config) => builder.customize().config_override(config).send().await,
            None => builder.send().await,
        };
        match updated {
            Ok(_) => Ok(()),
            Err(error) => Err(failed(error, UPDATE, &self.shared.table).on_index(Some(index.name))),
        }
    }

    fn throughput_for(&self, live: &TableDescription) -> Result<Option<ProvisionedThroughput>> {
        if !is_provisioned(live) {
            return Ok(None);
        }
        let Some((read_units, write_units)) = self.throughput else {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "the table has provisioned capacity, and so each index has its own: give it with `provisioned_throughput`",
            ));
        };
        let throughput = ProvisionedThroughput::builder()
            .read_capacity_units(read_units.into())
            .write_capacity_units(write_units.into())
            .build()
            .map_err(refused)?;
        Ok(Some(throughput))
    }

    async fn pause(&self, patience: &mut Patience) -> Result<bool> {
        let paused = patience.pause().await;
        paused.map_err(|error| error.during(DESCRIBE, &self.shared.table))
    }

    async fn look_again(&self, patience: &mut Patience, change: &str) -> Result<()> {
        if self.pause(patience).await? {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Timeout,
            format!(
                "{change} after {} seconds; DynamoDB goes on with it: call `update_table()` again, or wait longer with `wait_at_most`",
                self.longest_wait.as_secs()
            ),
        )
        .during(DESCRIBE, &self.shared.table))
    }
}

/// A table that never was billed on demand has no summary of its billing.
fn is_provisioned(live: &TableDescription) -> bool {
    let mode = live
        .billing_mode_summary()
        .and_then(|summary| summary.billing_mode());
    match mode {
        Some(mode) => *mode == BillingMode::Provisioned,
        None => live
            .provisioned_throughput()
            .and_then(ProvisionedThroughputDescription::read_capacity_units)
            .is_some_and(|units| units > 0),
    }
}

/// Another change of the table, or too many changes of other tables, are being made. Quotas share the
/// code, and waiting does not raise them.
fn is_busy(error: &Error) -> bool {
    error.is_table_in_use()
        || error.code() == Some("LimitExceededException")
            && error.message().contains("simultaneous")
}

/// The next look tells: an answer that was lost, or an index that is there already, perhaps by an attempt
/// of this very request.
fn may_be_done(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Timeout | ErrorKind::Dispatch)
        || error.code() == Some("InternalServerError")
        || error.code() == Some("ValidationException") && error.message().contains("already exists")
}

impl<T: 'static> IntoFuture for UpdateTable<T> {
    type Output = Result<UpdatedTable>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl fmt::Display for UpdatedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.created.as_slice() {
            [] => f.write_str("no index created")?,
            created => write!(f, "created: {}", created.join(", "))?,
        }
        write!(f, "\n{}", self.remaining)
    }
}

impl<T> fmt::Debug for UpdateTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UpdateTable")
            .field("table", &self.shared.table)
            .finish_non_exhaustive()
    }
}
