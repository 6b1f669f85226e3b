//! `put` and `replace`: the whole item is written.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    user: String,
    #[ts(seconds, auto_create)]
    created_at: OffsetDateTime,
    #[ts(seconds, auto_update)]
    updated_at: OffsetDateTime,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

fn session() -> Session {
    Session {
        id: "s".to_owned(),
        user: "ada".to_owned(),
        created_at: unset(),
        updated_at: unset(),
        expires_at: None,
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "people")]
struct Person {
    #[partition_key]
    id: String,
    name: String,
}

fn person(name: &str) -> Person {
    Person {
        id: "p".to_owned(),
        name: name.to_owned(),
    }
}

const HOUR: std::time::Duration = std::time::Duration::from_hours(1);

// V11: without a version a put asks for nothing.
#[tokio::test]
async fn a_put_without_a_version_has_no_condition() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.put(session()).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.body,
        json!({
            "TableName": "sessions",
            "Item": {
                "id": {"S": "s"},
                "user": {"S": "ada"},
                "created_at": {"N": "1796040000"},
                "updated_at": {"N": "1796040000"},
                "expires_at": {"N": "1796043600"},
            },
        })
    );
}

// FC-8, A03: a loaded item keeps its created_at; a fresh one starts a new one.
#[tokio::test]
async fn a_loaded_item_keeps_what_was_set() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let first = sessions.put(session()).send().await.unwrap();
    fixture.clock().advance(HOUR / 2);
    let second = sessions.put(&first).send().await.unwrap();
    let half = START + Duration::minutes(30);
    assert_eq!(
        second,
        Session {
            updated_at: half,
            ..first.clone()
        }
    );
    let fresh = sessions.put(session()).send().await.unwrap();
    assert_eq!((fresh.created_at, fresh.updated_at), (half, half));
    assert_eq!(fresh.expires_at, Some(half + Duration::hours(1)));
}

// FC-87: attributes that the struct does not know are lost; that is what replacing means.
#[tokio::test]
async fn a_put_drops_what_the_struct_does_not_know() {
    let fixture = Fixture::new();
    let people = fixture.create::<Person>().await;
    let mut item = person("ada").to_item().unwrap();
    item.insert("age".to_owned(), AttributeValue::N("27".to_owned()));
    let client = fixture.raw_client();
    let put = client.put_item().table_name("people");
    put.set_item(Some(item)).send().await.unwrap();
    people.put(person("eve")).send().await.unwrap();
    let scan = client.scan().table_name("people").send().await.unwrap();
    assert_eq!(scan.items(), [person("eve").to_item().unwrap()]);
}

#[tokio::test]
async fn the_previous_item_is_given_if_asked_for() {
    let fixture = Fixture::new();
    let people = fixture.create::<Person>().await;
    let written = people.put(person("ada")).send_full().await.unwrap();
    assert_eq!(written.previous, None);
    let written = people.put(person("eve")).send_full().await.unwrap();
    assert_eq!(written.previous, Some(person("ada")));
    assert_eq!(written.item, person("eve"));
    assert!(written.request_id.is_some());
}

#[tokio::test]
async fn the_callers_condition_stands_alone() {
    let fixture = Fixture::new();
    let people = fixture.create::<Person>().await;
    let condition = || Person::NAME.eq("ada") | Person::NAME.eq("eve");
    let put = || people.put(person("eve")).condition(condition());
    let error = put().send().await.unwrap_err();
    let request = fixture.requests().only();
    assert_eq!(request.condition(), "name = 'ada' OR name = 'eve'");
    assert_eq!(error.kind(), ErrorKind::NotFound);
    people.put(person("bob")).send().await.unwrap();
    let error = put().send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
    assert_eq!(error.current::<Person>().unwrap().unwrap(), person("bob"));
    people.put(person("ada")).send().await.unwrap();
    assert_eq!(put().send().await.unwrap(), person("eve"));
}

#[tokio::test]
async fn a_condition_that_fails_on_remains_finds_no_item() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.put(session()).send().await.unwrap();
    fixture.clock().advance(HOUR);
    let put = sessions
        .put(session())
        .condition(Session::USER.eq("nobody"));
    let error = put.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.is_expired());
    assert!(error.current::<Session>().unwrap().is_ok());
}

#[tokio::test]
async fn replace_wants_a_live_item() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let error = sessions.replace(session()).send().await.unwrap_err();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_exists(id) AND NOT expires_at <= 1796040000"
    );
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(!error.is_expired());

    let first = sessions.create(session()).send().await.unwrap();
    let changed = Session {
        user: "eve".to_owned(),
        ..first.clone()
    };
    assert_eq!(
        sessions.replace(changed.clone()).send().await.unwrap(),
        changed
    );

    fixture.clock().advance(HOUR);
    let error = sessions.replace(&first).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.is_expired());
    assert_eq!(error.current::<Session>().unwrap().unwrap(), changed);
}

#[tokio::test]
async fn replace_without_a_ttl_asks_for_the_key_only() {
    let fixture = Fixture::new();
    let people = fixture.create::<Person>().await;
    people.put(person("ada")).send().await.unwrap();
    fixture.requests().clear();
    people.replace(person("eve")).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.condition(), "attribute_exists(id)");
    assert_eq!(request.operation, "PutItem");
}
