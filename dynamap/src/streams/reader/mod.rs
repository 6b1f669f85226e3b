//! An asynchronous reader over the shards of a stream.

mod batch;
mod context;
mod coordinate;
mod service;
mod settings;
mod shard;
mod shards;
mod signal;
mod source;
mod start;
mod turn;

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use aws_sdk_dynamodbstreams::Client;
use aws_smithy_async::rt::sleep::default_async_sleep;
use futures_core::Stream;
use futures_core::future::BoxFuture;

use super::{Checkpoint, MemoryCheckpoint};
use crate::{Error, ErrorKind, Result};
use context::Context;
use settings::Settings;
use signal::Signal;
use source::Source;

pub use batch::Batch;
pub use start::Start;

/// Reads a stream: all its shards, several at once, each in order and after its parent.
///
/// A `Stream` of batches, each of one shard; it needs no runtime of its own and reads while it is polled.
/// [`Batch::checkpoint`] says that a batch is done. Of each shard one batch is out at a time, so that no more than
/// [`max_shards`](Self::max_shards) batches are in memory.
///
/// *At least once*: a record is handed out again after a restart if it was not checkpointed, and by another
/// reader that takes the shard over. [`Event::id`](super::Event::id) is the same both times.
///
/// *Nothing is lost in silence*: records that were trimmed before they were read (DynamoDB keeps them for 24
/// hours) are an error of the kind [`RecordsLost`](crate::ErrorKind::RecordsLost), after which reading goes on with the oldest that is left.
///
/// An error does not end the stream: throttling and broken connections are overcome by pauses that grow,
/// and told when they last; polled again, the reader tries again. It ends when it is [stopped](Self::stopper), when the
/// stream is disabled and read to its end, or after [`stop_when_idle`](Self::stop_when_idle).
///
/// ```
/// use std::time::Duration;
/// use dynamap::DynamoItem;
/// use dynamap::aws_sdk_dynamodb::types::StreamViewType;
/// use dynamap::streams::{Reader, TableCheckpoint};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "orders")]
/// struct Order {
///     #[partition_key]
///     id: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let engine = dynamap_embedded::Engine::in_memory()?;
/// # let (client, streams_client) = (engine.client(), engine.streams_client());
/// let orders = Order::table(&client);
/// orders.create_table().stream(StreamViewType::NewAndOldImages).send().await?;
/// orders.put(Order { id: "a".into() }).send().await?;
///
/// let checkpoint = TableCheckpoint::new(&client, "audit");
/// checkpoint.create_table().await?;
/// let mut reader = Reader::of_table(&streams_client, "orders")
///     .checkpoint(checkpoint)
///     .stop_when_idle(Duration::from_secs(5));
/// while let Some(batch) = reader.next().await {
///     let batch = batch?;
///     for record in batch.records() {
///         let change = record.change::<Order>()?;
///         assert_eq!(change.new().map(|order| order.id.as_str()), Some("a"));
///     }
///     batch.checkpoint().await?;
/// }
/// # Ok(())
/// # }
/// ```
pub struct Reader {
    source: Source,
    client: Client,
    checkpoint: Arc<dyn Checkpoint>,
    settings: Settings,
    stop: Signal,
    state: State,
}

enum State {
    New,
    Running(Arc<Context>, BoxFuture<'static, ()>),
    Over(Option<Arc<Context>>),
}

impl Reader {
    /// A reader of the stream of this ARN.
    pub fn new(client: &Client, stream_arn: impl Into<String>) -> Self {
        Self::of(client, Source::Stream(stream_arn.into()))
    }

    /// A reader of the newest stream of a table.
    pub fn of_table(client: &Client, table: impl Into<String>) -> Self {
        Self::of(client, Source::Table(table.into()))
    }

    fn of(client: &Client, source: Source) -> Self {
        Self {
            source,
            client: client.clone(),
            checkpoint: Arc::new(MemoryCheckpoint::new()),
            settings: Settings::default(),
            stop: Signal::default(),
            state: State::New,
        }
    }

    /// Where it starts if there is no checkpoint: with the oldest record unless set.
    pub fn start(mut self, start: Start) -> Self {
        self.settings.start = start;
        self
    }

    /// Where it writes down how far it came: in memory unless set.
    pub fn checkpoint(mut self, checkpoint: impl Checkpoint) -> Self {
        self.checkpoint = Arc::new(checkpoint);
        self
    }

