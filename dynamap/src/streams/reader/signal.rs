use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// Something that happens once, and that any number of tasks await.
#[derive(Clone, Default)]
pub(super) struct Signal(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    given: bool,
    next: u64,
    waiting: HashMap<u64, Waker>,
}

impl Signal {
    pub(super) fn give(&self) {
        let waiting = self.with(|state| {
            state.given = true;
            std::mem::take(&mut state.waiting)
        });
        for waker in waiting.into_values() {
            waker.wake();
        }
    }

    pub(super) fn is_given(&self) -> bool {
        self.with(|state| state.given)
    }

    pub(super) fn given(&self) -> Given {
        let place = self.with(|state| {
            state.next += 1;
            state.next
        });
        Given {
            signal: self.clone(),
            place,
        }
    }

    fn with<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        // No step leaves the state half changed, so a panic elsewhere is no matter.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Waits for a signal.
pub(super) struct Given {
    signal: Signal,
    place: u64,
}

impl Future for Given {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.signal.with(|state| {
            if state.given {
                return Poll::Ready(());
            }
            state.waiting.insert(self.place, context.waker().clone());
            Poll::Pending
        })
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        self.signal.with(|state| state.waiting.remove(&self.place));
    }
}
