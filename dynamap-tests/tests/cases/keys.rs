//! Keys: what is stored of them, what is refused before it is sent.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind, Number};
use dynamap_tests::Fixture;
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "messages",
    index(name = "by_source", partition_key = "source_id", sort_key = "thread")
)]
struct Message {
    #[partition_key]
    channel: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    id: String,
    source_id: Option<String>,
    thread: Option<String>,
}

const AT: OffsetDateTime = datetime!(2025-04-18 21:28:44 UTC);

fn message(id: &str) -> Message {
    Message {
        channel: "c1".to_owned(),
        at: AT,
        id: id.to_owned(),
        source_id: None,
        thread: None,
    }
}

/// FC-27, FC-33, K16: the time and the suffix are read out of the key, whatever the suffix holds, and
/// written to the same text.
#[tokio::test]
async fn a_key_of_a_time_and_a_suffix() {
    let fixture = Fixture::new();
    let table = fixture.create::<Message>().await;
    for (id, key) in [
        ("bar", "2025-04-18T21:28:44.000Z#bar"),
        ("a#b#", "2025-04-18T21:28:44.000Z#a#b#"),
        ("#", "2025-04-18T21:28:44.000Z##"),
    ] {
        fixture
            .raw_client()
            .put_item()
            .table_name("messages")
            .item("channel", AttributeValue::S("c1".into()))
            .item("at", AttributeValue::S(key.into()))
            .item("id", AttributeValue::S(id.into()))
            .send()
            .await
            .unwrap();
        let read = table.get(("c1", AT, id)).send().await.unwrap().unwrap();
        assert_eq!(read, message(id));
        fixture.requests().clear();
        table.put(&read).send().await.unwrap();
        let request = fixture.requests().only();
        assert_eq!(
            request.item(),
            &json!({"channel": {"S": "c1"}, "at": {"S": key}, "id": {"S": id}})
        );
        assert_eq!(table.query("c1").at(AT).count().await.unwrap(), 1);
        table.delete(("c1", AT, id)).send().await.unwrap();
    }
}

/// FC-27: a key in another text could never be addressed again.
#[tokio::test]
async fn a_key_of_another_text_is_an_error() {
    let fixture = Fixture::new();
    let table = fixture.create::<Message>().await;
    for key in [
        "bar#2025-04-18T21:28:44Z",
        "2025-04-18T21:28:44Z#bar",
        "2025-04-18T21:28:44.000+00:00#bar",
        "2025-04-18T21:28:44.000Z",
    ] {
        fixture
            .raw_client()
            .put_item()
            .table_name("messages")
            .item("channel", AttributeValue::S("c1".into()))
            .item("at", AttributeValue::S(key.into()))
            .item("id", AttributeValue::S("bar".into()))
            .send()
            .await
            .unwrap();
        let error = table.query("c1").all().await.unwrap_err();
        assert!(error.is_decode(), "{key}: {error}");
        assert!(error.attribute().is_some(), "{key}: {error}");
        assert!(!error.to_string().contains("2025-04-18"), "{error}");
        fixture
            .raw_client()
            .delete_item()
            .table_name("messages")
            .key("channel", AttributeValue::S("c1".into()))
            .key("at", AttributeValue::S(key.into()))
            .send()
            .await
            .unwrap();
    }
}

/// FC-10, FC-11, K20: None of an index key is absent, and so is the item from the index, whichever of
/// its keys is None.
#[tokio::test]
async fn none_of_an_index_key_is_absent() {
    let fixture = Fixture::new();
    let table = fixture.create::<Message>().await;
    table.put(message("none")).send().await.unwrap();
    let request = fixture.requests().only();
    assert!(request.item().get("source_id").is_none());
    assert!(request.item().get("thread").is_none());
    let half = Message {
        source_id: Some("s".into()),
        ..message("half")
    };
    table.put(&half).send().await.unwrap();
    let whole = Message {
        thread: Some("t".into()),
        id: "whole".into(),
        ..half
    };
    table.put(&whole).send().await.unwrap();
    assert_eq!(table.query_by_source("s").all().await.unwrap(), [whole]);
    assert_eq!(table.query("c1").count().await.unwrap(), 3);
}

/// FC-31, FC-142, K17, S28: an empty text as a key, a part of a key or the key of an index is refused
/// by name before anything is sent; NULL is never put in its place.
#[tokio::test]
async fn an_empty_key_is_refused_wherever_it_stands() {
    let fixture = Fixture::new();
    let table = fixture.create::<Message>().await;
    for (name, kind, bad) in [
        (
            "channel",
            ErrorKind::InvalidKey,
            Message {
                channel: String::new(),
                ..message("a")
            },
        ),
        ("at.id", ErrorKind::Encode, message("")),
        (
            "source_id",
            ErrorKind::InvalidKey,
            Message {
                source_id: Some(String::new()),
                ..message("a")
            },
        ),
        (
            "thread",
            ErrorKind::InvalidKey,
            Message {
                thread: Some(String::new()),
                ..message("a")
            },
        ),
    ] {
        for error in [
            table.put(&bad).send().await.unwrap_err(),
            table.create(&bad).send().await.unwrap_err(),
        ] {
            assert_eq!(error.kind(), kind, "{name}: {error}");
            assert_eq!(error.attribute(), Some(name));
        }
        let outcome = table.batch_write().put(bad).send().await.unwrap();
        assert_eq!(outcome.rejected.len(), 1, "{name}");
        assert_eq!(outcome.rejected[0].1.kind(), kind);
    }
    let error = table.get(("c1", AT, "")).send().await.unwrap_err();
    assert_eq!(error.attribute(), Some("at.id"));
    assert!(fixture.requests().take().is_empty());
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "numbered")]
struct Numbered {
    #[partition_key]
    number: Number,
    note: String,
}

/// K21, S22, S24, S25: a number is one key in every spelling.
#[tokio::test]
async fn numbers_are_keys() {
    let fixture = Fixture::new();
    let table = fixture.create::<Numbered>().await;
    for (given, stored) in [
        ("42", "42"),
        ("3.14", "3.14"),
        ("-100", "-100"),
        ("1.50E1", "15"),
    ] {
        let number: Number = given.parse().unwrap();
        let note = given.to_owned();
        table
            .create(Numbered { number, note })
            .send()
            .await
            .unwrap();
        assert_eq!(fixture.requests().only().item()["number"]["N"], stored);
        let found = table.get(stored.parse::<Number>().unwrap()).send().await;
        assert_eq!(found.unwrap().unwrap().note, given);
        fixture.requests().clear();
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "clocked")]
struct Clocked {
    #[partition_key]
    id: String,
    #[sort_key(millis)]
    at: OffsetDateTime,
}

/// T32: epoch numbers of different lengths, and those before 1970, sort as the times do.
#[tokio::test]
async fn times_as_numbers_sort_by_value() {
    let fixture = Fixture::new();
    let table = fixture.create::<Clocked>().await;
    let sorted = [
        datetime!(1969-12-31 23:59:58.5 UTC),
        datetime!(1970-01-01 0:00 UTC),
        datetime!(2001-09-09 1:46:39.999 UTC),
        datetime!(2001-09-09 1:46:40 UTC),
        datetime!(2023-06-04 19:16:39.44 UTC),
    ];
    for at in [sorted[3], sorted[0], sorted[4], sorted[2], sorted[1]] {
        let id = "c".to_owned();
        table.create(Clocked { id, at }).send().await.unwrap();
    }
    let found = table.query("c").all().await.unwrap();
    let found: Vec<_> = found.into_iter().map(|clocked| clocked.at).collect();
    assert_eq!(found, sorted);
}
