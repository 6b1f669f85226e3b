use dynamap::{DynamoItem, DynamoValue, unset};
use time::OffsetDateTime;

/// An order, and everything that DynamoDB has to know of it.
///
/// The table's key is `uuid` alone, so that an order keeps its identity however often it changes.
/// The index groups the orders of a user (`pk`) and sorts them by their last change, which moves an
/// order within the index and nowhere else.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "Application",
    index(name = "index", partition_key = "pk", sort_key = "updated_at")
)]
pub(crate) struct Order {
    #[partition_key]
    pub(crate) uuid: String,
    pub(crate) pk: String,
    /// Epoch milliseconds; the first write sets it.
    #[ts(millis, auto_create)]
    pub(crate) created_at: OffsetDateTime,
    /// Epoch milliseconds; every write sets it.
    #[ts(millis, auto_update)]
    pub(crate) updated_at: OffsetDateTime,
    pub(crate) status: Status,
    /// 1 after the first write, then one more with each.
    #[version]
    pub(crate) version: u64,
    /// Epoch *seconds*, since TTL reads no other unit: 90 days after the first write.
    #[ttl(seconds, after = "90d")]
    pub(crate) expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "UPPERCASE")]
pub(crate) enum Status {
    Pending,
    Paid,
    Cancelled,
    Shipped,
}

impl Order {
    /// A pending order that is not stored yet: dynamap fills in the rest.
    pub(crate) fn pending(uuid: &str, user: &str) -> Self {
        Self {
            uuid: uuid.to_owned(),
            pk: user.to_owned(),
            created_at: unset(),
            updated_at: unset(),
            status: Status::Pending,
            version: 0,
            expires_at: None,
        }
    }
}
