//! Generated code satisfies the lints of strict crates.

#![deny(
    missing_docs,
    missing_debug_implementations,
    unused_qualifications,
    unreachable_pub,
    unused,
    nonstandard_style,
    private_interfaces,
    private_bounds,
    clippy::all,
    clippy::pedantic
)]

use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;

/// An order.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_status", partition_key = "status", sort_key = "updated_at"),
    local_index(name = "by_total", sort_key = "total")
)]
pub struct Order {
    /// What it is called.
    #[partition_key]
    pub id: String,
    /// When it happened.
    #[sort_key(iso, suffix = "total")]
    pub at: OffsetDateTime,
    /// How much.
    pub total: u32,
    /// How far it is.
    pub status: Status,
    /// When it was written.
    #[ts(millis, auto_update)]
    pub updated_at: OffsetDateTime,
    /// What it is about.
    pub line: Line,
    /// How often it was written.
    #[version]
    pub version: u64,
    /// When it goes.
    #[ttl(seconds, after = "7d", from = "at")]
    pub expires_at: Option<OffsetDateTime>,
    cached: Option<bool>,
}

/// How far an order is.
#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub enum Status {
    /// Not paid.
    Pending,
    /// Paid.
    Paid,
}

/// A line of an order.
#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Line {
    /// The unit.
    #[dynamo(default)]
    pub sku: Sku,
    note: Option<Generic<u32>>,
}

/// The name of a unit.
#[derive(Debug, Clone, Default, PartialEq, DynamoValue)]
pub struct Sku(pub String);

/// Of any type.
#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Generic<T> {
    /// The value.
    pub value: T,
}

mod private {
    use dynamap::DynamoItem;

    #[derive(Debug, Clone, DynamoItem)]
    #[dynamo(table = "private")]
    pub(crate) struct Private {
        #[partition_key]
        pub(crate) id: String,
    }
}

#[test]
fn strict_crates_can_derive() {
    let order = Order {
        id: "a".to_owned(),
        at: OffsetDateTime::UNIX_EPOCH,
        total: 1,
        status: Status::Paid,
        updated_at: OffsetDateTime::UNIX_EPOCH,
        line: Line {
            sku: Sku::default(),
            note: Some(Generic { value: 1 }),
        },
        version: 1,
        expires_at: None,
        cached: Some(true),
    };
    assert_eq!(Order::from_item(&order.to_item().unwrap()).unwrap(), order);
    assert_ne!(order.status, Status::Pending);
    let private = private::Private { id: String::new() };
    assert_eq!(private::Private::ID.name(), "id");
    assert!(private.to_item().is_ok());
}
