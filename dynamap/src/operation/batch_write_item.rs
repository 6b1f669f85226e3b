//! BatchWriteItem: many puts and deletes of one table, without conditions.

use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use futures_core::Stream;

use super::batch_load::Load;
use super::batch_request::{BatchOutcome, BatchProgress, BatchPut, BatchRequest};
use super::batch_write_core::{Fate, Settings, write};
use crate::item::KeyOf;
use crate::schema::{Expiring, Stamped};
use crate::table::Shared;
use crate::{DynamoItem, Result};

/// Many puts and deletes in as few calls as it takes; [`Table::batch_write`](crate::Table::batch_write).
///
/// Calls carry 25 requests each and run a few at a time; what DynamoDB leaves unprocessed is sent
/// again with back-off. Puts are unconditional: they replace what is there. One instant fills the
/// stamps and TTLs of the whole batch. The batch as a whole is not atomic.
#[must_use = "the batch does nothing until it is sent"]
pub struct TableBatchWrite<T: DynamoItem> {
    requests: Vec<BatchRequest<T>>,
    settings: Settings,
}

impl<T: DynamoItem> TableBatchWrite<T> {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            requests: Vec::new(),
            settings: Settings::new(shared),
        }
    }

    /// Puts an item, whatever is there.
    pub fn put(mut self, item: T) -> Self
    where
        T: BatchPut,
    {
        self.requests.push(BatchRequest::Put(item));
        self
    }

    /// Puts items, whatever is there.
    pub fn put_all(mut self, items: impl IntoIterator<Item = T>) -> Self
    where
        T: BatchPut,
    {
        self.requests
            .extend(items.into_iter().map(BatchRequest::Put));
        self
    }

    /// Puts an item without asking for the stored version, for loads: a newer item is overwritten.
    pub fn put_ignoring_version(mut self, item: T) -> Self {
        self.requests.push(BatchRequest::Put(item));
        self
    }

    /// Deletes the item with this key, if there is one.
    pub fn delete(mut self, key: impl KeyOf<T>) -> Self {
        self.requests.push(BatchRequest::Delete(key.into_key()));
        self
    }

    /// At most this many calls at once; 4 unless set, at least 1.
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.settings.concurrency = calls.max(1);
        self
    }

    /// Calls this after each call that carried something out.
    pub fn on_progress(mut self, progress: impl FnMut(BatchProgress) + Send + 'static) -> Self {
        self.settings.progress = Some(Box::new(progress));
        self
    }

    /// Writes the stamps as the structs carry them, for imports; one that is not set is filled all the
    /// same.
    pub fn preserve_stamps(mut self) -> Self
    where
        T: Stamped,
    {
        self.settings.filling.preserve_stamps = true;
        self
    }

    /// Accepts expiries of more than five years ago, which DynamoDB never deletes.
    pub fn allow_stale_ttl(mut self) -> Self
    where
        T: Expiring,
    {
        self.settings.filling.allow_stale_ttl = true;
        self
    }

    /// Changes the SDK's configuration for each call: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.settings.configure(change);
        self
    }

    /// Sends the batch.
    ///
    /// Two requests on one key are refused before anything is sent, as an error of kind
    /// [`InvalidRequest`](crate::ErrorKind::InvalidRequest). Everything else is in the outcome: what was not written comes back.
    pub async fn send(self) -> Result<BatchOutcome<T>> {
        let table = Arc::clone(&self.settings.shared);
        let requests = self.requests.into_iter();
        let requests = requests.map(|request| (Arc::clone(&table), request));
        let mut outcome = BatchOutcome::empty();
        for ((_, request), fate) in write(self.settings, requests.collect()).await? {
            match fate {
                Fate::Written => outcome.written += 1,
                Fate::Unprocessed(error) => outcome.unprocessed.push((request, error)),
                Fate::Rejected(error) => outcome.rejected.push((request, error)),
            }
        }
        Ok(outcome)
    }

    /// Puts the items of a stream, however many, in bounded memory: about 25 more than the calls under
    /// way carry are taken ahead.
    ///
    /// Requests that the batch has already go first. Two items of one key are no error here, since
    /// nobody can look over the whole stream: of one key, the later item waits until the call with the
    /// earlier one is answered, so that the last one remains. One instant, the start, fills the stamps and
    /// TTLs of all. A call is sent as soon as it has 25 items, or when the stream has nothing at hand and
    /// no call is under way.
    ///
    /// What DynamoDB leaves unprocessed is sent again with back-off, and no other call is sent before.
    /// When that leads nowhere, or eight calls in a row are refused, the load ends: what it holds comes
    /// back, and the rest of the stream is not taken. Give the stream as `&mut` to go on with it.
    ///
    /// For items at hand, `futures_util::stream::iter` makes a stream of any iterator.
    ///
    /// ```
    /// use dynamap::DynamoItem;
    /// use futures_util::stream;
    ///
    /// #[derive(Debug, Clone, PartialEq, DynamoItem)]
    /// #[dynamo(table = "readings")]
    /// struct Reading {
    ///     #[partition_key]
    ///     device: String,
    ///     #[sort_key]
    ///     number: u32,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let client = dynamap_embedded::Engine::in_memory()?.client();
    /// let readings = Reading::table(&client);
    /// # readings.create_table().send().await?;
    /// let many = (0..1_000).map(|number| Reading { device: "123".into(), number });
    /// let load = readings.batch_write().concurrency(8).load(stream::iter(many)).send().await;
    /// assert!(load.is_complete());
    /// assert_eq!(load.written, 1_000);
    /// # Ok(())
    /// # }
    /// ```
    pub fn load<S: Stream<Item = T>>(self, items: S) -> Load<T, S>
    where
        T: BatchPut,
    {
        self.load_ignoring_version(items)
    }

    /// The same for items with a version, without asking for the stored one: a newer item is
    /// overwritten.
    pub fn load_ignoring_version<S: Stream<Item = T>>(self, items: S) -> Load<T, S> {
        Load::new(self.settings, self.requests, items)
    }
}

impl<T: DynamoItem> fmt::Debug for TableBatchWrite<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBatchWrite")
            .field("table", &self.settings.shared.table)
            .field("requests", &self.requests.len())
            .finish_non_exhaustive()
    }
}
