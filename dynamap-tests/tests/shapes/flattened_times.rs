//! Stamps, TTL and version in structs that are flattened into an item: as in the item itself.

use std::time::Duration;

use dynamap::{DynamoItem, DynamoValue, ErrorKind, Transaction, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(rename_all = "camelCase")]
struct Meta {
    source: String,
    #[dynamo(flatten)]
    audit: Box<Audit>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Audit {
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(iso, auto_update)]
    updated_at: Option<OffsetDateTime>,
    #[version]
    #[dynamo(rename = "v")]
    version: u32,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Life {
    #[ts(seconds)]
    seen_at: OffsetDateTime,
    #[ttl(seconds, after = "1h", from = "seen_at")]
    expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    meta: Meta,
    #[dynamo(flatten)]
    life: Life,
    note: Option<String>,
}

fn session() -> Session {
    Session {
        id: "s".to_owned(),
        meta: Meta {
            source: "web".to_owned(),
            audit: Box::new(Audit {
                created_at: unset(),
                updated_at: None,
                version: 0,
            }),
        },
        life: Life {
            seen_at: START,
            expires_at: None,
        },
        note: None,
    }
}

async fn with_one() -> (Fixture, SessionTable, Session) {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let stored = sessions.create(session()).send().await.unwrap();
    fixture.clock().advance(Duration::from_secs(5));
    fixture.requests().clear();
    (fixture, sessions, stored)
}

#[tokio::test]
async fn a_create_fills_them() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let stored = sessions.create(session()).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.item(),
        &json!({
            "id": {"S": "s"},
            "source": {"S": "web"},
            "created_at": {"N": "1796040000000"},
            "updated_at": {"S": "2026-11-30T12:00:00.000Z"},
            "v": {"N": "1"},
            "seen_at": {"N": "1796040000"},
            "expires_at": {"N": "1796043600"},
        })
    );
    assert_eq!(
        request.condition(),
        "attribute_not_exists(id) OR expires_at <= 1796040000"
    );
    assert_eq!(stored.meta.audit.version, 1);
    assert_eq!(stored.meta.audit.created_at, START);
    assert_eq!(sessions.get("s").send().await.unwrap(), Some(stored));
}

#[tokio::test]
async fn a_put_counts_the_version_it_carries() {
    let (fixture, sessions, stored) = with_one().await;
    let again = sessions.put(&stored).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.condition(),
        "v = 1 AND NOT expires_at <= 1796040005"
    );
    let item = request.item();
    assert_eq!(item["created_at"], json!({"N": "1796040000000"}));
    assert_eq!(item["updated_at"], json!({"S": "2026-11-30T12:00:05.000Z"}));
    assert_eq!(item["v"], json!({"N": "2"}));
    assert_eq!(again.meta.audit.version, 2);
    let error = sessions.put(&stored).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.current::<Session>().unwrap().unwrap(), again);
    let error = sessions.delete("s").if_unchanged(&stored).send().await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::VersionConflict);
    sessions
        .delete("s")
        .if_unchanged(&again)
        .send()
        .await
        .unwrap();
    assert_eq!(sessions.get("s").send().await.unwrap(), None);
}

#[tokio::test]
async fn an_update_writes_them_too() {
    let (fixture, sessions, _) = with_one().await;
    let updated = sessions
        .update("s")
        .set(Session::NOTE, "n")
        .if_version(1)
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.update(),
        "SET note = 'n', updated_at = '2026-11-30T12:00:05.000Z', v = 2"
    );
    assert_eq!(
        request.condition(),
        "v = 1 AND NOT expires_at <= 1796040005"
    );
    assert_eq!(updated.meta.audit.version, 2);
    // Its base moves the TTL.
    let seen = START + time::Duration::seconds(60);
    let moved = sessions
        .update("s")
        .set(Session::LIFE.field(Life::SEEN_AT), seen)
        .send()
        .await
        .unwrap();
    assert_eq!(moved.life.expires_at, Some(seen + time::Duration::hours(1)));
    assert_eq!(
        fixture.requests().only().update(),
        "SET seen_at = 1796040060, updated_at = '2026-11-30T12:00:05.000Z', \
         v = if_not_exists(v, 0) + 1, expires_at = 1796043660"
    );
    let forever = sessions.update("s").never_expires().send().await.unwrap();
    assert_eq!(forever.life.expires_at, None);
}

