//! BatchWriteItem: many puts and deletes, without conditions.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use futures_core::Stream;
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::back_off::{BackOff, left_unprocessed};
use super::batch_call::{Pending, call, encode, next_chunk};
use super::batch_load::{Load, Settings};
use super::fill::Filling;
use crate::item::KeyOf;
use crate::key::ComparableKey;
use crate::schema::{Expiring, Stamped, Unversioned};
use crate::table::Shared;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// How many calls are under way at once unless the caller says otherwise.
const CONCURRENCY: usize = 4;

/// An item that a batch can put: one without a version.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a version, and a batch cannot check versions",
    label = "has a `#[version]` field",
    note = "BatchWriteItem takes no conditions: put the items one by one, or load them with `put_ignoring_version` or `load_ignoring_version`"
)]
pub trait BatchPut {}

#[diagnostic::do_not_recommend]
impl<T: Unversioned> BatchPut for T {}

/// Many puts and deletes in as few calls as it takes; [`Table::batch_write`](crate::Table::batch_write).
///
/// Calls carry 25 requests each and run a few at a time; what DynamoDB leaves unprocessed is sent
/// again with back-off. Puts are unconditional: they replace what is there. One instant fills the
/// stamps and TTLs of the whole batch. The batch as a whole is not atomic.
#[must_use = "the batch does nothing until it is sent"]
pub struct TableBatchWrite<T: DynamoItem> {
    shared: Arc<Shared>,
    requests: Vec<BatchRequest<T>>,
    filling: Filling,
    concurrency: usize,
    progress: Option<OnProgress>,
    config: Option<ConfigBuilder>,
}

/// Hears how far a batch has come.
pub(super) type OnProgress = Box<dyn FnMut(BatchProgress) + Send>;

/// One request of a batch, as the caller gave it.
pub enum BatchRequest<T: DynamoItem> {
    /// Put this item.
    Put(T),
    /// Delete the item with this key.
    Delete(T::Key),
}

impl<T: DynamoItem> fmt::Debug for BatchRequest<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Put(_) => "Put",
            Self::Delete(_) => "Delete",
        })
    }
}

/// How far a batch has come; a callback gets it after each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchProgress {
    /// Requests carried out.
    pub written: usize,
    /// Requests given; of a stream, those taken from it so far.
    pub total: usize,
}

/// What became of a batch: every request is counted or comes back.
#[derive(Debug)]
#[non_exhaustive]
pub struct BatchOutcome<T: DynamoItem> {
    /// How many requests were carried out.
    pub written: usize,
    /// What DynamoDB did not get to, with the last reason: throttling, or a failed call.
    pub unprocessed: Vec<(BatchRequest<T>, Error)>,
    /// What was never sent, with the reason: a value, key or TTL that DynamoDB would refuse or
    /// never act on.
    pub rejected: Vec<(BatchRequest<T>, Error)>,
}

impl<T: DynamoItem> BatchOutcome<T> {
    /// Whether every request was carried out.
    pub fn is_complete(&self) -> bool {
        self.unprocessed.is_empty() && self.rejected.is_empty()
    }
}

