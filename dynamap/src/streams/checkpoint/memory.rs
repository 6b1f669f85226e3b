use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures_core::future::BoxFuture;

use super::{Checkpoint, Claim, Lease, Position, Shard};
use crate::Result;

/// Checkpoints in memory, for one reader: what it did not do is read again after it ends only by a
/// reader that was given a clone.
#[derive(Debug, Clone, Default)]
pub struct MemoryCheckpoint(Arc<Mutex<HashMap<Shard, Position>>>);

impl MemoryCheckpoint {
    /// Nothing was read yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How far a shard was read; `None` if it was never claimed.
    pub fn position(&self, shard: &Shard) -> Option<Position> {
        self.with(|positions| positions.get(shard).cloned())
    }

    fn with<R>(&self, change: impl FnOnce(&mut HashMap<Shard, Position>) -> R) -> R {
        // Every entry is whole at any time, so a panic elsewhere while it was held is no matter.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Checkpoint for MemoryCheckpoint {
    fn load<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, Result<Option<Position>>> {
        Box::pin(async { Ok(self.position(shard)) })
    }

    fn claim<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, Result<Claim>> {
        let position = self.with(|positions| {
            let position = positions.entry(shard.clone());
            position.or_insert(Position::Start).clone()
        });
        Box::pin(async move {
            Ok(match position {
                Position::End => Claim::Ended,
                position => Claim::Granted(Lease {
                    position,
                    generation: 1,
                }),
            })
        })
    }

    fn save<'a>(
        &'a self,
        shard: &'a Shard,
        _lease: &'a Lease,
        position: &'a Position,
    ) -> BoxFuture<'a, Result<()>> {
        self.with(|positions| positions.insert(shard.clone(), position.clone()));
        Box::pin(async { Ok(()) })
    }
}
