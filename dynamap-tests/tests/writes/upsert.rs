//! `upsert` and `or_insert`: one request for a live or absent item, two over expired remains.

use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Answer, Fixture, START};
use serde_json::json;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    user: String,
    hits: Option<u64>,
    #[ts(seconds, auto_create)]
    created_at: OffsetDateTime,
    #[ts(seconds, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u64,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

fn session(user: &str) -> Session {
    Session {
        id: "s".to_owned(),
        user: user.to_owned(),
        hits: None,
        created_at: unset(),
        updated_at: unset(),
        version: 0,
        expires_at: None,
    }
}

const HOUR: std::time::Duration = std::time::Duration::from_hours(1);

// A06, A11, P35: created_at is set where nothing is, and only there.
#[tokio::test]
async fn an_upsert_inserts() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let stored = sessions.upsert(session("ada")).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().inlined(),
        json!({
            "TableName": "sessions",
            "Key": {"id": {"S": "s"}},
            "UpdateExpression": "SET user = 'ada', updated_at = 1796040000, \
                version = if_not_exists(version, 0) + 1, \
                created_at = if_not_exists(created_at, 1796040000), \
                expires_at = if_not_exists(expires_at, 1796043600) REMOVE hits",
            "ConditionExpression": "NOT expires_at <= 1796040000",
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );
    assert_eq!(
        stored,
        Session {
            created_at: START,
            updated_at: START,
            version: 1,
            expires_at: Some(START + Duration::HOUR),
            ..session("ada")
        }
    );
}

#[tokio::test]
async fn an_upsert_over_a_live_item_keeps_its_beginning() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let stored = sessions.create(session("ada")).send().await.unwrap();
    fixture.clock().advance(HOUR / 2);
    let changed = sessions.upsert(session("eve")).send().await.unwrap();
    assert_eq!(
        changed,
        Session {
            user: "eve".to_owned(),
            updated_at: START + Duration::minutes(30),
            version: 2,
            ..stored
        }
    );
}

// Expired remains are replaced on the condition that they are still these.
#[tokio::test]
async fn an_upsert_over_remains_starts_afresh() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.create(session("ada")).send().await.unwrap();
    sessions
        .update("s")
        .add(Session::HITS, 5_u64)
        .send()
        .await
        .unwrap();
    fixture.clock().advance(HOUR);
    fixture.requests().clear();
    let written = sessions.upsert(session("eve")).send_full().await.unwrap();
    let fresh = Session {
        created_at: START + Duration::HOUR,
        updated_at: START + Duration::HOUR,
        version: 1,
        expires_at: Some(START + Duration::hours(2)),
        ..session("eve")
    };
    assert_eq!(written.item, fresh);
    assert_eq!(written.attempts, 2);
    let sent = fixture.requests().take();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].condition(), "NOT expires_at <= 1796043600");
    assert_eq!(sent[1].operation, "PutItem");
    assert_eq!(sent[1].condition(), "expires_at = 1796043600");
    assert_eq!(
        sent[1].item(),
        &json!({
            "id": {"S": "s"},
            "user": {"S": "eve"},
            "created_at": {"N": "1796043600"},
            "updated_at": {"N": "1796043600"},
            "version": {"N": "1"},
            "expires_at": {"N": "1796047200"},
        })
    );
    assert_eq!(sessions.get("s").send().await.unwrap(), Some(fresh));
}

#[tokio::test]
async fn remains_that_change_in_between_are_looked_at_again() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.create(session("ada")).send().await.unwrap();
    fixture.clock().advance(HOUR);
    let rescuer = sessions.clone();
    let rescue = Answer::Pass.after(move || async move {
        let later = START + Duration::hours(9);
        rescuer.rescue("s", later).send().await.unwrap();
    });
    let (scripted, script) = fixture.scripted_table::<Session>([Answer::Pass, rescue]);
    fixture.requests().clear();
    let stored = scripted.upsert(session("eve")).send().await.unwrap();
    assert_eq!(script.left(), 0);
    // The rescue bumped version 1, and the upsert changed the rescued item.
    assert_eq!((stored.user.as_str(), stored.version), ("eve", 3));
    assert_eq!(stored.created_at, START);
    assert_eq!(stored.expires_at, Some(START + Duration::hours(9)));
    assert_eq!(
        fixture.requests().operations(),
        ["UpdateItem", "PutItem", "UpdateItem", "UpdateItem"]
    );
}