impl<T: DynamoItem> TableBatchWrite<T> {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            requests: Vec::new(),
            filling: Filling::default(),
            concurrency: CONCURRENCY,
            progress: None,
            config: None,
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
        self.concurrency = calls.max(1);
        self
    }

    /// Calls this after each call that carried something out.
    pub fn on_progress(mut self, progress: impl FnMut(BatchProgress) + Send + 'static) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Writes the stamps as the structs carry them, for imports; one that is not set is filled all the
    /// same.
    pub fn preserve_stamps(mut self) -> Self
    where
        T: Stamped,
    {
        self.filling.preserve_stamps = true;
        self
    }

    /// Accepts expiries of more than five years ago, which DynamoDB never deletes.
    pub fn allow_stale_ttl(mut self) -> Self
    where
        T: Expiring,
    {
        self.filling.allow_stale_ttl = true;
        self
    }

    /// Changes the SDK's configuration for each call: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
        self
    }

    /// Sends the batch.
    ///
    /// Two requests on one key are refused before anything is sent, as an error of kind
    /// [`InvalidRequest`](ErrorKind::InvalidRequest). Everything else is in the outcome: what was not written comes back.
    pub async fn send(self) -> Result<BatchOutcome<T>> {
        let table = self.shared.table.clone();
        self.run()
            .await
            .map_err(|error| error.during("BatchWriteItem", &table))
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
        Load::new(
            Settings {
                shared: self.shared,
                filling: self.filling,
                concurrency: self.concurrency,
                progress: self.progress,
                config: self.config,
            },
            self.requests,
            items,
        )
    }

    async fn run(mut self) -> Result<BatchOutcome<T>> {
        let now = self.shared.now();
        let requests = std::mem::take(&mut self.requests);
        let total = requests.len();
        let mut originals: Vec<Option<BatchRequest<T>>> = Vec::with_capacity(total);
        let mut rejected = Vec::new();
        let mut pending = VecDeque::new();
        let mut seen = HashMap::new();
        for request in requests {
            let index = originals.len();
            match encode(&request, self.filling, now) {
                Ok((key, wire)) => {
                    if seen.insert(ComparableKey::of(&key), index).is_some() {
                        return Err(Error::new(
                            ErrorKind::InvalidRequest,
                            "two requests of the batch are on one key, which DynamoDB refuses: keep the one that is meant",
                        )
                        .with_key(key));
                    }
                    pending.push_back(Pending::new(index, key, wire));
                    originals.push(Some(request));
                }
                Err(error) => {
                    rejected.push((request, error.during("BatchWriteItem", &self.shared.table)));
                    originals.push(None);
                }
            }
        }
        let (written, left) = self.drain(pending, total).await;
        let unprocessed = left
            .into_iter()
            .filter_map(|(index, error)| Some((originals.get_mut(index)?.take()?, error)))
            .collect();
        Ok(BatchOutcome {
            written,
            unprocessed,
            rejected,
        })
    }

    /// Sends until nothing is pending or nothing moves any more.
    async fn drain(
        &mut self,
        mut pending: VecDeque<Pending>,
        total: usize,
    ) -> (usize, Vec<(usize, Error)>) {
        let mut written = 0;
        let mut left = Vec::new();
        let mut back_off = BackOff::default();
        while !pending.is_empty() {
            let mut calls = FuturesUnordered::new();
            let mut again = VecDeque::new();
            let mut reason = None;
            let before = written;
            loop {
                while calls.len() < self.concurrency
                    && let Some(chunk) = next_chunk(&mut pending)
                {
                    calls.push(call(Arc::clone(&self.shared), self.config.clone(), chunk));
                }
                let Some(called) = calls.next().await else {
                    break;
                };
                written += called.done.len();
                match called.failure {
                    // What cannot be mended by trying again is not tried again.
                    Some(error) if !error.is_retryable() => {
                        let error = Arc::new(error);
                        left.extend(called.left.into_iter().map(|request| {
                            (request.index, Error::same_as(&error).with_key(request.key))
                        }));
                    }
                    failure => {
                        again.extend(called.left);
                        reason = failure.or(reason);
                    }
                }
                if !called.done.is_empty()
                    && let Some(progress) = &mut self.progress
                {
                    progress(BatchProgress { written, total });
                }
            }
            pending = again;
            if pending.is_empty() {
                break;
            }
            // Whatever stops the batch, what was written stays written, and is told.
            let stopped = if back_off.goes_on(written > before) {
                back_off.wait(&self.shared).await.err()
            } else {
                Some(reason.unwrap_or_else(left_unprocessed))
            };
            if let Some(error) = stopped {
                let error = Arc::new(error);
                left.extend(pending.into_iter().map(|request| {
                    let error = Error::same_as(&error).with_key(request.key);
                    (
                        request.index,
                        error.during("BatchWriteItem", &self.shared.table),
                    )
                }));
                break;
            }
        }
        (written, left)
    }
}

impl<T: DynamoItem> fmt::Debug for TableBatchWrite<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBatchWrite")
            .field("table", &self.shared.table)
            .field("requests", &self.requests.len())
            .finish_non_exhaustive()
    }
}
