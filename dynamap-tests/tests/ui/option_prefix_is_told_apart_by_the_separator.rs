//! A prefix is a text before the separator, so it is not empty and does not hold it; only text has a prefix.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Empty {
    #[partition_key(prefix = "")]
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Separator {
    #[partition_key(prefix = "device#")]
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Number {
    #[partition_key]
    device: String,
    #[sort_key(millis, prefix = "time")]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", prefix = "CONFIG"))]
struct Alone {
    device: String,
}

fn main() {}
