//! All shards are read only of a key without buckets: of buckets there is no end.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "scores")]
struct Score {
    #[partition_key(shards = 4)]
    game: String,
    #[sort_key]
    points: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key(bucket = day, of = "at", shards = 4)]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "plain")]
struct Plain {
    #[partition_key]
    id: String,
    #[sort_key]
    at: u64,
}

fn uses(scores: &ScoreTable, readings: &ReadingTable, plain: &PlainTable) {
    let _ = scores.query("chess").shards().descending().take(10);
    let _ = readings.query("d").shards();
    let _ = plain.query("a").shards();
}

fn main() {}
