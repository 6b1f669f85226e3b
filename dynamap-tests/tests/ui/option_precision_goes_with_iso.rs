//! An epoch unit is its own precision.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[ts(millis, precision = seconds)]
    created_at: OffsetDateTime,
    #[ts(iso, precision = second)]
    updated_at: OffsetDateTime,
    #[ts(precision = micros)]
    shipped_at: OffsetDateTime,
}

fn main() {}
