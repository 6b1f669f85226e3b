//! Loads: puts of a stream of items, in bounded memory.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use futures_core::Stream;
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::back_off::{BackOff, left_unprocessed};
use super::batch_call::{Called, Pending, REQUESTS, call, encode, next_chunk};
use super::batch_write_item::{BatchProgress, BatchRequest, OnProgress};
use super::fill::Filling;
use crate::key::ComparableKey;
use crate::table::Shared;
use crate::time::Moment;
use crate::{DynamoItem, Error};

const OPERATION: &str = "BatchWriteItem";
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

/// What a load takes over from the batch.
pub(super) struct Settings {
    pub(super) shared: Arc<Shared>,
    pub(super) filling: Filling,
    pub(super) concurrency: usize,
    pub(super) progress: Option<OnProgress>,
    pub(super) config: Option<ConfigBuilder>,
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
    pub async fn send(self) -> LoadOutcome<T> {
        let window = Window {
            now: self.settings.shared.now(),
            capacity: self
                .settings
                .concurrency
                .saturating_add(1)
                .saturating_mul(REQUESTS),
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
        let first = futures_util::stream::iter(self.requests);
        let items = first.chain(self.items.map(BatchRequest::Put));
        window.run(items).await
    }
}

/// The part of a load that is in memory.
struct Window<T: DynamoItem> {
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

/// What happens next.
enum Event<T: DynamoItem> {
    Taken(BatchRequest<T>),
    Ended,
    Answered(Called),
    /// Nothing is at hand, and nothing under way.
    Idle,
}

impl<T: DynamoItem> Window<T> {
    async fn run(mut self, items: impl Stream<Item = BatchRequest<T>>) -> LoadOutcome<T> {
        let mut items = std::pin::pin!(items);
        let mut calls = FuturesUnordered::new();
        let mut again = VecDeque::new();
        let mut back_off = BackOff::default();
        let (mut ended, mut flush) = (false, false);
        let (mut reason, mut progress, mut refusals) = (None, false, 0);
        loop {
            let full = self.held.len() >= self.capacity;
            let exhausted = refusals >= REFUSALS;
            while again.is_empty()
                && !exhausted
                && calls.len() < self.settings.concurrency
                && (self.ready.len() >= REQUESTS || ended || full || flush)
                && let Some(chunk) = next_chunk(&mut self.ready)
            {
                let shared = Arc::clone(&self.settings.shared);
                calls.push(call(shared, self.settings.config.clone(), chunk));
                flush = false;
            }
            if calls.is_empty() && exhausted {
                let error = reason.take().unwrap_or_else(left_unprocessed);
                return self.end(again, &Arc::new(error), ended);
            }
            if calls.is_empty() && !again.is_empty() {
                // Every call is answered, and some requests were left over.
                let stopped = if back_off.goes_on(progress) {
                    back_off.wait(&self.settings.shared).await.err()
                } else {
                    Some(reason.take().unwrap_or_else(left_unprocessed))
                };
                if let Some(error) = stopped {
                    return self.end(again, &Arc::new(error), ended);
                }
                again.append(&mut self.ready);
                std::mem::swap(&mut again, &mut self.ready);
                (progress, flush) = (false, true);
                continue;
            }
            if ended && self.held.is_empty() {
                return self.outcome;
            }
            let takes = !ended && !full && !exhausted;
            let event = std::future::poll_fn(|context| {
                let at_hand = takes.then_some(items.as_mut());
                next_event(context, at_hand, &mut calls, !self.ready.is_empty())
            });
            match event.await {
                Event::Taken(request) => self.take(request),
                Event::Ended => ended = true,
                Event::Idle => flush = true,
                Event::Answered(called) => {
                    progress |= !called.done.is_empty();
                    self.count(called.done);
                    match called.failure {
                        // What cannot be mended by trying again is not tried again.
                        Some(error) if !error.is_retryable() => {
                            refusals += 1;
                            let error = Arc::new(error);
                            for request in called.left {
                                self.release(&request);
                                self.give_back(request, &error);
                            }
                            reason = Some(Error::same_as(&error));
                        }
                        failure => {
                            refusals = 0;
                            again.extend(called.left);
                            reason = failure.or(reason);
                        }
                    }
                }
            }
        }
    }

    fn take(&mut self, request: BatchRequest<T>) {
        let index = self.outcome.taken;
        self.outcome.taken += 1;
        match encode(&request, self.settings.filling, self.now) {
            Ok((key, wire)) => {
                self.held.insert(index, request);
                let comparable = ComparableKey::of(&key);
                let pending = Pending::new(index, key, wire);
                if let Some(behind) = self.behind.get_mut(&comparable) {
                    behind.push_back(pending);
                } else {
                    self.behind.insert(comparable, VecDeque::new());
                    self.ready.push_back(pending);
                }
            }
            Err(error) => self.leave(request, error),
        }
    }

    /// Notes what was carried out.
    fn count(&mut self, done: Vec<Pending>) {
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

    /// Lets the next request of the same key go.
    fn release(&mut self, answered: &Pending) {
        let key = ComparableKey::of(&answered.key);
        let Some(behind) = self.behind.get_mut(&key) else {
            return;
        };
        match behind.pop_front() {
            Some(next) => self.ready.push_back(next),
            None => {
                self.behind.remove(&key);
            }
        }
    }

    fn give_back(&mut self, pending: Pending, error: &Arc<Error>) {
        if let Some(request) = self.held.remove(&pending.index) {
            self.leave(request, Error::same_as(error).with_key(pending.key));
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
    fn end(mut self, again: VecDeque<Pending>, error: &Arc<Error>, ended: bool) -> LoadOutcome<T> {
        let mut rest: Vec<Pending> = again.into();
        rest.extend(std::mem::take(&mut self.ready));
        rest.extend(std::mem::take(&mut self.behind).into_values().flatten());
        rest.sort_unstable_by_key(|request| request.index);
        for request in rest {
            self.give_back(request, error);
        }
        self.outcome.ended_early = !ended;
        self.outcome
    }
}

fn next_event<T: DynamoItem>(
    context: &mut Context<'_>,
    items: Option<Pin<&mut impl Stream<Item = BatchRequest<T>>>>,
    calls: &mut FuturesUnordered<impl Future<Output = Called>>,
    ready: bool,
) -> Poll<Event<T>> {
    if let Some(items) = items
        && let Poll::Ready(item) = items.poll_next(context)
    {
        return Poll::Ready(item.map_or(Event::Ended, Event::Taken));
    }
    if calls.is_empty() {
        return if ready {
            Poll::Ready(Event::Idle)
        } else {
            Poll::Pending
        };
    }
    match calls.poll_next_unpin(context) {
        Poll::Ready(Some(called)) => Poll::Ready(Event::Answered(called)),
        _ => Poll::Pending,
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
