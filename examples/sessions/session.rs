use dynamap::{DynamoItem, unset};
use time::OffsetDateTime;

/// A sign-in token. It lives for 30 minutes after its last use.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
pub(crate) struct Session {
    #[partition_key]
    pub(crate) token: String,
    pub(crate) user: String,
    /// Epoch milliseconds; the first write sets it.
    #[ts(millis, auto_create)]
    pub(crate) created_at: OffsetDateTime,
    /// Epoch *seconds*, since TTL reads no other unit; every write sets it.
    #[ttl(seconds, after = "30m", sliding)]
    pub(crate) expires_at: OffsetDateTime,
}

impl Session {
    /// A session that is not stored yet: dynamap fills in the rest.
    pub(crate) fn new(token: &str, user: &str) -> Self {
        Self {
            token: token.to_owned(),
            user: user.to_owned(),
            created_at: unset(),
            expires_at: unset(),
        }
    }
}
