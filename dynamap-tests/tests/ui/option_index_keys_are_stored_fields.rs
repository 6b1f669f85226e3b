//! The keys of an index are attributes of their own.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_customer", partition_key = "costumer")
)]
struct Unknown {
    #[partition_key]
    id: String,
    customer: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_customer", partition_key = "customer")
)]
struct Skipped {
    #[partition_key]
    id: String,
    #[dynamo(skip)]
    customer: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_time", partition_key = "customer", sort_key = "at")
)]
struct InKey {
    #[partition_key]
    id: String,
    #[sort_key(iso, suffix = "customer")]
    at: OffsetDateTime,
    customer: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_price", partition_key = "price"))]
struct Module {
    #[partition_key]
    id: String,
    #[dynamo(with = text)]
    price: u64,
}

fn main() {}
