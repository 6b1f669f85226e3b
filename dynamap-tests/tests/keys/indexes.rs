//! Keys of indexes whose parts are written by the write itself, or live in the table's key.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    index(
        name = "by_creation",
        partition_key(attribute = "gsi1pk", prefix = "ALL", bucket = month, of = "created_at"),
        sort_key(attribute = "gsi1sk", parts = ["created_at", "user"])
    ),
    index(
        name = "expiring",
        partition_key(attribute = "gsi2pk", prefix = "END", bucket = day, of = "expires_at"),
        sort_key = "expires_at"
    ),
    local_index(name = "by_size", sort_key = "size")
)]
struct Session {
    #[partition_key(prefix = "USER", bucket = day, of = "at")]
    #[dynamo(rename = "pk")]
    user: String,
    #[sort_key(iso, prefix = "AT")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    size: u32,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "1d")]
    expires_at: Option<OffsetDateTime>,
}

fn session(at: OffsetDateTime) -> Session {
    Session {
        user: "u".into(),
        at,
        size: 1,
        created_at: unset(),
        expires_at: None,
    }
}

async fn stored(fixture: &Fixture, at: &str) -> dynamap::Item {
    let day = &at["AT#".len().."AT#2026-11-30".len()];
    let get = fixture.raw_client().get_item().table_name("sessions");
    let get = get.key("pk", AttributeValue::S(format!("USER#u#{day}")));
    let get = get.key("sk", AttributeValue::S(at.to_owned()));
    get.send().await.unwrap().item.unwrap()
}

fn text<'a>(item: &'a dynamap::Item, name: &str) -> Option<&'a str> {
    item.get(name)?.as_s().ok().map(String::as_str)
}

const AT: OffsetDateTime = datetime!(2026-11-30 10:00 UTC);
const SK: &str = "AT#2026-11-30T10:00:00.000Z";

/// The write fills the stamp and the TTL, and the keys of the indexes are those of what is stored.
#[tokio::test]
async fn keys_are_made_of_what_the_write_fills_in() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let created = sessions.create(session(AT)).send().await.unwrap();
    assert_eq!(created.created_at, START);
    let item = stored(&fixture, SK).await;
    assert_eq!(text(&item, "gsi1pk"), Some("ALL#2026-11"));
    assert_eq!(text(&item, "gsi1sk"), Some("2026-11-30T12:00:00.000Z#u"));
    assert_eq!(text(&item, "gsi2pk"), Some("END#2026-12-01"));

    let month = datetime!(2026-11-01 0:00 UTC)..datetime!(2026-12-01 0:00 UTC);
    let found = sessions.query_by_creation().range(month).all().await;
    assert_eq!(found.unwrap(), std::slice::from_ref(&created));
    let day = datetime!(2026-12-01 0:00 UTC)..datetime!(2026-12-02 0:00 UTC);
    let found = sessions.query_expiring().range(day).all().await;
    assert_eq!(found.unwrap(), std::slice::from_ref(&created));
    let day = datetime!(2026-11-30 0:00 UTC)..datetime!(2026-12-01 0:00 UTC);
    let found = sessions
        .query_by_size("u")
        .buckets(day)
        .within(0..5)
        .all()
        .await;
    assert_eq!(found.unwrap(), [created]);
}

/// An upsert inserts the keys of the indexes with what it fills in.
#[tokio::test]
async fn an_upsert_inserts_them_too() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.upsert(session(AT)).send().await.unwrap();
    let item = stored(&fixture, SK).await;
    assert_eq!(text(&item, "gsi1sk"), Some("2026-11-30T12:00:00.000Z#u"));
    assert_eq!(text(&item, "gsi2pk"), Some("END#2026-12-01"));
}

/// An update that moves the TTL moves the item in the index, and one that removes it takes it out.
#[tokio::test]
async fn an_update_of_the_ttl_writes_the_key_anew() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.create(session(AT)).send().await.unwrap();
    let later = datetime!(2026-12-24 0:00 UTC);
    sessions
        .update(("u", AT))
        .set(Session::SIZE, 2_u32)
        .expires_at(later)
        .send()
        .await
        .unwrap();
    let item = stored(&fixture, SK).await;
    assert_eq!(text(&item, "gsi2pk"), Some("END#2026-12-24"));
    sessions
        .update(("u", AT))
        .set(Session::SIZE, 3_u32)
        .never_expires()
        .send()
        .await
        .unwrap();
    let item = stored(&fixture, SK).await;
    assert_eq!(text(&item, "gsi2pk"), None);
    assert!(!item.contains_key("expires_at"));
}

/// Parts that only the table's key holds are known to an update.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "tasks",
    index(
        name = "by_state",
        partition_key(attribute = "gsi1pk", parts = ["state", "owner"]),
        sort_key(attribute = "gsi1sk", parts = ["due", "number"])
    )
)]
struct Task {
    #[partition_key(prefix = "OWNER")]
    #[dynamo(rename = "pk")]
    owner: String,
    #[sort_key(prefix = "TASK")]
    #[dynamo(rename = "sk")]
    number: u32,
    state: String,
    #[ts(millis)]
    due: Option<OffsetDateTime>,
}

#[tokio::test]
async fn an_update_takes_parts_from_the_tables_key() {
    let fixture = Fixture::new();
    let tasks = fixture.create::<Task>().await;
    let task = Task {
        owner: "ann".into(),
        number: 7,
        state: "open".into(),
        due: None,
    };
    tasks.put(&task).send().await.unwrap();
    fixture.requests().clear();
    tasks
        .update(("ann", 7_u32))
        .set(Task::STATE, "done")
        .set(Task::DUE, AT)
        .send()
        .await
        .unwrap();
    let update = fixture.requests().only().update();
    for part in [
        "gsi1pk = 'done#ann'",
        "gsi1sk = '2026-11-30T10:00:00.000Z#00000000000000000007'",
    ] {
        assert!(update.contains(part), "{update}");
    }
    let found = tasks.query_by_state(("done", "ann")).all().await.unwrap();
    let [found] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((found.state.as_str(), found.due), ("done", Some(AT)));

    let error = tasks
        .update(("ann", 7_u32))
        .set(Task::STATE, "open")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("due"), "{error}");
}
