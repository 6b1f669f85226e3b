//! An index holds everything, its keys, or the attributes of some fields beside them; always the TTL.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", projection = keys))]
struct Unknown {
    #[partition_key]
    id: String,
    customer: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", projection = include))]
struct Nothing {
    #[partition_key]
    id: String,
    customer: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_customer", partition_key = "customer", projection = include("totle", "id"))
)]
struct Some {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", projection = keys_only))]
struct Expires {
    #[partition_key]
    id: String,
    customer: String,
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
}

fn main() {}
