//! Only text can be continued.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Millis {
    #[partition_key]
    device: String,
    #[sort_key(millis, suffix = "id")]
    at: OffsetDateTime,
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Text {
    #[partition_key]
    device: String,
    #[sort_key(suffix = "id")]
    name: String,
    id: String,
}

fn main() {}
