//! Writes: stamps, versions, names, unknown attributes.

use std::time::Duration as Length;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, DynamoValue, ErrorKind, Transaction, unset};
use dynamap_tests::{Fixture, START};
use futures_util::StreamExt;
use serde_json::json;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Kind {
    Gala,
    Fair,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "events",
    rename_all = "camelCase",
    index(name = "by_owner", partition_key = "owned_by", sort_key = "updated_at")
)]
struct Event {
    #[partition_key]
    ticket_id: String,
    owned_by: String,
    show_kind: Kind,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

fn event(id: &str, created_at: OffsetDateTime) -> Event {
    Event {
        ticket_id: id.to_owned(),
        owned_by: "o".to_owned(),
        show_kind: Kind::Fair,
        created_at,
        updated_at: unset(),
        expires_at: None,
    }
}

const OLD: OffsetDateTime = datetime!(2020-01-01 0:00 UTC);

/// FC-8, FC-25, A07, A16: a batch and a transaction keep the creation stamp that an item carries, give one to
/// those that carry none, and write `updated_at` anew, all at one instant.
#[tokio::test]
async fn writes_in_number_treat_stamps_as_a_put_does() {
    let fixture = Fixture::new();
    let table = fixture.create::<Event>().await;
    fixture.clock().advance(Length::from_secs(2));
    let now = START + Duration::seconds(2);
    let loaded = |id: &str| Event {
        updated_at: OLD,
        ..event(id, OLD)
    };
    let batch = table
        .batch_write()
        .put_all([loaded("1"), loaded("2"), event("3", unset())]);
    assert!(batch.send().await.unwrap().is_complete());
    Transaction::new(fixture.client())
        .with_clock(fixture.clock().clone())
        .put(&table, loaded("4"))
        .put(&table, event("5", unset()))
        .send()
        .await
        .unwrap();
    for (id, created_at) in [("1", OLD), ("2", OLD), ("3", now), ("4", OLD), ("5", now)] {
        let stored = table.get(id).send().await.unwrap().unwrap();
        assert_eq!(
            (stored.created_at, stored.updated_at),
            (created_at, now),
            "{id}"
        );
    }
}

/// FC-44, S44: the stored name in the item, the index, the filter, the update, the projection, the
/// cursor and the TTL.
#[tokio::test]
async fn a_renamed_field_has_one_name_everywhere() {
    let fixture = Fixture::new();
    let table = fixture.create::<Event>().await;
    for id in ["1", "2"] {
        table.create(event(id, unset())).send().await.unwrap();
    }
    fixture.requests().clear();
    let page = table
        .query_by_owner("o")
        .since(START)
        .filter(Event::SHOW_KIND.eq(Kind::Fair))
        .project_attributes((Event::TICKET_ID, Event::SHOW_KIND))
        .take(1)
        .page_size(1)
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.key_condition(),
        "ownedBy = 'o' AND updatedAt >= 1796040000000"
    );
    assert_eq!(
        request.filter(),
        "NOT expiresAt <= 1796040000 AND showKind = 'Fair'"
    );
    assert!(
        request.projection().starts_with("ticketId, showKind"),
        "{}",
        request.projection()
    );
    table
        .query_by_owner("o")
        .since(START)
        .start_at(page.cursor.unwrap())
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    let mut names: Vec<_> = request
        .get("ExclusiveStartKey")
        .as_object()
        .unwrap()
        .keys()
        .collect();
    names.sort();
    assert_eq!(names, ["ownedBy", "ticketId", "updatedAt"]);
    // FC-19.
    fixture.clock().advance(Length::from_secs(5));
    let updated = table
        .update("1")
        .set(Event::SHOW_KIND, Kind::Gala)
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET showKind = 'Gala', updatedAt = 1796040005000"
    );
    assert_eq!(updated.created_at, START);
    // The TTL is that of the stored name.
    let ttl = fixture
        .raw_client()
        .describe_time_to_live()
        .table_name("events")
        .send()
        .await;
    let described = ttl.unwrap().time_to_live_description.unwrap();
    assert_eq!(described.attribute_name(), Some("expiresAt"));
}

