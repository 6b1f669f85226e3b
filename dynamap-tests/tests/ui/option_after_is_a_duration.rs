//! A duration is a sum of integers with a unit each.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct NoUnit {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = "90")]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Month {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = "3M")]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Zero {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = "0d")]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Long {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = "9000000w")]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Number {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = 90)]
    expires_at: OffsetDateTime,
}

fn main() {}
