//! Fields and variants with raw names, with the names of what generated code uses, and whatever
//! a type may be beside an item.

use dynamap::{DynamoItem, DynamoValue};

use super::{number, round_trip, text};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, DynamoValue)]
#[allow(non_camel_case_types, reason = "raw variants")]
enum Keyword {
    r#match,
    r#type,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "raw",
    index(name = "by_match", partition_key = "match", sort_key = "type")
)]
struct Raw {
    #[partition_key]
    r#type: String,
    #[sort_key(iso, suffix = "loop")]
    r#as: time::OffsetDateTime,
    r#match: Keyword,
    r#loop: String,
    #[ts(seconds)]
    r#in: time::OffsetDateTime,
}

#[test]
fn raw_names_are_stored_without_their_prefix() {
    let stored = round_trip(&Raw {
        r#type: "t".into(),
        r#as: time::OffsetDateTime::UNIX_EPOCH,
        r#match: Keyword::r#match,
        r#loop: "l".into(),
        r#in: time::OffsetDateTime::UNIX_EPOCH,
    });
    assert_eq!(stored["type"], text("t"));
    assert_eq!(stored["as"], text("1970-01-01T00:00:00.000Z#l"));
    assert_eq!(stored["match"], text("match"));
    assert_eq!(stored["in"], number("0"));
    assert_eq!(Raw::TYPE.name(), "type");
}

/// Parts with raw names, and with those of parameters and of what the runtime calls.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "composed",
    partition_key(attribute = "type", prefix = "P", parts = ["r#type", "range"], shards = 3),
    sort_key(attribute = "match", parts = ["self_", "from", "loop"]),
    index(
        name = "by_layout",
        partition_key(attribute = "layout", parts = ["parts", "type"]),
        sort_key(attribute = "with", parts = ["of"])
    )
)]
struct RawParts {
    #[dynamo(rename = "kind")]
    r#type: String,
    range: u32,
    self_: Keyword,
    from: u8,
    r#loop: String,
    parts: Option<u8>,
    #[ts(iso)]
    of: Option<time::OffsetDateTime>,
}

#[test]
fn parts_may_have_any_name() {
    let item = RawParts {
        r#type: "t".into(),
        range: 1,
        self_: Keyword::r#match,
        from: 2,
        r#loop: "l".into(),
        parts: Some(3),
        of: Some(time::OffsetDateTime::UNIX_EPOCH),
    };
    let stored = round_trip(&item);
    assert_eq!(stored["match"], text("match#00000000000000000002#l"));
    assert_eq!(stored["layout"], text("00000000000000000003#t"));
    assert_eq!(stored["with"], text("1970-01-01T00:00:00.000Z"));
    let key = RawPartsKey::from(("t", 1_u32, Keyword::r#match, 2_u8, "l"));
    assert_eq!(key.r#type, "t");
    assert_eq!(key.r#loop, "l");
    assert!(key == RawPartsKey::from(&item));
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "locals")]
struct Locals {
    #[partition_key]
    self_: String,
    #[sort_key]
    key: u32,
    item: u32,
    table: u32,
    encoder: u32,
    decoder: u32,
    client: u32,
    from: u32,
    default: u32,
    formatter: u32,
    __f0: u32,
    __s0: u32,
    __p0: u32,
    #[version]
    version: u64,
}

#[test]
fn fields_may_have_the_names_of_locals() {
    let stored = round_trip(&Locals {
        self_: "a".into(),
        key: 1,
        item: 2,
        table: 3,
        encoder: 4,
        decoder: 5,
        client: 6,
        from: 7,
        default: 8,
        formatter: 9,
        __f0: 10,
        __s0: 11,
        __p0: 12,
        version: 13,
    });
    assert_eq!(stored["__f0"], number("10"));
    assert_eq!(stored.len(), 14);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "keys")]
struct KeyAlone {
    #[partition_key]
    id: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "keys")]
struct TupleKey {
    #[partition_key]
    pair: Pair,
    #[sort_key(millis)]
    at: time::OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Pair(u64);

#[test]
fn an_item_may_be_its_key_alone() {
    assert_eq!(round_trip(&KeyAlone { id: 5 }).len(), 1);
    let item = TupleKey {
        pair: Pair(1),
        at: time::OffsetDateTime::UNIX_EPOCH,
    };
    assert_eq!(round_trip(&item).len(), 2);
    let key = TupleKeyKey::from((Pair(1), time::OffsetDateTime::UNIX_EPOCH));
    assert_eq!(key.pair, item.pair);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "both")]
struct Outer {
    #[partition_key]
    id: String,
    inner: Vec<Skipping>,
}

/// Nothing of it is stored.
#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Skipping {
    #[dynamo(skip)]
    cached: u32,
    #[dynamo(skip, default = five)]
    other: u32,
}

fn five() -> u32 {
    5
}

#[test]
fn a_value_may_store_nothing() {
    round_trip(&Outer {
        id: "a".into(),
        inner: vec![Skipping {
            cached: 0,
            other: 5,
        }],
    });
}
