//! Only text can be continued; a time is text with `iso`.

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

fn main() {}
