//! Waiting for a table.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{IndexStatus, TableDescription, TableStatus};
use aws_smithy_async::rt::sleep::{AsyncSleep, default_async_sleep};

use super::service_error::failed;
use crate::table::Shared;
use crate::{Error, ErrorKind, Result};

pub(super) const DESCRIBE: &str = "DescribeTable";
/// How long a table may take; DynamoDB itself promises nothing.
pub(crate) const WAIT: Duration = Duration::from_mins(5);
/// Between two looks at the table: short at first, since an embedded engine is ready at once.
pub(super) const FIRST_PAUSE: Duration = Duration::from_millis(20);
pub(super) const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Sleeps on the SDK client's own sleep implementation, so that no runtime is prescribed; a client
/// whose configuration names none has the SDK's default.
async fn sleep(client: &Client, length: Duration) -> Result<()> {
    let Some(sleep) = client.config().sleep_impl().or_else(default_async_sleep) else {
        return Err(Error::new(
            ErrorKind::InvalidRequest,
            "the SDK client has no sleep implementation to wait with: enable its `rt-tokio` feature, or set `sleep_impl`",
        ));
    };
    sleep.sleep(length).await;
    Ok(())
}

/// How much longer somebody waits, in pauses that grow.
pub(crate) struct Patience {
    client: Client,
    limit: Duration,
    waited: Duration,
    pause: Duration,
    longest_pause: Duration,
}

impl Patience {
    pub(crate) fn new(
        client: &Client,
        limit: Duration,
        first_pause: Duration,
        longest_pause: Duration,
    ) -> Self {
        Self {
            client: client.clone(),
            limit,
            waited: Duration::ZERO,
            pause: first_pause,
            longest_pause,
        }
    }

    /// Sleeps for the next pause; `false`, at once, if the limit is reached.
    pub(crate) async fn pause(&mut self) -> Result<bool> {
        if self.waited >= self.limit {
            return Ok(false);
        }
        self.sleep(self.pause).await?;
        self.pause = (self.pause * 2).min(self.longest_pause);
        Ok(true)
    }

    /// Sleeps for this long; `false`, at once, if that would reach the limit.
    pub(crate) async fn pause_for(&mut self, length: Duration) -> Result<bool> {
        if self.waited.saturating_add(length) >= self.limit {
            return Ok(false);
        }
        self.sleep(length).await?;
        Ok(true)
    }

    async fn sleep(&mut self, length: Duration) -> Result<()> {
        sleep(&self.client, length).await?;
        self.waited = self.waited.saturating_add(length);
        Ok(())
    }
}

impl Shared {
    /// Waits until the table and its indexes are active.
    pub(super) async fn wait_until_active(&self) -> Result<()> {
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
    pub(super) async fn wait_until_gone(&self) -> Result<()> {
        self.wait("it was not deleted", |table| table.is_none())
            .await
    }

    /// DescribeTable.
    pub(crate) async fn describe(&self, config: Option<ConfigBuilder>) -> Result<TableDescription> {
        let builder = self.client.describe_table().table_name(&self.table);
        let described = match config {
            Some(config) => builder.customize().config_override(config).send().await,
            None => builder.send().await,
        };
        let reply = described.map_err(|error| failed(error, DESCRIBE, &self.table))?;
        reply.table.ok_or_else(|| {
            Error::new(ErrorKind::Service, "the answer describes no table")
                .during(DESCRIBE, &self.table)
        })
    }

    /// Sleeps.
    pub(super) async fn pause(&self, length: Duration) -> Result<()> {
        sleep(&self.client, length).await
    }

    async fn wait(
        &self,
        fault: &str,
        done: impl Fn(Option<&TableDescription>) -> bool,
    ) -> Result<()> {
        let mut patience = Patience::new(&self.client, WAIT, FIRST_PAUSE, LONGEST_PAUSE);
        loop {
            let table = match self.describe(None).await {
                Ok(table) => Some(table),
                Err(error) if error.is_table_not_found() => None,
                Err(error) => return Err(error),
            };
            if done(table.as_ref()) {
                return Ok(());
            }
            let paused = patience.pause().await;
            if !paused.map_err(|error| error.during(DESCRIBE, &self.table))? {
                return Err(Error::new(
                    ErrorKind::Timeout,
                    format!(
                        "the table was awaited for {} seconds, and {fault}",
                        WAIT.as_secs()
                    ),
                )
                .during(DESCRIBE, &self.table));
            }
        }
    }
}
