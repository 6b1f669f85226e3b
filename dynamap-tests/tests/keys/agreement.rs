//! What is read back from a composed key, and when it is refused.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind};
use time::OffsetDateTime;
use time::macros::datetime;

use crate::says;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, precision = seconds, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
}

const AT: OffsetDateTime = datetime!(2025-03-21 12:30 UTC);

fn reading(device_id: &str, id: &str) -> Reading {
    Reading {
        device_id: device_id.into(),
        at: AT,
        id: id.into(),
    }
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn text(item: &HashMap<String, AttributeValue>, name: &str) -> String {
    item[name].as_s().unwrap().clone()
}

/// K16: the one free part of a key may hold anything, also what looks like the rest of the key.
#[test]
fn free_parts_hold_anything() {
    for device_id in ["a#b", "#", "##", "device#1#2025-03-21#0", "é#日本", "a#"] {
        for id in ["#", "x#y", "2025-03-21T12:30:00Z#z", "ü"] {
            let reading = reading(device_id, id);
            let item = reading.to_item().unwrap();
            assert_eq!(Reading::from_item(&item).unwrap(), reading);
        }
    }
}

/// K17, H04: an empty part makes no key.
#[test]
fn empty_parts_are_refused() {
    // The shard of the partition key needs the sort key.
    for (reading, path) in [
        (reading("", "a"), "pk.device_id"),
        (reading("a", ""), "pk.id"),
    ] {
        let error = reading.to_item().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode);
        assert_eq!(error.attribute(), Some(path));
        says(
            &error,
            "a part of a key is empty, so that the key could not be read back: give it a value",
        );
    }
}

/// A part that has an attribute of its own is recovered where that is absent, and has to agree where it is
/// not; bucket and shard have to be what the fields give (H06).
#[test]
fn the_key_agrees_with_the_fields() {
    let whole = reading("123", "r-77");
    let item = whole.to_item().unwrap();
    let mut without = item.clone();
    without.remove("id");
    assert_eq!(Reading::from_item(&without).unwrap(), whole);

    let pk = text(&item, "pk");
    let shard: u16 = pk.rsplit('#').next().unwrap().parse().unwrap();
    let refused = [
        ("id", "r-78".to_owned(), "sk", "the text of the field `id`"),
        (
            "pk",
            format!("device#123#2025-03-22#{shard}"),
            "pk",
            "the bucket of the field `at`",
        ),
        (
            "pk",
            format!("device#123#2025-03-21#{}", (shard + 1) % 4),
            "pk",
            "the shard of the sort key",
        ),
        (
            "pk",
            format!("device#123#2025-03-21#0{shard}"),
            "pk",
            "the shard of the sort key",
        ),
    ];
    for (name, value, attribute, expected) in refused {
        let mut item = item.clone();
        item.insert(name.to_owned(), s(&value));
        let error = Reading::from_item(&item).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_eq!(error.attribute(), Some(attribute), "{value}");
        says(
            &error,
            &format!(
                "expected {expected}, found another: the item could not be addressed by its key"
            ),
        );
    }
}

/// A key of another form is refused, and the message shows the form, not the key.
#[test]
fn keys_of_another_form_are_refused() {
    let item = reading("123", "r-77").to_item().unwrap();
    let forms = [
        ("pk", "device#123"),
        ("pk", "device#123#2025-03-21"),
        ("pk", "gadget#123#2025-03-21#0"),
        ("pk", "device##2025-03-21#0"),
        ("pk", "device#"),
        ("sk", "time#"),
        ("sk", "2025-03-21T12:30:00Z#r-77"),
        ("sk", "time#2025-03-21T12:30:00Z"),
        ("sk", "time#2025-03-21T12:30:00Z#"),
        ("sk", "time2025-03-21T12:30:00Z#r-77"),
    ];
    for (name, key) in forms {
        let mut item = item.clone();
        item.insert(name.to_owned(), s(key));
        let error = Reading::from_item(&item).unwrap_err();
        assert_eq!(error.attribute(), Some(name), "{key}");
        let form = if name == "pk" {
            "expected a key of the form `device#{device_id}#{bucket}#{shard}`, found another text"
        } else {
            "expected a key of the form `time#{at}#{id}`, found another text"
        };
        says(&error, form);
    }
    let mut item = item.clone();
    item.remove("pk");
    let error = Reading::from_item(&item).unwrap_err();
    says(&error, "expected the attribute, found nothing");
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "numbers",
    partition_key(attribute = "pk", parts = ["tenant", "number", "name"]),
    sort_key(attribute = "sk", parts = ["name", "at"])
)]
struct Numbered {
    tenant: String,
    number: i32,
    name: String,
    #[ts(seconds)]
    at: OffsetDateTime,
}

/// K10, K16: what could not be read back is refused with the field's name, and what to do.
#[test]
fn ambiguous_parts_are_refused() {
    let numbered = |tenant: &str, number, name: &str| Numbered {
        tenant: tenant.into(),
        number,
        name: name.into(),
        at: AT,
    };
    let item = numbered("t", 7, "a#b").to_item().unwrap();
    assert_eq!(text(&item, "pk"), "t#00000000000000000007#a#b");
    assert_eq!(text(&item, "sk"), "a#b#2025-03-21T12:30:00Z");
    assert_eq!(Numbered::from_item(&item).unwrap(), numbered("t", 7, "a#b"));

    let error = numbered("t#u", 7, "n").to_item().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_eq!(error.attribute(), Some("pk.tenant"));
    assert!(
        error
            .to_string()
            .contains("a part of a key holds the separator `#`")
    );
    let error = numbered("t", -1, "n").to_item().unwrap_err();
    assert_eq!(error.attribute(), Some("pk.number"));
    assert!(error.to_string().contains("negative"), "{error}");
}

/// The text that leads the key is told exactly, although others may hold the separator.
#[tokio::test]
async fn a_leading_text_is_told_from_a_longer_one() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(
        table = "logs",
        partition_key(attribute = "pk", parts = ["app"]),
        sort_key(attribute = "sk", parts = ["path", "at"])
    )]
    struct Log {
        app: String,
        path: String,
        #[ts(seconds)]
        at: OffsetDateTime,
    }
    let fixture = dynamap_tests::Fixture::new();
    let logs = fixture.create::<Log>().await;
    let log = |path: &str| Log {
        app: "x".into(),
        path: path.into(),
        at: AT,
    };
    for path in ["a", "a#b", "a#2025-03-21T12:30:00Z", "ab"] {
        logs.put(log(path)).send().await.unwrap();
    }
    fixture.requests().clear();
    let found = logs.query("x").eq("a").all().await.unwrap();
    assert_eq!(found, [log("a")]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "pk = 'x' AND begins_with(sk, 'a#')"
    );
    assert_eq!(logs.query("x").eq("a").count().await.unwrap(), 1);
    assert_eq!(logs.query("x").begins_with("a").count().await.unwrap(), 4);
    // Texts of several lengths do not sort as the keys do.
    let error = logs.query("x").within("a".."b").all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRange);
}
