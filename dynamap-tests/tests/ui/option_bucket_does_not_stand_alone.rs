//! The bucket of a table has a part of the item in front of it, or shards: else all that is written at one
//! time goes to one partition. An index may list few items by their day. (FC-117)

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(
    table = "events",
    partition_key(attribute = "pk", prefix = "EVENT", bucket = day, of = "at"),
    index(
        name = "by_day",
        partition_key(attribute = "day", prefix = "DAY", bucket = day, of = "at"),
        sort_key = "id"
    )
)]
struct Event {
    #[sort_key(iso)]
    at: OffsetDateTime,
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "events",
    partition_key(
        attribute = "pk", prefix = "EVENT", bucket = day, of = "at", shards = 4,
        before("2025-06-01", bucket = day)
    )
)]
struct Mended {
    #[sort_key(iso)]
    at: OffsetDateTime,
}

fn main() {}
