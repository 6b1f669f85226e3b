use super::{Event, RecordKind};

/// A change of an item, with the item before and after it.
///
/// [`Record::change`](super::Record::change) makes it of a record.
#[derive(Debug, Clone, PartialEq)]
pub enum Change<T> {
    /// The item was written where none was.
    Inserted {
        /// The item as it was written.
        new: T,
        /// Which event it is.
        event: Event,
    },
    /// The item was replaced or updated.
    Modified {
        /// The item before.
        old: T,
        /// The item after.
        new: T,
        /// Which event it is.
        event: Event,
    },
    /// The item was deleted by a request.
    ///
    /// In the other Regions of a global table, this is also how the delete of an expired item arrives:
    /// only the Region that made it marks it. [`Record::is_expiry_of`](super::Record::is_expiry_of) knows
    /// both.
    Removed {
        /// The item as it was.
        old: T,
        /// Which event it is.
        event: Event,
    },
    /// The item was deleted by the service, since its TTL had passed.
    Expired {
        /// The item as it was.
        old: T,
        /// Which event it is.
        event: Event,
    },
}

impl<T> Change<T> {
    /// What happened.
    pub fn kind(&self) -> RecordKind {
        match self {
            Self::Inserted { .. } => RecordKind::Insert,
            Self::Modified { .. } => RecordKind::Modify,
            Self::Removed { .. } => RecordKind::Remove,
            Self::Expired { .. } => RecordKind::Expire,
        }
    }

    /// The item before the change; `None` for an insertion.
    pub fn old(&self) -> Option<&T> {
        match self {
            Self::Inserted { .. } => None,
            Self::Modified { old, .. } | Self::Removed { old, .. } | Self::Expired { old, .. } => {
                Some(old)
            }
        }
    }

    /// The item after the change; `None` for a removal.
    #[expect(clippy::new_ret_no_self, reason = "the new item, beside `old`")]
    pub fn new(&self) -> Option<&T> {
        match self {
            Self::Inserted { new, .. } | Self::Modified { new, .. } => Some(new),
            Self::Removed { .. } | Self::Expired { .. } => None,
        }
    }

    /// Which event it is.
    pub fn event(&self) -> &Event {
        match self {
            Self::Inserted { event, .. }
            | Self::Modified { event, .. }
            | Self::Removed { event, .. }
            | Self::Expired { event, .. } => event,
        }
    }

    /// The item before, the item after, and the event.
    pub fn into_parts(self) -> (Option<T>, Option<T>, Event) {
        match self {
            Self::Inserted { new, event } => (None, Some(new), event),
            Self::Modified { old, new, event } => (Some(old), Some(new), event),
            Self::Removed { old, event } | Self::Expired { old, event } => (Some(old), None, event),
        }
    }
}