#[tokio::test]
async fn a_lost_answer_over_remains_is_known_by_the_item() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.create(session("ada")).send().await.unwrap();
    fixture.clock().advance(HOUR);
    let (scripted, _) = fixture.scripted_table::<Session>([Answer::Pass, Answer::Lose]);
    let stored = scripted.upsert(session("eve")).send().await.unwrap();
    assert_eq!((stored.user.as_str(), stored.version), ("eve", 1));
    assert_eq!(sessions.get("s").send().await.unwrap(), Some(stored));
}

#[tokio::test]
async fn the_callers_condition_holds_over_remains_too() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.create(session("ada")).send().await.unwrap();
    fixture.clock().advance(HOUR);
    fixture.requests().clear();
    let upsert = sessions
        .upsert(session("eve"))
        .condition(Session::USER.ne("ada"));
    let error = upsert.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.is_expired());
    let sent = fixture.requests().take();
    assert_eq!(sent.len(), 2);
    assert_eq!(
        sent[1].condition(),
        "expires_at = 1796043600 AND user <> 'ada'"
    );
}

#[tokio::test]
async fn an_upsert_of_a_version_is_for_a_live_item() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let error = sessions
        .upsert(session("ada"))
        .if_version(1)
        .send()
        .await
        .unwrap_err();
    assert_eq!(
        fixture.requests().only().condition(),
        "version = 1 AND NOT expires_at <= 1796040000"
    );
    assert_eq!(error.kind(), ErrorKind::NotFound);
    sessions.create(session("ada")).send().await.unwrap();
    fixture.clock().advance(HOUR);
    let upsert = sessions.upsert(session("ada")).if_version(1);
    let error = upsert.send().await.unwrap_err();
    assert!(error.is_not_found() && error.is_expired());
}

// The update is carried out on what is inserted.
#[tokio::test]
async fn or_insert_inserts_the_item_with_the_update_on_it() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let initial = Session {
        hits: Some(10),
        ..session("ada")
    };
    let visit = || {
        sessions
            .update("s")
            .add(Session::HITS, 1_u64)
            .or_insert(&initial)
    };
    let stored = visit().send().await.unwrap();
    assert_eq!(
        fixture.requests().only().inlined(),
        json!({
            "TableName": "sessions",
            "Key": {"id": {"S": "s"}},
            "UpdateExpression": "SET hits = if_not_exists(hits, 10) + 1, \
                user = if_not_exists(user, 'ada'), updated_at = 1796040000, \
                version = if_not_exists(version, 0) + 1, \
                created_at = if_not_exists(created_at, 1796040000), \
                expires_at = if_not_exists(expires_at, 1796043600)",
            "ConditionExpression": "NOT expires_at <= 1796040000",
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );
    assert_eq!((stored.hits, stored.version), (Some(11), 1));
    let stored = visit().send().await.unwrap();
    assert_eq!((stored.hits, stored.version), (Some(12), 2));
    fixture.clock().advance(HOUR);
    fixture.requests().clear();
    let stored = visit().send().await.unwrap();
    assert_eq!((stored.hits, stored.version), (Some(11), 1));
    assert_eq!(stored.created_at, START + Duration::HOUR);
    let sent = fixture.requests().take();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[1].item()["hits"], json!({"N": "11"}));
}

#[tokio::test]
async fn or_insert_wants_the_same_key() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let mut error = sessions
        .update("other")
        .or_insert(session("ada"))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(error.given::<Session>(), Some(session("ada")));
    assert!(fixture.requests().take().is_empty());
}

// Stamps that are preserved are carried by an insertion and by a change alike.
#[tokio::test]
async fn preserved_stamps_are_carried() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let old = START - Duration::DAY;
    let imported = Session {
        created_at: old,
        updated_at: old + Duration::HOUR,
        ..session("ada")
    };
    let stored = sessions
        .upsert(&imported)
        .preserve_stamps()
        .send()
        .await
        .unwrap();
    assert_eq!(
        (stored.created_at, stored.updated_at),
        (old, old + Duration::HOUR)
    );
    sessions.upsert(session("ada")).send().await.unwrap();
    let stored = sessions
        .upsert(&imported)
        .preserve_stamps()
        .send()
        .await
        .unwrap();
    assert_eq!(
        (stored.created_at, stored.updated_at),
        (old, old + Duration::HOUR)
    );
}
