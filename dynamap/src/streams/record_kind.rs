use std::fmt;

/// What happened to an item.
///
/// DynamoDB's own kinds are INSERT, MODIFY and REMOVE; a REMOVE that the TTL made is told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// An item was written where none was.
    Insert,
    /// An item was replaced or updated.
    Modify,
    /// An item was deleted by a request.
    Remove,
    /// An item was deleted by the service, since its TTL had passed: a REMOVE whose identity is of type
    /// `Service` with the principal `dynamodb.amazonaws.com`.
    Expire,
}

/// The type of the identity of a TTL delete.
const SERVICE: &str = "Service";
/// Its principal.
const DYNAMODB: &str = "dynamodb.amazonaws.com";

impl RecordKind {
    /// The kind that an event's name and identity say; `None` for a name that is not known.
    pub(crate) fn of(event_name: &str, identity: Option<(&str, &str)>) -> Option<Self> {
        Some(match event_name {
            "INSERT" => Self::Insert,
            "MODIFY" => Self::Modify,
            "REMOVE" if identity == Some((SERVICE, DYNAMODB)) => Self::Expire,
            "REMOVE" => Self::Remove,
            _ => return None,
        })
    }

    /// The kind that DynamoDB names: `INSERT`, `MODIFY` or `REMOVE`.
    pub fn event_name(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Modify => "MODIFY",
            Self::Remove | Self::Expire => "REMOVE",
        }
    }

    /// Whether the item is gone, by a request or by its TTL.
    pub fn is_removal(self) -> bool {
        matches!(self, Self::Remove | Self::Expire)
    }
}

impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.event_name())
    }
}
