//! Attributes of the language and of other derives beside the options.

use dynamap::{DynamoItem, DynamoValue};

use super::{round_trip, text};

/// An order.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
#[non_exhaustive]
struct Order {
    /// What it is called.
    #[partition_key]
    id: String,
    #[cfg(any())]
    gone: NoSuchType,
    #[cfg(not(any()))]
    #[cfg_attr(all(), dynamo(rename = "kept"))]
    here: String,
    status: Status,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
enum Status {
    #[cfg(any())]
    Gone(NoSuchType),
    #[cfg(not(any()))]
    #[doc(alias = "o")]
    Open,
}

#[test]
fn what_is_configured_out_is_not_stored() {
    let stored = round_trip(&Order {
        id: "a".into(),
        here: "b".into(),
        status: Status::Open,
    });
    assert_eq!(stored.len(), 3);
    assert_eq!(stored["kept"], text("b"));
}

mod deprecated {
    #![deny(deprecated)]

    #[derive(Debug, Clone, dynamap::DynamoItem)]
    #[dynamo(table = "old")]
    pub(super) struct Old {
        #[partition_key]
        pub(super) id: String,
        #[deprecated = "use `id`"]
        #[dynamo(default)]
        pub(super) name: String,
    }
}

#[test]
#[allow(deprecated, reason = "the constant is deprecated as its field is")]
fn a_deprecated_field_has_a_deprecated_constant() {
    assert_eq!(deprecated::Old::NAME.name(), "name");
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "shared", long_form)]
struct Shared {
    #[dynamo(partition_key)]
    id: String,
    #[dynamo(sort_key(iso, suffix = "part"))]
    at: time::OffsetDateTime,
    part: u32,
    #[dynamo(ts(millis, auto_update))]
    updated_at: time::OffsetDateTime,
    #[dynamo(version)]
    version: u64,
    #[dynamo(ttl(seconds))]
    expires_at: Option<time::OffsetDateTime>,
}

#[test]
fn the_long_form_says_the_same() {
    let schema = Shared::SCHEMA;
    assert_eq!(schema.version, Some("version"));
    assert_eq!(schema.ttl.map(|ttl| ttl.name), Some("expires_at"));
    assert_eq!(
        schema.stamps.iter().next().map(|stamp| stamp.name),
        Some("updated_at")
    );
    assert_eq!(schema.sort_key.map(|key| key.name), Some("at"));
}
