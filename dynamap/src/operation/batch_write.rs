//! BatchWriteItem over several tables.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;

use super::batch_request::{BatchOutcome, BatchProgress, BatchPut, BatchRequest};
use super::batch_write_call::{Encode, OPERATION, Request};
use super::batch_write_core::{Fate, Settings, write};
use super::fill::Filling;
use crate::item::KeyOf;
use crate::table::{Shared, Table};
use crate::time::{Clock, Moment};
use crate::{DynamoItem, Error, Result};

/// Many puts and deletes of several tables, in as few calls as it takes.
///
/// Like [`Table::batch_write`], which it is for more than one item type or table: a call carries 25
/// requests, whatever tables they are on; what DynamoDB leaves unprocessed is sent again with back-off;
/// puts are unconditional, so that types with a version do not compile; one instant fills the stamps and
/// TTLs of the whole batch. It is not atomic: a [`Transaction`](super::Transaction) is.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// # let client = orders.client();
/// let noon = datetime!(2022-01-15 12:00 UTC);
/// let mut outcome = dynamap::BatchWrite::new(client)
///     .put_all(&readings, (0..40).map(|number| reading("123", noon, &format!("r-{number:02}"))))
///     .put_ignoring_version(&orders, order("522fb5a5", "order_A"))
///     .delete(&orders, "0d9a5f4e")
///     .send()
///     .await?;
/// assert!(outcome.is_complete());
/// assert_eq!(outcome.written(), 42);
/// assert_eq!(outcome.take(&orders).written, 2);
/// # Ok(())
/// # }
/// ```
#[must_use = "the batch does nothing until it is sent"]
pub struct BatchWrite {
    settings: Settings,
    requests: Vec<(Arc<Shared>, Box<dyn Queued>)>,
}

/// A request of any item type.
trait Queued: Encode + Send {
    fn item_type(&self) -> TypeId;
    fn into_any(self: Box<Self>) -> Box<dyn Any + Send>;
}

impl<T: DynamoItem<Key: Send + 'static> + Send> Queued for BatchRequest<T> {
    fn item_type(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send> {
        self
    }
}

impl Encode for Box<dyn Queued> {
    fn encode(&self, filling: Filling, now: Moment) -> Result<Request> {
        (**self).encode(filling, now)
    }
}

impl BatchWrite {
    /// An empty batch on the client's own clock.
    pub fn new(client: &Client) -> Self {
        let shared = Shared::new(client, String::new());
        Self {
            settings: Settings::new(Arc::new(shared)),
            requests: Vec::new(),
        }
    }

    /// The same on another clock, which is read once, when the batch is sent.
    pub fn with_clock(mut self, clock: impl Clock) -> Self {
        let mut shared = Shared::clone(&self.settings.shared);
        shared.clock = Arc::new(clock);
        self.settings.shared = Arc::new(shared);
        self
    }

    /// Puts an item, whatever is there.
    pub fn put<T>(self, table: &Table<T>, item: T) -> Self
    where
        T: DynamoItem<Key: Send + 'static> + BatchPut + Send,
    {
        self.request(table, BatchRequest::Put(item))
    }

    /// Puts items of one table, whatever is there.
    pub fn put_all<T>(self, table: &Table<T>, items: impl IntoIterator<Item = T>) -> Self
    where
        T: DynamoItem<Key: Send + 'static> + BatchPut + Send,
    {
        items
            .into_iter()
            .fold(self, |batch, item| batch.put(table, item))
    }

    /// Puts an item without asking for the stored version, for loads: a newer item is overwritten.
    pub fn put_ignoring_version<T>(self, table: &Table<T>, item: T) -> Self
    where
        T: DynamoItem<Key: Send + 'static> + Send,
    {
        self.request(table, BatchRequest::Put(item))
    }

    /// Deletes the item with this key, if there is one.
    pub fn delete<T>(self, table: &Table<T>, key: impl KeyOf<T>) -> Self
    where
        T: DynamoItem<Key: Send + 'static> + Send,
    {
        self.request(table, BatchRequest::Delete(key.into_key()))
    }

