//! Keys, stamps, TTL and version are attributes of the item itself.

use dynamap::DynamoValue;
use time::OffsetDateTime;

#[derive(DynamoValue)]
struct Line {
    #[partition_key]
    id: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
    #[version]
    version: u64,
}

#[derive(DynamoValue)]
struct Id(#[partition_key] String);

#[derive(DynamoValue)]
struct Name(#[dynamo(rename = "name")] String);

fn main() {}
