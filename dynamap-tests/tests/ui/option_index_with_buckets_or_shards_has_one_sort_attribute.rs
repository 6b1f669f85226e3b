//! A shard is a hash of one sort attribute, and what is read over several partitions is merged by one.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(
    table = "matches",
    index(
        name = "sharded",
        partition_key(attribute = "gpk1", parts = ["region"], shards = 4),
        sort_key = ["round", "court"]
    ),
    index(
        name = "bucketed",
        partition_key(attribute = "gpk2", parts = ["region"], bucket = day, of = "played_at"),
        sort_key = ["played_at", "court"]
    ),
    index(
        name = "plain",
        partition_key(attribute = "gpk3", parts = ["region"]),
        sort_key = ["played_at", "court"]
    )
)]
struct Match {
    #[partition_key]
    id: String,
    region: String,
    round: u32,
    court: u8,
    #[ts(millis)]
    played_at: OffsetDateTime,
}

fn main() {}
