//! `delete`.

use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    user: String,
    #[version]
    version: u64,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

fn session(user: &str) -> Session {
    Session {
        id: "s".to_owned(),
        user: user.to_owned(),
        version: 0,
        expires_at: None,
    }
}

async fn stored() -> (Fixture, SessionTable, Session) {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let stored = sessions.create(session("ada")).send().await.unwrap();
    fixture.requests().clear();
    (fixture, sessions, stored)
}

#[tokio::test]
async fn a_delete_asks_for_nothing_and_gives_what_was_there() {
    let (fixture, sessions, stored) = stored().await;
    assert_eq!(sessions.delete("s").send().await.unwrap(), Some(stored));
    assert_eq!(
        fixture.requests().only().body,
        json!({"TableName": "sessions", "Key": {"id": {"S": "s"}}, "ReturnValues": "ALL_OLD"})
    );
    assert_eq!(sessions.delete("s").send().await.unwrap(), None);
}

#[tokio::test]
async fn what_has_expired_is_deleted_too() {
    let (fixture, sessions, stored) = stored().await;
    fixture.clock().advance(std::time::Duration::from_hours(2));
    assert_eq!(sessions.delete("s").send().await.unwrap(), Some(stored));
}

// V18, FC-16: the version is checked, the item stays.
#[tokio::test]
async fn a_stale_copy_does_not_delete() {
    let (fixture, sessions, stored) = stored().await;
    let changed = sessions
        .update("s")
        .set(Session::USER, "eve")
        .send()
        .await
        .unwrap();
    fixture.requests().clear();
    let error = sessions
        .delete("s")
        .if_unchanged(&stored)
        .send()
        .await
        .unwrap_err();
    let request = fixture.requests().only();
    assert_eq!(request.condition(), "version = 1");
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((1, Some(2))));
    assert_eq!(error.current::<Session>().unwrap().unwrap(), changed);
    let deleted = sessions.delete("s").if_version(2).send().await.unwrap();
    assert_eq!(deleted, Some(changed));
}

#[tokio::test]
async fn a_conditional_delete_wants_an_item() {
    let (fixture, sessions, _) = stored().await;
    sessions.delete("s").send().await.unwrap();
    let error = sessions.delete("s").if_version(1).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.current_item().is_none());
    let error = sessions
        .delete("s")
        .condition(Session::USER.exists())
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let sent = fixture.requests().take();
    assert_eq!(sent[2].condition(), "attribute_exists(user)");
}

#[tokio::test]
async fn expired_remains_are_not_found_by_a_condition() {
    let (fixture, sessions, _) = stored().await;
    fixture.clock().advance(std::time::Duration::from_hours(1));
    let error = sessions.delete("s").if_version(7).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.is_expired());
}

// V19: a copy that was never stored with a version deletes only an item without one.
#[tokio::test]
async fn an_unversioned_copy_deletes_only_an_unversioned_item() {
    let (fixture, sessions, _) = stored().await;
    let error = sessions
        .delete("s")
        .if_unchanged(&session("ada"))
        .send()
        .await
        .unwrap_err();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_exists(id) AND (attribute_not_exists(version) OR version = 0)"
    );
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((0, Some(1))));
}

#[tokio::test]
async fn a_delete_in_full() {
    let (_fixture, sessions, stored) = stored().await;
    assert_eq!(stored.expires_at, Some(START + time::Duration::HOUR));
    let written = sessions
        .delete("s")
        .return_consumed_capacity()
        .send_full()
        .await
        .unwrap();
    assert_eq!(written.item, Some(stored));
    assert_eq!((written.attempts, written.previous), (1, None));
    assert!(written.consumed_capacity.is_some());
}
