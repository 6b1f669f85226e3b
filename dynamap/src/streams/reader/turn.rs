use std::sync::atomic::{AtomicBool, Ordering};

use super::signal::Signal;

/// A batch that is out, as its shard's task sees it.
#[derive(Clone, Default)]
pub(super) struct Turn {
    over: Signal,
    state: std::sync::Arc<TurnState>,
}

#[derive(Default)]
struct TurnState {
    is_saved: AtomicBool,
    is_lost: AtomicBool,
}

impl Turn {
    /// Waits until the batch is dropped.
    pub(super) async fn over(&self) {
        self.over.given().await;
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.is_given()
    }

    pub(super) fn end(&self) {
        self.over.give();
    }

    /// Whether all of the batch is checkpointed.
    pub(super) fn is_saved(&self) -> bool {
        self.state.is_saved.load(Ordering::Acquire)
    }

    pub(super) fn saved(&self) {
        self.state.is_saved.store(true, Ordering::Release);
    }

    /// Whether another reader has the shard.
    pub(super) fn is_lost(&self) -> bool {
        self.state.is_lost.load(Ordering::Acquire)
    }

    pub(super) fn lost(&self) {
        self.state.is_lost.store(true, Ordering::Release);
    }
}
