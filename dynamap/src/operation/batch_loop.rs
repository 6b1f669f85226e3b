//! The one loop of all batches and loads: calls under way, what they leave over, when it is tried
//! again, and when that is given up.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::stream::{FuturesUnordered, StreamExt};

use super::back_off::{BackOff, left_unprocessed};
use crate::Error;
use crate::table::Shared;

/// A call under way.
pub(super) type Call<U, A> = Pin<Box<dyn Future<Output = Called<U, A>> + Send>>;

/// What one call brought.
pub(super) struct Called<U, A> {
    /// What came back; `None` from a call that failed.
    pub(super) answer: Option<A>,
    /// Whether the call got anywhere.
    pub(super) progress: bool,
    /// What it did not get to.
    pub(super) left: Vec<U>,
    pub(super) failure: Option<Error>,
}

impl<U, A> Called<U, A> {
    /// A call that failed as a whole.
    pub(super) fn failed(units: Vec<U>, failure: Error) -> Self {
        Self {
            answer: None,
            progress: false,
            left: units,
            failure: Some(failure),
        }
    }
}

/// What is to be done in many calls: the requests of a batch, its keys, the items of a stream.
pub(super) trait Work {
    /// A request or a key.
    type Unit;
    /// What a call brings beside what it leaves over.
    type Answer;

    /// The next call; one that could carry more only if more is not to be waited for.
    fn next_call(&mut self, in_part: bool) -> Option<Call<Self::Unit, Self::Answer>>;

    /// Whether anything is at hand for a call.
    fn has_ready(&self) -> bool;

    /// Takes in more to do. Work that is all at hand has nothing to wait for.
    fn poll_take(&mut self, _context: &mut Context<'_>) -> Poll<()> {
        Poll::Pending
    }

    /// Whether everything was taken in and answered, as long as no call is under way.
    fn is_through(&self) -> bool;

    /// Notes what a call brought.
    fn answered(&mut self, answer: Self::Answer);

    /// Notes that something is not tried again.
    fn refused(&mut self, unit: Self::Unit, error: &Arc<Error>);

    /// Takes back what was left over, to go before everything else.
    fn retry(&mut self, units: Vec<Self::Unit>);
}

/// Work that was given up, with what was left over last.
pub(super) struct Stopped<U> {
    pub(super) left: Vec<U>,
    pub(super) error: Arc<Error>,
}

enum Event<U, A> {
    Taken,
    Answered(Called<U, A>),
    /// Nothing comes, and nothing is under way.
    Idle,
}

/// Works until all is done, or nothing moves any more, or `most_refused` calls in a row were refused.
///
/// What is left over is tried again when every call is answered, after a pause, and no other call is
/// sent before.
pub(super) async fn run<W: Work>(
    shared: &Shared,
    concurrency: usize,
    most_refused: usize,
    work: &mut W,
) -> Option<Stopped<W::Unit>> {
    let mut calls = FuturesUnordered::new();
    let mut again = Vec::new();
    let mut back_off = BackOff::default();
    let (mut reason, mut progress, mut refused, mut in_part) = (None, false, 0, false);
    loop {
        let exhausted = refused >= most_refused;
        while again.is_empty()
            && !exhausted
            && calls.len() < concurrency
            && let Some(call) = work.next_call(in_part)
        {
            calls.push(call);
            in_part = false;
        }
        if calls.is_empty() {
            if exhausted {
                return Some(stopped(again, reason));
            }
            if !again.is_empty() {
                if !back_off.goes_on(progress) {
                    return Some(stopped(again, reason));
                }
                // Whatever ends the work, what was done stays done, and is told.
                if let Err(error) = back_off.wait(shared).await {
                    return Some(stopped(again, Some(error)));
                }
                work.retry(std::mem::take(&mut again));
                (progress, in_part) = (false, true);
                continue;
            }
            if work.is_through() {
                return None;
            }
        }
        let event =
            std::future::poll_fn(|context| next_event(context, work, &mut calls, !exhausted));
        match event.await {
            Event::Taken => {}
            Event::Idle => in_part = true,
            Event::Answered(called) => {
                progress |= called.progress;
                if let Some(answer) = called.answer {
                    work.answered(answer);
                }
                match called.failure {
                    // What cannot be mended by trying again is not tried again.
                    Some(error) if !error.is_retryable() => {
                        refused += 1;
                        let error = Arc::new(error);
                        for unit in called.left {
                            work.refused(unit, &error);
                        }
                        reason = Some(Error::same_as(&error));
                    }
                    failure => {
                        refused = 0;
                        again.extend(called.left);
                        reason = failure.or(reason);
                    }
                }
            }
        }
    }
}

fn stopped<U>(left: Vec<U>, reason: Option<Error>) -> Stopped<U> {
    Stopped {
        left,
        error: Arc::new(reason.unwrap_or_else(left_unprocessed)),
    }
}

fn next_event<W: Work>(
    context: &mut Context<'_>,
    work: &mut W,
    calls: &mut FuturesUnordered<Call<W::Unit, W::Answer>>,
    takes: bool,
) -> Poll<Event<W::Unit, W::Answer>> {
    if takes && work.poll_take(context).is_ready() {
        return Poll::Ready(Event::Taken);
    }
    if calls.is_empty() {
        return if work.has_ready() {
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
