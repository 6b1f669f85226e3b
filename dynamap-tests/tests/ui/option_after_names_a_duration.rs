//! A constant that is given as `after` is a `std::time::Duration`.

use dynamap::DynamoItem;
use time::OffsetDateTime;

const DAYS: u64 = 90;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = DAYS)]
    expires_at: OffsetDateTime,
}

fn main() {}
