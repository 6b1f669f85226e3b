//! One option says how a field is written.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    #[dynamo(with = text)]
    id: String,
    #[ts(millis)]
    #[dynamo(with = text)]
    at: OffsetDateTime,
    #[dynamo(with = text)]
    #[version]
    version: u64,
}

fn main() {}