/// FC-81: a value of a newer writer is one row's error, with its key and attribute; the others come.
#[tokio::test]
async fn an_unknown_variant_is_one_error() {
    let fixture = Fixture::new();
    let table = fixture.create::<Event>().await;
    let mut newer = event("2", OLD).to_item().unwrap();
    newer.insert("showKind".into(), AttributeValue::S("Voucher".into()));
    newer.insert("updatedAt".into(), AttributeValue::N("2".into()));
    for (id, item) in [("1", None), ("2", Some(newer)), ("3", None)] {
        let item = item.unwrap_or_else(|| event(id, OLD).to_item().unwrap());
        let put = fixture.raw_client().put_item().table_name("events");
        put.set_item(Some(item)).send().await.unwrap();
    }
    let mut read = Vec::new();
    let mut failed = Vec::new();
    let mut stream = table.scan().stream();
    while let Some(row) = StreamExt::next(&mut stream).await {
        match row {
            Ok(event) => read.push(event.ticket_id),
            Err(error) => failed.push(error),
        }
    }
    read.sort();
    assert_eq!(read, ["1", "3"]);
    let [error] = failed.as_slice() else {
        panic!("{failed:?}")
    };
    assert!(error.is_decode());
    assert_eq!(error.attribute(), Some("showKind"));
    assert_eq!(
        error.key().unwrap()["ticketId"],
        AttributeValue::S("2".into())
    );
    assert!(!error.to_string().contains("Voucher"), "{error}");
}

/// FC-87: an update leaves what the struct does not know; a put does not.
#[tokio::test]
async fn unknown_attributes_stay_in_an_update() {
    let fixture = Fixture::new();
    let table = fixture.create::<Event>().await;
    let mut item = event("1", OLD).to_item().unwrap();
    item.insert("age".into(), AttributeValue::N("27".into()));
    let put = fixture.raw_client().put_item().table_name("events");
    put.set_item(Some(item)).send().await.unwrap();
    let stored = async || {
        let get = fixture.raw_client().get_item().table_name("events");
        let get = get
            .key("ticketId", AttributeValue::S("1".into()))
            .send()
            .await;
        get.unwrap().item.unwrap().get("age").cloned()
    };
    let updated = table
        .update("1")
        .set(Event::SHOW_KIND, Kind::Gala)
        .send()
        .await
        .unwrap();
    assert_eq!(stored().await, Some(AttributeValue::N("27".into())));
    table.upsert(&updated).send().await.unwrap();
    assert_eq!(stored().await, Some(AttributeValue::N("27".into())));
    table.put(&updated).send().await.unwrap();
    assert_eq!(stored().await, None);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
}

fn doc(version: u64) -> Doc {
    let id = "d".to_owned();
    Doc { id, version }
}

/// FC-26, V15: a batch that ignores versions says so by name, has no condition, and counts all the same.
#[tokio::test]
async fn a_batch_ignores_versions_by_name() {
    let fixture = Fixture::new();
    let table = fixture.create::<Doc>().await;
    for (given, stored) in [(0, 1), (0, 1), (1, 2)] {
        let batch = table.batch_write().put_ignoring_version(doc(given));
        assert!(batch.send().await.unwrap().is_complete());
        let request = fixture.requests().only();
        assert_eq!(request.operation, "BatchWriteItem");
        let put = &request.get("RequestItems")["docs"][0]["PutRequest"];
        assert_eq!(
            put,
            &json!({"Item": {"id": {"S": "d"}, "version": {"N": stored.to_string()}}})
        );
    }
    // Whoever holds an older copy is refused.
    let error = table.put(doc(1)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((1, Some(2))));
}

/// FC-16, FC-26, V18: a stale copy deletes nothing, also in a transaction.
#[tokio::test]
async fn a_stale_copy_deletes_nothing() {
    let fixture = Fixture::new();
    let table = fixture.create::<Doc>().await;
    let first = table.create(doc(0)).send().await.unwrap();
    let second = table.put(&first).send().await.unwrap();
    let error = table
        .delete("d")
        .if_unchanged(&first)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((1, Some(2))));
    let error = Transaction::new(fixture.client())
        .delete(table.delete("d").if_version(1))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
    let [(0, step)] = error.steps() else {
        panic!("{error:?}")
    };
    assert_eq!(step.kind(), ErrorKind::VersionConflict);
    assert_eq!(table.get("d").send().await.unwrap(), Some(second));
}