    /// How many shards are read at once, and so how many batches there are in memory: 16 unless set, at
    /// least 1. A batch is of 1 MB at most.
    ///
    /// A stream has about as many open shards as its table has partitions. Shards beyond this number wait for
    /// another reader, or until one that is read ends, which takes about four hours.
    pub fn max_shards(mut self, shards: usize) -> Self {
        self.settings.max_shards = shards.max(1);
        self
    }

    /// How many records a batch has at most, 1 to 1,000: 1,000 unless set.
    pub fn batch_size(mut self, records: u16) -> Self {
        self.settings.batch_size = i32::from(records.clamp(1, 1_000));
        self
    }

    /// How long a shard without new records is left alone: from the first length, doubled each time, up
    /// to the second. 250 ms to 2 s unless set.
    pub fn poll_interval(mut self, shortest: Duration, longest: Duration) -> Self {
        self.settings.shortest_pause = shortest;
        self.settings.longest_pause = longest.max(shortest);
        self
    }

    /// How often new shards are looked for, and shards whose readers ended: every 10 s unless set, and
    /// whenever a shard ends.
    pub fn discovery_interval(mut self, interval: Duration) -> Self {
        self.settings.discovery = interval;
        self
    }

    /// Ends the stream when no record came for so long, and no batch was out: for a reader that is started now and
    /// then. That nothing came does not prove that nothing is there.
    pub fn stop_when_idle(mut self, idle: Duration) -> Self {
        self.settings.idle = Some(idle);
        self
    }

    /// What stops the reader, from any task.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// The next batch, for callers without a `StreamExt`.
    pub async fn next(&mut self) -> Option<Result<Batch>> {
        poll_fn(|cx| self.poll_batch(cx)).await
    }

    fn poll_batch(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Result<Batch>>> {
        loop {
            match &mut self.state {
                State::New => match self.begin() {
                    Ok(running) => self.state = running,
                    Err(error) => {
                        self.state = State::Over(None);
                        return Poll::Ready(Some(Err(error)));
                    }
                },
                State::Running(context, run) => {
                    if let Some(delivery) = context.take() {
                        return Poll::Ready(Some(delivery));
                    }
                    if run.as_mut().poll(cx).is_ready() {
                        self.state = State::Over(Some(Arc::clone(context)));
                        continue;
                    }
                    return match context.take() {
                        Some(delivery) => Poll::Ready(Some(delivery)),
                        None => Poll::Pending,
                    };
                }
                State::Over(context) => {
                    // Nothing but errors of the end.
                    let last = context.as_ref().and_then(|context| context.take());
                    return Poll::Ready(last);
                }
            }
        }
    }

    fn begin(&self) -> Result<State> {
        let sleep = self
            .client
            .config()
            .sleep_impl()
            .or_else(default_async_sleep);
        let Some(sleep) = sleep else {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "the SDK client has no sleep implementation to wait with: enable its `rt-tokio` feature, or set `sleep_impl`",
            ));
        };
        let context = Arc::new(Context::new(
            self.client.clone(),
            Arc::clone(&self.checkpoint),
            self.settings.clone(),
            self.stop.clone(),
            sleep,
        ));
        let run = coordinate::run(Arc::clone(&context), self.source.clone());
        Ok(State::Running(context, Box::pin(run)))
    }
}

/// Batches hold what their reader's tasks share, and so would those that nobody took hold themselves.
impl Drop for Reader {
    fn drop(&mut self) {
        if let State::Running(context, _) | State::Over(Some(context)) = &self.state {
            while context.take().is_some() {}
        }
    }
}

impl Unpin for Reader {}

impl Stream for Reader {
    type Item = Result<Batch>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        self.poll_batch(cx)
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("source", &self.source)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// Stops a [`Reader`].
///
/// The reader hands no batch out any more, waits for the batches that are out to be dropped, with or without
/// a checkpoint, gives its shards up and ends: poll it until it does. What was not checkpointed is handed
/// out by the next reader.
#[derive(Clone)]
pub struct Stopper(Signal);

impl Stopper {
    /// Stops the reader.
    pub fn stop(&self) {
        self.0.give();
    }
}

impl fmt::Debug for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopper")
            .field("stopped", &self.0.is_given())
            .finish()
    }
}
