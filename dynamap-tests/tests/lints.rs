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

/// A reading: composed keys on fields and in an index.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "readings",
    separator = "|",
    index(
        name = "by_status",
        partition_key(attribute = "gsi1pk", parts = ["status"], bucket = month, of = "seen_at"),
        sort_key(attribute = "gsi1sk", parts = ["seen_at", "id"])
    )
)]
pub struct Reading {
    /// Where it comes from.
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4, before("2025-06-01"))]
    pub device: String,
    /// When it happened.
    #[sort_key(iso, prefix = "time", suffix = "id")]
    pub at: OffsetDateTime,
    /// What it is called.
    pub id: u32,
    /// How far it is.
    pub status: Option<Status>,
    /// When it was seen.
    #[ts(millis)]
    pub seen_at: Option<OffsetDateTime>,
}

/// Keys on the struct, one of them without parts.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "settings",
    partition_key(attribute = "pk", value = "ALL"),
    sort_key(attribute = "sk", value = "SETTINGS")
)]
pub struct Settings {
    /// The colour.
    pub colour: String,
}

mod mapper {
    pub(crate) use dynamap::*;
}

/// The mapper under a path of this crate, which could be written shorter here.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "elsewhere", crate = crate::mapper)]
pub struct Elsewhere {
    /// What it is called.
    #[partition_key(prefix = "a")]
    pub id: String,
    /// When it happened.
    #[sort_key(millis)]
    pub at: OffsetDateTime,
    /// How often it happened.
    #[dynamo(default)]
    pub count: Count,
    /// How far it is.
    pub state: State,
}

/// How often something happened.
#[derive(Debug, Clone, Default, PartialEq, DynamoValue)]
#[dynamo(crate = crate::mapper)]
pub struct Count(pub u8);

/// How far something is.
#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(crate = crate::mapper)]
pub struct State {
    /// How far it is.
    pub status: Status,
    /// Since when.
    #[ts(millis)]
    pub since: OffsetDateTime,
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

    let reading = Reading {
        device: "d".to_owned(),
        at: OffsetDateTime::UNIX_EPOCH,
        id: 1,
        status: Some(Status::Paid),
        seen_at: Some(OffsetDateTime::UNIX_EPOCH),
    };
    assert_eq!(
        Reading::from_item(&reading.to_item().unwrap()).unwrap(),
        reading
    );
    let settings = Settings {
        colour: "red".to_owned(),
    };
    assert_eq!(SettingsKey::from(&settings), SettingsKey {});
    let elsewhere = Elsewhere {
        id: "a".to_owned(),
        at: OffsetDateTime::UNIX_EPOCH,
        count: Count(1),
        state: State {
            status: Status::Paid,
            since: OffsetDateTime::UNIX_EPOCH,
        },
    };
    assert_eq!(
        Elsewhere::from_item(&elsewhere.to_item().unwrap()).unwrap(),
        elsewhere
    );
}
