//! A bucket is a minute, an hour, a day, a month or a year, so that its text sorts and never overlaps.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Week {
    #[partition_key(bucket = week, of = "at")]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Quoted {
    #[partition_key(bucket = "day", of = "at")]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

fn main() {}
