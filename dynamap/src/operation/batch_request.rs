//! What batches are given and what they tell.

use std::fmt;

use crate::schema::Unversioned;
use crate::{DynamoItem, Error};

/// How many calls are under way at once unless the caller says otherwise.
pub(super) const CONCURRENCY: usize = 4;

/// An item that a batch can put: one without a version.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a version, and a batch cannot check versions",
    label = "has a `#[version]` field",
    note = "BatchWriteItem takes no conditions: put the items one by one, or load them with `put_ignoring_version` or `load_ignoring_version`"
)]
pub trait BatchPut {}

#[diagnostic::do_not_recommend]
impl<T: Unversioned> BatchPut for T {}

/// Hears how far a batch has come.
pub(super) type OnProgress = Box<dyn FnMut(BatchProgress) + Send>;

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
    /// Requests given; of a stream, those taken from it so far.
    pub total: usize,
}

/// What became of a batch, of one table of it: every request is counted or comes back.
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
    pub(super) fn empty() -> Self {
        Self {
            written: 0,
            unprocessed: Vec::new(),
            rejected: Vec::new(),
        }
    }

    /// Whether every request was carried out.
    pub fn is_complete(&self) -> bool {
        self.unprocessed.is_empty() && self.rejected.is_empty()
    }
}
