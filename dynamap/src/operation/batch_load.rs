//! Loads: puts of a stream of items, in bounded memory.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_util::stream::StreamExt;
use tracing::Instrument as _;

use super::batch_loop::{Call, Stopped, Work, run};
use super::batch_request::{BatchProgress, BatchRequest};
use super::batch_write_call::{Encode as _, OPERATION, Pending, REQUESTS, next_chunk};
use super::batch_write_core::Settings;
use super::trace::{Operation, Trace};
use crate::key::ComparableKey;
use crate::time::Moment;
use crate::{DynamoItem, Error};

/// How many calls in a row may be refused before the load ends: then it is no fault of some items.
const REFUSALS: usize = 8;

type OnLeft<T> = Box<dyn FnMut(BatchRequest<T>, Error) + Send>;

/// A batch that also puts the items of a stream; [`TableBatchWrite::load`](super::TableBatchWrite::load).
#[must_use = "the load does nothing until it is sent"]
pub struct Load<T: DynamoItem, S> {
    settings: Settings,
    requests: Vec<BatchRequest<T>>,
    items: S,
    on_left: Option<OnLeft<T>>,
}

/// What became of a load: every item taken from the stream is counted as written or came back.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadOutcome<T: DynamoItem> {
    /// Requests of the batch and items of the stream that were taken.
    pub taken: usize,
    /// How many of them were carried out.
    pub written: usize,
    /// Whether the load ended before its stream did: the rest was not taken.
    pub ended_early: bool,
    /// What was not carried out, with the reason, in the order in which it came back; empty if
    /// [`Load::on_left`] took it.
    pub left: Vec<(BatchRequest<T>, Error)>,
}

impl<T: DynamoItem> LoadOutcome<T> {
    /// Whether the whole stream was taken and everything was carried out.
    pub fn is_complete(&self) -> bool {
        self.written == self.taken && !self.ended_early
    }
}

impl<T: DynamoItem, S: Stream<Item = T>> Load<T, S> {
    pub(super) fn new(settings: Settings, requests: Vec<BatchRequest<T>>, items: S) -> Self {
        Self {
            settings,
            requests,
            items,
            on_left: None,
        }
    }

    /// Calls this with each item that is not written, as soon as that is certain, instead of keeping it
    /// for the outcome: for loads with more faulty items than memory holds.
    ///
    /// Of an item that DynamoDB would refuse the reason is of kind
    /// [`Encode`](crate::ErrorKind::Encode), [`InvalidKey`](crate::ErrorKind::InvalidKey) or
    /// [`InvalidTtl`](crate::ErrorKind::InvalidTtl); otherwise it is that of the last call. If another
    /// item of the same key followed in the stream, that one may be stored: see to it before sending an
    /// older one again.
    pub fn on_left(mut self, left: impl FnMut(BatchRequest<T>, Error) + Send + 'static) -> Self {
        self.on_left = Some(Box::new(left));
        self
    }

    /// Sends the load, and says what became of it.
    pub async fn send(mut self) -> LoadOutcome<T> {
        let table = [self.settings.shared.table.as_str()];
        let trace = Trace::over(Operation::Load, OPERATION, table);
        self.settings.trace = trace.clone();
        let outcome = self.within().instrument(trace.span()).await;
        trace.given(outcome.taken);
        trace.written(outcome.written);
        outcome
    }

    async fn within(self) -> LoadOutcome<T> {
        let first = futures_util::stream::iter(self.requests);
        let items = pin!(first.chain(self.items.map(BatchRequest::Put)));
        let (shared, concurrency) = (Arc::clone(&self.settings.shared), self.settings.concurrency);
        let mut window = Window {
            items,
            ended: false,
            now: shared.now(),
            capacity: concurrency.saturating_add(1).saturating_mul(REQUESTS),
            settings: self.settings,
            on_left: self.on_left,
            held: HashMap::new(),
            ready: VecDeque::new(),
            behind: HashMap::new(),
            outcome: LoadOutcome {
                taken: 0,
                written: 0,
                ended_early: false,
                left: Vec::new(),
            },
        };
        match run(&shared, concurrency, REFUSALS, &mut window).await {
            Some(stopped) => window.end(stopped),
            None => window.outcome,
        }
    }
}

