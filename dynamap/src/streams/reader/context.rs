use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodbstreams::Client;
use aws_smithy_async::rt::sleep::{AsyncSleep as _, SharedAsyncSleep};
use futures_util::future::select;

use super::batch::Batch;
use super::settings::Settings;
use super::signal::Signal;
use crate::operation::BackOff;
use crate::streams::Checkpoint;
use crate::{Error, Result};

/// What the tasks of a reader share.
pub(super) struct Context {
    pub(super) client: Client,
    pub(super) checkpoint: Arc<dyn Checkpoint>,
    pub(super) settings: Settings,
    pub(super) stop: Signal,
    sleep: SharedAsyncSleep,
    outbox: Mutex<Outbox>,
}

#[derive(Default)]
struct Outbox {
    waiting: VecDeque<Result<Batch>>,
    /// How many batches went out so far.
    delivered: u64,
    /// How many of them were not dropped yet.
    out: usize,
}

impl Context {
    pub(super) fn new(
        client: Client,
        checkpoint: Arc<dyn Checkpoint>,
        settings: Settings,
        stop: Signal,
        sleep: SharedAsyncSleep,
    ) -> Self {
        Self {
            client,
            checkpoint,
            settings,
            stop,
            sleep,
            outbox: Mutex::default(),
        }
    }

    /// Hands something to whoever polls the reader.
    pub(super) fn deliver(&self, delivery: Result<Batch>) {
        let mut outbox = self.outbox();
        if delivery.is_ok() {
            outbox.delivered += 1;
            outbox.out += 1;
        }
        outbox.waiting.push_back(delivery);
    }

    /// What is next for whoever polls the reader. One that was stopped takes its batches back, which another
    /// reader delivers, or its own next run; errors are told all the same.
    pub(super) fn take(&self) -> Option<Result<Batch>> {
        loop {
            // A batch is dropped outside of the lock, since it tells its shard.
            let next = self.outbox().waiting.pop_front();
            if !(matches!(next, Some(Ok(_))) && self.stop.is_given()) {
                return next;
            }
        }
    }

    /// Notes that a batch was dropped.
    pub(super) fn came_back(&self) {
        self.outbox().out -= 1;
    }

    /// How many batches went out so far, and whether one is out still.
    pub(super) fn delivered(&self) -> (u64, bool) {
        let outbox = self.outbox();
        (outbox.delivered, outbox.out > 0)
    }

    fn outbox(&self) -> std::sync::MutexGuard<'_, Outbox> {
        // A queue is whole at any time, so a panic elsewhere while it was held is no matter.
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn sleep(&self, length: Duration) {
        self.sleep.sleep(length).await;
    }

    /// Sleeps, but not when the reader is stopped.
    pub(super) async fn pause(&self, length: Duration) {
        select(pin!(self.sleep(length)), self.stop.given()).await;
    }

    /// Pauses after an error: longer each time in a row. The error comes back if it shall be told: at
    /// once if a repetition is of no use, else after several of them.
    pub(super) async fn after(&self, error: Error, back_off: &mut BackOff) -> Option<Error> {
        let is_passing = error.is_retryable() && back_off.goes_on(false);
        if is_passing {
            self.pause(back_off.pause()).await;
            return None;
        }
        *back_off = BackOff::default();
        Some(error)
    }
}
