//! A suffix is an attribute of the item.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Unknown {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "idd")]
    at: OffsetDateTime,
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Itself {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "at")]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Partition {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "device")]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Skipped {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    #[dynamo(skip)]
    id: String,
}

fn main() {}
