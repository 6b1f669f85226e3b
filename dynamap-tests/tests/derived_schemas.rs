//! What options of several kinds on one field make of its attribute.

#![allow(missing_docs, reason = "test types")]

use dynamap::aws_sdk_dynamodb::types::AttributeValue;
use dynamap::schema::KeyAttribute;
use dynamap::time::EpochSeconds;
use dynamap::value::ScalarType::{B, N, S};
use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;
use time::macros::{date, datetime};

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn n(text: &str) -> AttributeValue {
    AttributeValue::N(text.to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, DynamoValue)]
enum Channel {
    #[dynamo(rename = "left")]
    Left,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Serial(u32);

/// An item whose sort key ends in a field of that type; its text, and the stored suffix.
macro_rules! suffixes {
    ($($test:ident: $(#[$option:meta])? $type:ty = $value:expr => $text:literal, $stored:expr;)*) => {$(
        #[test]
        fn $test() {
            #[derive(Debug, Clone, PartialEq, DynamoItem)]
            #[dynamo(table = "readings")]
            struct Reading {
                #[partition_key]
                device: String,
                #[sort_key(iso, precision = seconds, suffix = "part")]
                at: OffsetDateTime,
                $(#[$option])?
                part: $type,
            }

            let reading = Reading {
                device: "d".into(),
                at: datetime!(2025-03-21 12:30 UTC),
                part: $value,
            };
            let item = reading.to_item().unwrap();
            assert_eq!(item["at"], s(concat!("2025-03-21T12:30:00Z#", $text)));
            assert_eq!(item["part"], $stored);
            assert_eq!(Reading::from_item(&item).unwrap(), reading);
        }
    )*};
}

suffixes! {
    a_text_is_a_suffix: String = "r-77#x".into() => "r-77#x", s("r-77#x");
    an_integer_is_a_suffix_of_twenty_digits: u32 = 7 => "00000000000000000007", n("7");
    a_date_is_a_suffix: time::Date = date!(2025-01-02) => "2025-01-02", s("2025-01-02");
    an_enum_is_a_suffix_by_its_stored_name: Channel = Channel::Left => "left", s("left");
    a_transparent_struct_is_a_suffix: Serial = Serial(5) => "00000000000000000005", n("5");
    a_time_is_an_iso_suffix_in_its_own_precision: #[ts(millis)] OffsetDateTime =
        datetime!(2025-01-02 3:04:05.006 UTC) => "2025-01-02T03:04:05.006Z", n("1735787045006");
    a_counter_is_an_iso_suffix: #[ts(seconds)] EpochSeconds =
        EpochSeconds(5) => "1970-01-01T00:00:05Z", n("5");
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "everything",
    index(name = "by_version", partition_key = "text", sort_key = "version"),
    index(name = "by_ttl", partition_key = "bytes", sort_key = "expires_at"),
    index(name = "by_time", partition_key = "text", sort_key = "iso"),
    index(
        name = "by_optional",
        partition_key = "optional",
        sort_key = "optional_time"
    ),
    index(
        name = "by_several",
        partition_key = ["text", "bytes", "day"],
        sort_key = ["iso", "optional"]
    ),
    local_index(name = "by_stamp", sort_key = "updated_at"),
    local_index(name = "by_part", sort_key = "part")
)]
struct Everything {
    #[partition_key(seconds)]
    day: OffsetDateTime,
    #[sort_key(iso, suffix = "part", lenient)]
    at: OffsetDateTime,
    part: u32,
    text: String,
    bytes: [u8; 2],
    #[version]
    version: Option<u64>,
    #[ttl(seconds, after = "1d", from = "at")]
    expires_at: Option<OffsetDateTime>,
    #[ts(iso)]
    iso: OffsetDateTime,
    optional: Option<i64>,
    #[ts(millis)]
    optional_time: Option<OffsetDateTime>,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
}

#[test]
fn the_schema_has_the_type_of_every_key() {
    let schema = Everything::SCHEMA;
    let key = |name, scalar| KeyAttribute { name, scalar };
    assert_eq!(schema.partition_key, key("day", N));
    assert_eq!(schema.sort_key, Some(key("at", S)));
    let indexes: Vec<_> = schema
        .indexes
        .iter()
        .map(|index| {
            let [partition, sort] = [index.partition_key, index.sort_key].map(<[_]>::to_vec);
            (index.name, index.local, partition, sort)
        })
        .collect();
    let one = |name, local, partition, sort| -> (_, _, Vec<KeyAttribute>, Vec<KeyAttribute>) {
        (name, local, vec![partition], vec![sort])
    };
    assert_eq!(
        indexes,
        [
            one("by_version", false, key("text", S), key("version", N)),
            one("by_ttl", false, key("bytes", B), key("expires_at", N)),
            one("by_time", false, key("text", S), key("iso", S)),
            one(
                "by_optional",
                false,
                key("optional", N),
                key("optional_time", N)
            ),
            (
                "by_several",
                false,
                vec![key("text", S), key("bytes", B), key("day", N)],
                vec![key("iso", S), key("optional", N)]
            ),
            one("by_stamp", true, key("day", N), key("updated_at", N)),
            one("by_part", true, key("day", N), key("part", N)),
        ]
    );
    let from = schema
        .ttl
        .and_then(|ttl| ttl.policy)
        .and_then(|policy| policy.from);
    assert!(from.is_some_and(|from| from.name == "at" && from.key.is_some()));
}

#[test]
fn a_lenient_suffixed_key_is_read_in_any_spelling() {
    let everything = Everything {
        day: OffsetDateTime::UNIX_EPOCH,
        at: datetime!(2025-03-21 12:30 UTC),
        part: 1,
        text: "t".into(),
        bytes: [1, 2],
        version: Some(1),
        expires_at: None,
        iso: OffsetDateTime::UNIX_EPOCH,
        optional: None,
        optional_time: None,
        updated_at: OffsetDateTime::UNIX_EPOCH,
    };
    let mut item = everything.to_item().unwrap();
    assert_eq!(
        item["at"],
        s("2025-03-21T12:30:00.000Z#00000000000000000001")
    );
    item.insert(
        "at".into(),
        s("2025-03-21T13:30:00+01:00#00000000000000000001"),
    );
    assert_eq!(Everything::from_item(&item).unwrap().at, everything.at);
    // The suffix stays what its field makes it.
    for other in [
        "2025-03-21T12:30:00.000Z",
        "2025-03-21T12:30:00.000Z#00000000000000000002",
        "2025-03-21T12:30:00.000Z#1",
    ] {
        item.insert("at".into(), s(other));
        let error = Everything::from_item(&item).unwrap_err();
        assert_eq!(error.attribute(), Some("at"), "{other}");
    }
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "defaults")]
struct Defaults {
    #[partition_key]
    id: String,
    #[dynamo(default = ten)]
    missing: u32,
    #[dynamo(default)]
    tags: Vec<String>,
    #[dynamo(skip)]
    cached: Option<u8>,
    #[dynamo(skip, default = ten)]
    other: u32,
    #[ts(millis)]
    #[dynamo(default = long_ago)]
    at: OffsetDateTime,
}

fn ten() -> u32 {
    10
}

fn long_ago() -> OffsetDateTime {
    datetime!(2000-01-01 0:00 UTC)
}

#[test]
fn a_missing_attribute_reads_as_its_default() {
    let item = dynamap::Item::from([("id".to_owned(), s("a"))]);
    assert_eq!(
        Defaults::from_item(&item).unwrap(),
        Defaults {
            id: "a".into(),
            missing: 10,
            tags: Vec::new(),
            cached: None,
            other: 10,
            at: long_ago(),
        }
    );
}
