//! Composed keys of an index while writes fill in what they are made of.

use std::collections::BTreeMap;

use dynamap::{DynamoItem, ErrorKind, Transaction, unset};
use dynamap_tests::Fixture;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// A stamp, a computed TTL and a plain field are parts.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    index(
        name = "created",
        partition_key(attribute = "createdPk", prefix = "C", parts = ["user"], bucket = day, of = "created_at"),
        sort_key(attribute = "createdSk", parts = ["created_at", "id"])
    ),
    index(
        name = "expiring",
        partition_key(attribute = "expiringPk", prefix = "E", bucket = hour, of = "expires_at", shards = 2),
        sort_key(attribute = "expiringSk", parts = ["expires_at", "id"])
    )
)]
struct Session {
    #[partition_key]
    id: String,
    user: Option<String>,
    #[ts(millis)]
    at: OffsetDateTime,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "1d", from = "at")]
    expires_at: Option<OffsetDateTime>,
    count: u32,
}

const NOON: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

fn session(id: &str) -> Session {
    Session {
        id: id.into(),
        user: Some("ann".into()),
        at: NOON,
        created_at: unset(),
        expires_at: unset(),
        count: 0,
    }
}

async fn check(fixture: &Fixture, step: &str) {
    let found = fixture
        .raw_client()
        .scan()
        .table_name("sessions")
        .send()
        .await
        .unwrap();
    for item in found.items() {
        let session = Session::from_item(item).unwrap();
        let wanted = session.to_item().unwrap();
        let sorted = |item: &dynamap::Item| -> BTreeMap<String, String> {
            item.iter()
                .map(|(name, value)| (name.clone(), format!("{value:?}")))
                .collect()
        };
        assert_eq!(sorted(item), sorted(&wanted), "after {step}");
    }
}

#[tokio::test]
async fn keys_follow_what_writes_fill_in() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    table.create(session("a")).await.unwrap();
    check(&fixture, "create").await;
    fixture.clock().advance(std::time::Duration::from_hours(2));

    let later = NOON + Duration::HOUR;
    let moved = table.update("a").set(Session::AT, later).await.unwrap();
    assert_eq!(moved.expires_at, Some(later + Duration::DAY));
    check(&fixture, "an update of what the TTL is computed from").await;
    let until = NOON + Duration::DAY;
    table
        .update("a")
        .set(Session::COUNT, 3)
        .expires_at(until)
        .await
        .unwrap();
    check(&fixture, "expires_at").await;
    table
        .update("a")
        .set(Session::COUNT, 3)
        .never_expires()
        .await
        .unwrap();
    check(&fixture, "never_expires").await;
    table
        .update("a")
        .set(Session::EXPIRES_AT, Some(until))
        .await
        .unwrap();
    check(&fixture, "a set of the TTL").await;
    table.rescue("a", until + Duration::DAY).await.unwrap();
    check(&fixture, "rescue").await;
    table.rescue_forever("a").await.unwrap();
    check(&fixture, "rescue_forever").await;
    table.update("a").remove(Session::USER).await.unwrap();
    check(&fixture, "a removed part").await;

    // What was created when is known to no update.
    let error = table
        .update("a")
        .set(Session::USER, Some("bob".to_owned()))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(
        error.to_string().contains("does not set `created_at`"),
        "{error}"
    );
    let error = table.upsert(session("a")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    check(&fixture, "refusals").await;

    for count in [4, 5] {
        let update = table.update("b").set(Session::COUNT, count);
        update.or_insert(session("b")).await.unwrap();
        check(&fixture, "or_insert").await;
    }
    fixture.clock().advance(std::time::Duration::from_hours(26));
    let at = NOON + Duration::DAY * 3;
    let afresh = Session { at, ..session("b") };
    table
        .update("b")
        .set(Session::COUNT, 6)
        .or_insert(afresh)
        .await
        .unwrap();
    check(&fixture, "or_insert over an expired item").await;

    Transaction::new(fixture.client())
        .update(table.update("b").set(Session::AT, at + Duration::DAY))
        .put(&table, Session { at, ..session("c") })
        .create(&table, Session { at, ..session("d") })
        .send()
        .await
        .unwrap();
    check(&fixture, "a transaction").await;
    let batch = table
        .batch_write()
        .put(Session { at, ..session("e") })
        .delete("a");
    assert_eq!(batch.send().await.unwrap().written, 2);
    check(&fixture, "a batch").await;
    let put = table.put(Session { at, ..session("f") });
    put.expires_at(at + Duration::DAY * 2).await.unwrap();
    check(&fixture, "a put with expires_at").await;
    table
        .put(Session { at, ..session("g") })
        .never_expires()
        .await
        .unwrap();
    check(&fixture, "a put with never_expires").await;

    let expiring = table.query_expiring().range(NOON..NOON + Duration::DAY * 9);
    let ids: Vec<_> = expiring
        .all()
        .await
        .unwrap()
        .into_iter()
        .map(|item| item.id)
        .collect();
    assert_eq!(ids, ["c", "d", "e", "b", "f"]);
}
