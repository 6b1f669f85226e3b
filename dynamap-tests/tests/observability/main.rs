//! What operations tell: a span each, exactly; no contents; the capacity that they consumed.

mod capacity;
mod contents;
mod nesting;
mod reads;
mod tables;
mod writes;

use dynamap::{DynamoItem, unset};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    index(
        name = "by_customer",
        partition_key = "customer",
        sort_key = "updated_at"
    )
)]
struct Order {
    #[partition_key]
    id: String,
    customer: String,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    note: String,
    #[version]
    version: u64,
    #[ttl(seconds, after = "7d")]
    expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "lines")]
struct Line {
    #[partition_key]
    order: String,
    #[sort_key]
    number: u32,
    sku: String,
}

fn order(id: &str) -> Order {
    Order {
        id: id.to_owned(),
        customer: "anna".to_owned(),
        updated_at: unset(),
        note: "at the door".to_owned(),
        version: 0,
        expires_at: None,
    }
}

fn line(number: u32) -> Line {
    Line {
        order: "a".to_owned(),
        number,
        sku: "SKU-1".to_owned(),
    }
}
