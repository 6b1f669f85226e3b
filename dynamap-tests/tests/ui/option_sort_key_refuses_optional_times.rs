//! A key is always there.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Number {
    #[partition_key]
    id: String,
    #[sort_key(millis)]
    at: Option<OffsetDateTime>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Text {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: Option<OffsetDateTime>,
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Expiring {
    #[partition_key]
    id: String,
    #[sort_key]
    #[ttl(seconds)]
    at: Option<OffsetDateTime>,
}

fn main() {}
