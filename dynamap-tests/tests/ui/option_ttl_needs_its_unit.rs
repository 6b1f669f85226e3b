//! The unit is written although there is only one: it is what goes wrong most.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ttl]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Computed {
    #[partition_key]
    id: String,
    #[ttl(after = "90d")]
    expires_at: OffsetDateTime,
}

fn main() {}
