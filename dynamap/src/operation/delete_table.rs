//! DeleteTable.

use std::fmt;
use std::sync::Arc;

use super::service_error::failed;
use crate::Result;
use crate::table::Shared;

/// DeleteTable; [`Table::delete_table`](crate::Table::delete_table).
#[must_use = "the table is not deleted until this is sent"]
pub struct DeleteTable {
    shared: Arc<Shared>,
}

impl DeleteTable {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    /// Deletes the table with all its items, and waits until it is gone.
    pub async fn send(self) -> Result<()> {
        let table = &self.shared.table;
        let deleted = self
            .shared
            .client
            .delete_table()
            .table_name(table)
            .send()
            .await;
        deleted.map_err(|error| failed(error, "DeleteTable", table))?;
        self.shared.wait_until_gone().await
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
