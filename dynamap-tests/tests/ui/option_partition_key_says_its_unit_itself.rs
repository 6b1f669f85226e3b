//! A key that holds a time says its unit itself; `ts` is for other attributes.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    #[ts(millis)]
    at: OffsetDateTime,
    #[sort_key]
    #[ts(iso, precision = seconds)]
    until: OffsetDateTime,
}

fn main() {}
