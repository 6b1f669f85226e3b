//! BatchWriteItem: many puts and deletes, without conditions.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, DeleteRequest, PutRequest, WriteRequest};
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::back_off::BackOff;
use super::fill::{Filling, fill_item};

use super::put_item::key_of;
use super::service_error::Failure;
use super::verb::Verb;
use crate::item::{EncodedItem, Item, KeyOf, encode_key};
use crate::key::{ComparableKey, check_item_keys, check_key};
use crate::schema::{Expiring, Stamped, Unversioned};
use crate::table::Shared;
use crate::time::Moment;
use crate::value::json_bytes;
use crate::{DynamoItem, Error, ErrorKind, Result};

// Requests and bytes of one call.
// [BatchWriteItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html)
const REQUESTS: usize = 25;
const BYTES: usize = 15 * 1024 * 1024;
/// How many calls are under way at once unless the caller says otherwise.
const CONCURRENCY: usize = 4;

/// An item that a batch can put: one without a version.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a version, and a batch cannot check versions",
    label = "has a `#[version]` field",
    note = "BatchWriteItem takes no conditions: put the items one by one, or load them with `put_ignoring_version`"
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
pub struct BatchWrite<T: DynamoItem> {
    shared: Arc<Shared>,
    requests: Vec<BatchRequest<T>>,
    filling: Filling,
    concurrency: usize,
    progress: Option<Box<dyn FnMut(BatchProgress) + Send>>,
    config: Option<ConfigBuilder>,
}

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
    /// Requests given.
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

impl<T: DynamoItem> BatchWrite<T> {
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
            match self.encode(&request, now) {
                Ok((key, wire)) => {
                    if seen.insert(ComparableKey::of(&key), index).is_some() {
                        return Err(Error::new(
                            ErrorKind::InvalidRequest,
                            "two requests of the batch are on one key, which DynamoDB refuses: keep the one that is meant",
                        )
                        .with_key(key));
                    }
                    pending.push_back(Pending {
                        index,
                        bytes: wire_bytes(&wire),
                        key,
                        wire,
                    });
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

    fn encode(&self, request: &BatchRequest<T>, now: Moment) -> Result<(Item, WriteRequest)> {
        let schema = T::SCHEMA;
        let refused = |error| {
            Error::new(ErrorKind::InvalidRequest, "the request has no item").with_source(error)
        };
        match request {
            BatchRequest::Put(item) => {
                let EncodedItem { mut item, parts } = EncodedItem::of(item)?;
                fill_item(schema, Verb::Put, &mut item, &parts, self.filling, now)?;
                check_item_keys(schema, &item)?;
                let key = key_of(schema, &item);
                let put = PutRequest::builder().set_item(Some(item)).build();
                let put = put.map_err(|error| refused(Box::new(error)))?;
                Ok((key, WriteRequest::builder().put_request(put).build()))
            }
            BatchRequest::Delete(key) => {
                let key = encode_key(key)?;
                check_key(schema, &key)?;
                let delete = DeleteRequest::builder().set_key(Some(key.clone())).build();
                let delete = delete.map_err(|error| refused(Box::new(error)))?;
                Ok((key, WriteRequest::builder().delete_request(delete).build()))
            }
        }
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
                let Some(done) = calls.next().await else {
                    break;
                };
                written += done.written;
                match done.failure {
                    // What cannot be mended by trying again is not tried again.
                    Some(error) if !error.is_retryable() => {
                        let error = Arc::new(error);
                        left.extend(done.left.into_iter().map(|request| {
                            (request.index, Error::same_as(&error).with_key(request.key))
                        }));
                    }
                    failure => {
                        again.extend(done.left);
                        reason = failure.or(reason);
                    }
                }
                if done.written > 0
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
                Some(reason.unwrap_or_else(|| {
                    Error::new(
                        ErrorKind::Throttled,
                        "DynamoDB left the request unprocessed again and again: slow down, raise the table's capacity, or spread hot keys over `shards`",
                    )
                }))
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

/// A request on its way.
struct Pending {
    index: usize,
    bytes: usize,
    key: Item,
    wire: WriteRequest,
}

/// What one call brought.
struct Called {
    written: usize,
    left: Vec<Pending>,
    failure: Option<Error>,
}

fn next_chunk(pending: &mut VecDeque<Pending>) -> Option<Vec<Pending>> {
    let mut chunk = vec![pending.pop_front()?];
    let mut bytes = chunk.iter().map(|request| request.bytes).sum::<usize>();
    while chunk.len() < REQUESTS
        && let Some(next) = pending.front()
        && bytes + next.bytes <= BYTES
    {
        bytes += next.bytes;
        chunk.extend(pending.pop_front());
    }
    Some(chunk)
}

async fn call(shared: Arc<Shared>, config: Option<ConfigBuilder>, chunk: Vec<Pending>) -> Called {
    let requests: Vec<WriteRequest> = chunk.iter().map(|request| request.wire.clone()).collect();
    let builder = shared
        .client
        .batch_write_item()
        .request_items(&shared.table, requests)
        .customize()
        .config_override(config.unwrap_or_default());
    match builder.send().await {
        Ok(reply) => {
            let unprocessed = reply.unprocessed_items.unwrap_or_default();
            let mut keys: Vec<ComparableKey> = unprocessed
                .into_values()
                .flatten()
                .filter_map(|request| request_key(&request, &chunk))
                .collect();
            let count = chunk.len();
            let left: Vec<Pending> = chunk
                .into_iter()
                .filter(|request| {
                    let key = ComparableKey::of(&request.key);
                    keys.iter()
                        .position(|other| *other == key)
                        .map(|at| keys.swap_remove(at))
                        .is_some()
                })
                .collect();
            Called {
                written: count - left.len(),
                left,
                failure: None,
            }
        }
        Err(error) => {
            let failure = match Failure::from_sdk(error) {
                Failure::Other(error) => error.during("BatchWriteItem", &shared.table),
                Failure::ConditionFailed(_) => {
                    Error::new(ErrorKind::Service, "a batch has no condition")
                }
            };
            Called {
                written: 0,
                left: chunk,
                failure: Some(failure),
            }
        }
    }
}

/// The key of a request that came back; the chunk tells which attributes are the key.
fn request_key(request: &WriteRequest, chunk: &[Pending]) -> Option<ComparableKey> {
    let attributes = match (&request.put_request, &request.delete_request) {
        (Some(put), _) => put.item(),
        (None, Some(delete)) => delete.key(),
        (None, None) => return None,
    };
    let names = &chunk.first()?.key;
    let key: HashMap<String, AttributeValue> = attributes
        .iter()
        .filter(|(name, _)| names.contains_key(*name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Some(ComparableKey::of(&key))
}

fn wire_bytes(request: &WriteRequest) -> usize {
    match (&request.put_request, &request.delete_request) {
        (Some(put), _) => json_bytes(put.item()),
        (None, Some(delete)) => json_bytes(delete.key()),
        (None, None) => 0,
    }
}

impl<T: DynamoItem> fmt::Debug for BatchWrite<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchWrite")
            .field("table", &self.shared.table)
            .field("requests", &self.requests.len())
            .finish_non_exhaustive()
    }
}
