use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;

/// An order of the table `store`, which holds customers too: their keys begin with `customer#`.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "store")]
pub(crate) struct Order {
    #[partition_key(prefix = "order")]
    #[dynamo(rename = "pk")]
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) status: Status,
    #[ts(millis, auto_update)]
    pub(crate) updated_at: OffsetDateTime,
    /// An order that is not paid within a day is void.
    #[ttl(seconds, after = "1d")]
    pub(crate) expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
pub(crate) enum Status {
    Pending,
    Paid,
}