    /// What an earlier batch left over, once more; puts ignore versions.
    pub fn request<T>(mut self, table: &Table<T>, request: BatchRequest<T>) -> Self
    where
        T: DynamoItem<Key: Send + 'static> + Send,
    {
        self.requests.push((table.shared(), Box::new(request)));
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
    pub fn preserve_stamps(mut self) -> Self {
        self.settings.filling.preserve_stamps = true;
        self
    }

    /// Accepts expiries of more than five years ago, which DynamoDB never deletes.
    pub fn allow_stale_ttl(mut self) -> Self {
        self.settings.filling.allow_stale_ttl = true;
        self
    }

    /// Changes the SDK's configuration for each call: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.settings.configure(change);
        self
    }

    /// Sends the batch. An empty one sends nothing.
    ///
    /// Two requests on one key of one table are refused before anything is sent, as an error of kind
    /// [`InvalidRequest`](crate::ErrorKind::InvalidRequest). Everything else is in the outcome: what was not
    /// written comes back. A table that is not there fails the calls that name it, with what they carry
    /// for other tables.
    pub async fn send(self) -> Result<BatchWritten> {
        let written = write(self.settings, self.requests).await;
        let written = written.map_err(|error| error.during(OPERATION, ""))?;
        let mut outcome = BatchWritten {
            written: HashMap::new(),
            total: 0,
            left: Vec::new(),
        };
        for ((table, request), fate) in written {
            let left = match fate {
                Fate::Written => {
                    let place = (table.table.clone(), request.item_type());
                    *outcome.written.entry(place).or_default() += 1;
                    outcome.total += 1;
                    continue;
                }
                Fate::Unprocessed(error) => (Reason::Unprocessed, error),
                Fate::Rejected(error) => (Reason::Rejected, error),
            };
            outcome.left.push(Left {
                table,
                request: request.into_any(),
                reason: left.0,
                error: left.1,
            });
        }
        Ok(outcome)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Unprocessed,
    Rejected,
}

struct Left {
    table: Arc<Shared>,
    request: Box<dyn Any + Send>,
    reason: Reason,
    error: Error,
}

/// What became of a [`BatchWrite`]: every request is counted or comes back.
pub struct BatchWritten {
    written: HashMap<(String, TypeId), usize>,
    total: usize,
    left: Vec<Left>,
}

impl BatchWritten {
    /// How many requests were carried out, over all tables.
    pub fn written(&self) -> usize {
        self.total
    }

    /// Whether every request was carried out, or has been [taken](Self::take).
    pub fn is_complete(&self) -> bool {
        self.left.is_empty()
    }

    /// Why requests were not carried out, over all tables, in the order in which they were given;
    /// [`Error::table`] and [`Error::key`] tell which.
    pub fn errors(&self) -> impl Iterator<Item = &Error> {
        self.left.iter().map(|left| &left.error)
    }

    /// Takes what became of one item type in one table: how much of it was written, and what comes
    /// back, in the order in which it was given. A second time there is nothing of it.
    pub fn take<T: DynamoItem>(&mut self, table: &Table<T>) -> BatchOutcome<T> {
        let place = (table.name().to_owned(), TypeId::of::<T>());
        let mut outcome = BatchOutcome::empty();
        outcome.written = self.written.remove(&place).unwrap_or(0);
        for left in std::mem::take(&mut self.left) {
            let Left {
                table: of,
                request,
                reason,
                error,
            } = left;
            let request = if of.table == table.name() {
                request.downcast::<BatchRequest<T>>()
            } else {
                Err(request)
            };
            match (request, reason) {
                (Ok(request), Reason::Unprocessed) => outcome.unprocessed.push((*request, error)),
                (Ok(request), Reason::Rejected) => outcome.rejected.push((*request, error)),
                (Err(request), reason) => self.left.push(Left {
                    table: of,
                    request,
                    reason,
                    error,
                }),
            }
        }
        outcome
    }
}

impl IntoFuture for BatchWrite {
    type Output = Result<BatchWritten>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl fmt::Debug for BatchWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchWrite")
            .field("requests", &self.requests.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for BatchWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchWritten")
            .field("written", &self.total)
            .field("left", &self.left.len())
            .finish_non_exhaustive()
    }
}
