//! Derives in a crate without a prelude.

#![no_implicit_prelude]
#![allow(missing_docs, dead_code, reason = "test types")]

#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::dynamap::DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_status", partition_key = "status", sort_key = "updated_at"),
    local_index(name = "by_total", sort_key = "total")
)]
struct Order {
    #[partition_key]
    id: ::std::string::String,
    #[sort_key(iso, suffix = "total")]
    at: ::time::OffsetDateTime,
    total: u32,
    status: Status,
    #[ts(millis, auto_update)]
    updated_at: ::time::OffsetDateTime,
    line: Line,
    #[version]
    version: u64,
    #[ttl(seconds, after = "7d", from = "at")]
    expires_at: ::std::option::Option<::time::OffsetDateTime>,
    #[dynamo(skip)]
    cached: u32,
}

#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::dynamap::DynamoItem)]
#[dynamo(
    table = "readings",
    index(
        name = "by_status",
        partition_key(attribute = "gsi1pk", parts = ["status", "total"], bucket = day, of = "at"),
        sort_key(attribute = "gsi1sk", value = "ALL")
    )
)]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4, before("2025-06-01"))]
    device: ::std::string::String,
    #[sort_key(iso, prefix = "time", suffix = "total")]
    at: ::time::OffsetDateTime,
    total: u32,
    status: ::std::option::Option<Status>,
}

#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::dynamap::DynamoItem)]
#[dynamo(table = "settings", partition_key(attribute = "pk", value = "ALL"))]
struct Settings {
    total: u32,
}

#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::dynamap::DynamoValue)]
enum Status {
    Pending,
    Paid,
}

#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::dynamap::DynamoValue)]
struct Line {
    #[dynamo(default)]
    sku: Sku,
    #[ts(iso)]
    promised: ::std::option::Option<::time::OffsetDateTime>,
}

#[derive(
    ::std::fmt::Debug,
    ::std::clone::Clone,
    ::std::cmp::PartialEq,
    ::std::default::Default,
    ::dynamap::DynamoValue,
)]
struct Sku(::std::string::String);

#[::core::prelude::v1::test]
fn a_derive_needs_no_prelude() {
    use ::dynamap::DynamoItem as _;

    let order = Order {
        id: ::std::convert::From::from("a"),
        at: ::time::OffsetDateTime::UNIX_EPOCH,
        total: 5,
        status: Status::Paid,
        updated_at: ::time::OffsetDateTime::UNIX_EPOCH,
        line: Line {
            sku: Sku(::std::convert::From::from("s")),
            promised: ::std::option::Option::None,
        },
        version: 1,
        expires_at: ::std::option::Option::None,
        cached: 0,
    };
    let stored = order.to_item().unwrap();
    ::std::assert_eq!(Order::from_item(&stored).unwrap(), order);

    let reading = Reading {
        device: ::std::convert::From::from("d"),
        at: ::time::OffsetDateTime::UNIX_EPOCH,
        total: 5,
        status: ::std::option::Option::Some(Status::Pending),
    };
    let stored = reading.to_item().unwrap();
    ::std::assert_eq!(Reading::from_item(&stored).unwrap(), reading);
    let settings = Settings { total: 5 };
    let stored = settings.to_item().unwrap();
    ::std::assert_eq!(Settings::from_item(&stored).unwrap(), settings);
}
