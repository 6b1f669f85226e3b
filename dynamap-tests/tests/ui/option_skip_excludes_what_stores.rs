//! A field that is not stored has no name, no key, no unit.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[dynamo(skip, rename = "sum")]
    total: u64,
    #[dynamo(skip)]
    #[ts(millis)]
    at: OffsetDateTime,
    #[dynamo(skip)]
    #[version]
    version: u64,
}

fn main() {}