/// The part of a load that is in memory.
struct Window<'s, T: DynamoItem, S> {
    items: Pin<&'s mut S>,
    ended: bool,
    settings: Settings,
    on_left: Option<OnLeft<T>>,
    now: Moment,
    capacity: usize,
    /// The requests as they were given, until they are carried out or come back.
    held: HashMap<usize, BatchRequest<T>>,
    /// What can be sent: no two of one key.
    ready: VecDeque<Pending>,
    /// For each key that is ready or under way, what waits for its answer.
    behind: HashMap<ComparableKey, VecDeque<Pending>>,
    outcome: LoadOutcome<T>,
}

impl<T: DynamoItem, S: Stream<Item = BatchRequest<T>>> Work for Window<'_, T, S> {
    type Unit = Pending;
    type Answer = Vec<Pending>;

    fn next_call(&mut self, in_part: bool) -> Option<Call<Pending, Vec<Pending>>> {
        let waits = self.ready.len() < REQUESTS && !self.ended && !self.is_full() && !in_part;
        if waits {
            return None;
        }
        let chunk = next_chunk(&mut self.ready)?;
        Some(self.settings.call(chunk))
    }

    fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    fn poll_take(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.ended || self.is_full() {
            return Poll::Pending;
        }
        self.items
            .as_mut()
            .poll_next(context)
            .map(|request| match request {
                Some(request) => self.take(request),
                None => self.ended = true,
            })
    }

    fn is_through(&self) -> bool {
        self.ended && self.held.is_empty()
    }

    fn answered(&mut self, done: Vec<Pending>) {
        if done.is_empty() {
            return;
        }
        self.outcome.written += done.len();
        for request in done {
            self.held.remove(&request.index);
            self.release(&request);
        }
        if let Some(progress) = &mut self.settings.progress {
            progress(BatchProgress {
                written: self.outcome.written,
                total: self.outcome.taken,
            });
        }
    }

    fn refused(&mut self, request: Pending, error: &Arc<Error>) {
        self.release(&request);
        self.give_back(request, error);
    }

    fn retry(&mut self, requests: Vec<Pending>) {
        for request in requests.into_iter().rev() {
            self.ready.push_front(request);
        }
    }
}

impl<T: DynamoItem, S> Window<'_, T, S> {
    fn is_full(&self) -> bool {
        self.held.len() >= self.capacity
    }

    fn take(&mut self, request: BatchRequest<T>) {
        let index = self.outcome.taken;
        self.outcome.taken += 1;
        match request.encode(self.settings.filling, self.now) {
            Ok(encoded) => {
                self.held.insert(index, request);
                let pending = Pending {
                    index,
                    table: Arc::clone(&self.settings.shared),
                    request: encoded,
                };
                let key = &pending.request.key;
                if let Some(behind) = self.behind.get_mut(key) {
                    behind.push_back(pending);
                } else {
                    self.behind.insert(key.clone(), VecDeque::new());
                    self.ready.push_back(pending);
                }
            }
            Err(error) => self.leave(request, error),
        }
    }

    /// Lets the next request of the same key go.
    fn release(&mut self, answered: &Pending) {
        let key = &answered.request.key;
        let Some(behind) = self.behind.get_mut(key) else {
            return;
        };
        match behind.pop_front() {
            Some(next) => self.ready.push_back(next),
            None => {
                self.behind.remove(key);
            }
        }
    }

    fn give_back(&mut self, pending: Pending, error: &Arc<Error>) {
        self.settings.trace.failed(error);
        if let Some(request) = self.held.remove(&pending.index) {
            self.leave(
                request,
                Error::same_as(error).with_key(pending.request.item_key()),
            );
        }
    }

    fn leave(&mut self, request: BatchRequest<T>, error: Error) {
        let error = error.during(OPERATION, &self.settings.shared.table);
        match &mut self.on_left {
            Some(on_left) => on_left(request, error),
            None => self.outcome.left.push((request, error)),
        }
    }

    /// Gives everything back that is held, in its order.
    fn end(mut self, stopped: Stopped<Pending>) -> LoadOutcome<T> {
        let mut rest = stopped.left;
        rest.extend(std::mem::take(&mut self.ready));
        rest.extend(std::mem::take(&mut self.behind).into_values().flatten());
        rest.sort_unstable_by_key(|request| request.index);
        for request in rest {
            self.give_back(request, &stopped.error);
        }
        self.outcome.ended_early = !self.ended;
        self.outcome
    }
}

impl<T: DynamoItem, S> fmt::Debug for Load<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Load")
            .field("table", &self.settings.shared.table)
            .field("requests", &self.requests.len())
            .finish_non_exhaustive()
    }
}
