use dynamap::{DynamoItem, unset};
use time::OffsetDateTime;

/// An account, in whole cents.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "accounts")]
pub(crate) struct Account {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) cents: i64,
    pub(crate) frozen: bool,
    /// Counts the writes.
    #[version]
    pub(crate) version: u64,
}

impl Account {
    pub(crate) fn new(id: &str, cents: i64) -> Self {
        Self {
            id: id.to_owned(),
            cents,
            frozen: false,
            version: 0,
        }
    }
}

/// One transfer, kept: its id makes it happen once.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "transfers")]
pub(crate) struct Transfer {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) cents: i64,
    /// Epoch milliseconds; the write sets it.
    #[ts(millis, auto_create)]
    pub(crate) at: OffsetDateTime,
}

impl Transfer {
    pub(crate) fn new(id: &str, from: &str, to: &str, cents: i64) -> Self {
        Self {
            id: id.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            cents,
            at: unset(),
        }
    }
}
