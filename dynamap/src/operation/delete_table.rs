//! DeleteTable.

use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::delete_table::builders::DeleteTableFluentBuilder;

use super::service_error::failed;
use super::trace::{Operation, Trace};
use crate::Result;
use crate::table::Shared;

/// DeleteTable; [`Table::delete_table`](crate::Table::delete_table).
#[must_use = "the table is not deleted until this is sent"]
pub struct DeleteTable {
    shared: Arc<Shared>,
    config: Option<ConfigBuilder>,
}

impl DeleteTable {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            config: None,
        }
    }

    /// Changes the SDK's configuration for the DeleteTable request: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
        self
    }

    /// The SDK's fluent builder. It does not wait until the table is gone.
    pub fn into_sdk(self) -> DeleteTableFluentBuilder {
        let client = &self.shared.client;
        client.delete_table().table_name(&self.shared.table)
    }

    /// Deletes the table with all its items, and waits until it is gone.
    pub async fn send(self) -> Result<()> {
        let table = self.shared.table.clone();
        let trace = Trace::start(Operation::DeleteTable, "DeleteTable", &table, None);
        trace.run(self.run()).await
    }

    async fn run(mut self) -> Result<()> {
        let config = self.config.take();
        let shared = Arc::clone(&self.shared);
        let builder = self.into_sdk();
        let deleted = match config {
            Some(config) => builder.customize().config_override(config).send().await,
            None => builder.send().await,
        };
        deleted.map_err(|error| failed(error, "DeleteTable", &shared.table))?;
        shared.wait_until_gone().await
    }
}

impl IntoFuture for DeleteTable {
    type Output = Result<()>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl fmt::Debug for DeleteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeleteTable")
            .field("table", &self.shared.table)
            .finish_non_exhaustive()
    }
}