#[tokio::test]
async fn an_upsert_keeps_the_stamp_of_the_first() {
    let (_fixture, sessions, stored) = with_one().await;
    let again = sessions.upsert(session()).send().await.unwrap();
    assert_eq!(again.meta.audit.created_at, stored.meta.audit.created_at);
    assert_eq!(again.meta.audit.version, 2);
    let other = Session {
        id: "t".to_owned(),
        ..session()
    };
    let inserted = sessions.upsert(other).send().await.unwrap();
    assert_eq!(
        inserted.meta.audit.created_at,
        START + time::Duration::seconds(5)
    );
    assert_eq!(inserted.meta.audit.version, 1);
}

#[tokio::test]
async fn expired_items_are_gone() {
    let (fixture, sessions, _) = with_one().await;
    fixture.clock().advance(Duration::from_hours(1));
    assert_eq!(sessions.get("s").send().await.unwrap(), None);
    fixture.requests().clear();
    assert_eq!(sessions.scan().all().await.unwrap(), []);
    assert_eq!(
        fixture.requests().only().filter(),
        "NOT expires_at <= 1796043605"
    );
    let live = START + time::Duration::hours(3);
    sessions.rescue("s", live).send().await.unwrap();
    let found = sessions.get("s").send().await.unwrap().unwrap();
    assert_eq!(found.life.expires_at, Some(live));
}

/// The table's TTL is that of the flattened struct, and its attributes are the item's.
#[tokio::test]
async fn the_table_is_as_declared() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    assert!(sessions.compare().await.unwrap().is_empty());
    assert!(sessions.ttl().verify().await.is_ok());
    let schema = Session::SCHEMA;
    assert_eq!(schema.ttl.unwrap().name, "expires_at");
    assert_eq!(
        (schema.version, schema.version_limit),
        (Some("v"), u64::from(u32::MAX))
    );
    let stamps: Vec<_> = schema.stamps.iter().map(|stamp| stamp.name).collect();
    assert_eq!(stamps, ["created_at", "updated_at"]);
    for name in ["id", "note", "source", "created_at", "v", "expires_at"] {
        assert!(schema.has_attribute(name), "{name}");
    }
    assert!(!schema.has_attribute("meta"));
}

/// A version beyond its type is refused, wherever the field stands.
#[tokio::test]
async fn the_version_has_its_limit() {
    let (_fixture, sessions, mut stored) = with_one().await;
    stored.meta.audit.version = u32::MAX;
    let error = sessions.put(&stored).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_eq!(error.attribute(), Some("v"));
}

#[tokio::test]
async fn a_transaction_fills_them_of_one_instant() {
    let (fixture, sessions, stored) = with_one().await;
    let other = Session {
        id: "t".to_owned(),
        ..session()
    };
    Transaction::new(fixture.client())
        .with_clock(fixture.clock().clone())
        .put(&sessions, &stored)
        .create(&sessions, other)
        .send()
        .await
        .unwrap();
    let read = sessions.scan().all().await.unwrap();
    assert_eq!(read.len(), 2);
    assert!(
        read.iter().all(
            |session| session.meta.audit.updated_at == Some(START + time::Duration::seconds(5))
        )
    );
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    place: Place,
    #[dynamo(flatten)]
    seen: Seen,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Place {
    city: String,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Seen {
    #[ts(seconds, auto_create)]
    seen_at: i64,
}

/// Without a version among them, a batch may put the items; stamps it fills.
#[tokio::test]
async fn a_batch_puts_what_has_no_version() {
    let fixture = Fixture::new();
    let events = fixture.create::<Event>().await;
    let event = |id: &str| Event {
        id: id.to_owned(),
        place: Place {
            city: "Brno".to_owned(),
        },
        seen: Seen { seen_at: 0 },
    };
    events
        .batch_write()
        .put_all([event("a"), event("b")])
        .send()
        .await
        .unwrap();
    let stored = events.get("b").send().await.unwrap().unwrap();
    assert_eq!(stored.seen.seen_at, 1_796_040_000);
    assert_eq!(stored.place, event("b").place);
    let kept = events.put(Event {
        seen: Seen { seen_at: 5 },
        ..event("c")
    });
    let kept = kept.preserve_stamps().send().await.unwrap();
    assert_eq!(kept.seen.seen_at, 5);
}
