//! `rescue` and `rescue_forever`.

use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ts(seconds, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u64,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

/// A table with one session in it that has just expired.
async fn expired() -> (Fixture, SessionTable) {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let session = Session {
        id: "s".to_owned(),
        updated_at: unset(),
        version: 0,
        expires_at: None,
    };
    sessions.create(session).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_hours(1));
    fixture.requests().clear();
    (fixture, sessions)
}

#[tokio::test]
async fn an_expired_item_lives_again() {
    let (fixture, sessions) = expired().await;
    assert_eq!(sessions.get("s").send().await.unwrap(), None);
    fixture.requests().clear();
    let until = START + Duration::hours(5);
    let rescued = sessions.rescue("s", until).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().inlined(),
        json!({
            "TableName": "sessions",
            "Key": {"id": {"S": "s"}},
            "UpdateExpression": "SET updated_at = 1796043600, \
                version = if_not_exists(version, 0) + 1, expires_at = 1796058000",
            "ConditionExpression": "attribute_exists(id)",
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );
    assert_eq!((rescued.expires_at, rescued.version), (Some(until), 2));
    assert_eq!(sessions.get("s").send().await.unwrap(), Some(rescued));
}

#[tokio::test]
async fn an_item_can_be_kept_for_ever() {
    let (fixture, sessions) = expired().await;
    let rescued = sessions.rescue_forever("s").send().await.unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET updated_at = 1796043600, version = if_not_exists(version, 0) + 1 REMOVE expires_at"
    );
    assert_eq!(rescued.expires_at, None);
}

#[tokio::test]
async fn a_deleted_item_is_not_made_anew() {
    let (_fixture, sessions) = expired().await;
    sessions.delete("s").send().await.unwrap();
    let error = sessions.rescue_forever("s").send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(!error.is_expired());
    assert_eq!(sessions.scan().count().await.unwrap(), 0);
}

#[tokio::test]
async fn a_rescue_can_depend_on_the_version() {
    let (fixture, sessions) = expired().await;
    let error = sessions
        .rescue_forever("s")
        .if_version(7)
        .send()
        .await
        .unwrap_err();
    assert_eq!(fixture.requests().only().condition(), "version = 7");
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((7, Some(1))));
    sessions
        .rescue_forever("s")
        .if_version(1)
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET updated_at = 1796043600, version = 2 REMOVE expires_at"
    );
}
