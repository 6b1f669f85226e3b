//! Writes fill top-level attributes: a struct with a stamp, a TTL or a version is flattened, as it is and
//! into an item, and the item has one TTL and one version with all of them.

use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;

#[derive(DynamoValue)]
struct Audit {
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[version]
    version: u64,
}

#[derive(DynamoValue)]
struct Outer {
    #[dynamo(flatten)]
    audit: Audit,
}

#[derive(DynamoItem)]
#[dynamo(table = "nested")]
struct Nested {
    #[partition_key]
    id: String,
    audit: Audit,
    outer: Option<Outer>,
}

#[derive(DynamoItem)]
#[dynamo(table = "optional")]
struct Optional {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    audit: Option<Audit>,
}

#[derive(DynamoValue)]
enum State {
    Open(Audit),
    Closed {
        #[ttl(seconds)]
        until: OffsetDateTime,
    },
}

#[derive(DynamoItem)]
#[dynamo(table = "twice")]
struct Twice {
    #[partition_key]
    id: String,
    #[version]
    count: u64,
    #[dynamo(flatten)]
    audit: Audit,
}

#[derive(DynamoValue)]
struct Life {
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "narrow",
    index(name = "by_kind", partition_key = "kind", projection = keys_only)
)]
struct Narrow {
    #[partition_key]
    id: String,
    kind: String,
    #[dynamo(flatten)]
    life: Life,
}

fn main() {}
