//! Programs that teams write over composed keys: a chat, an audit log, leaderboards, a change of layout.

use dynamap::{Cursor, DynamoItem, DynamoValue, unset};
use dynamap_tests::Fixture;
use serde_json::{Value, json};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    celsius: f64,
    #[ts(millis, auto_create)]
    ingested_at: OffsetDateTime,
    #[ttl(seconds, after = "90d", from = "at")]
    expires_at: OffsetDateTime,
}

const NOON: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

#[tokio::test]
async fn a_week_of_readings_comes_in_order() {
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    let start = NOON - Duration::days(7);
    let mut written = Vec::new();
    for hour in 0..7 * 24 {
        let reading = Reading {
            device_id: "123".into(),
            at: start + Duration::hours(hour),
            id: format!("r-{hour}"),
            celsius: 20.0,
            ingested_at: unset(),
            expires_at: unset(),
        };
        written.push(readings.create(reading).send().await.unwrap());
    }
    let week = readings
        .range("123", start..NOON)
        .oldest_first()
        .all()
        .await
        .unwrap();
    assert_eq!(week, written);
    assert_eq!(
        readings.get(&written[9]).await.unwrap().as_ref(),
        Some(&written[9])
    );
}

/// A chat room: a partition a month, pages in both directions.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "chat")]
struct Message {
    #[partition_key(prefix = "ROOM", bucket = month, of = "sent_at")]
    #[dynamo(rename = "pk")]
    room: String,
    #[sort_key(iso, suffix = "id")]
    #[dynamo(rename = "sk")]
    sent_at: OffsetDateTime,
    id: String,
    text: String,
}

#[tokio::test]
async fn a_chat_is_paged_through_json_in_both_directions() {
    let fixture = Fixture::new();
    let chat = fixture.create::<Message>().await;
    let first = datetime!(2026-09-01 0:00 UTC);
    let mut written = Vec::new();
    for day in 0..91 {
        let message = Message {
            room: "rust#beginners".into(),
            sent_at: first + Duration::days(day),
            id: format!("m-{day}"),
            text: "hello".into(),
        };
        written.push(message);
    }
    chat.batch_write()
        .put_all(written.clone())
        .send()
        .await
        .unwrap();
    let range = first..first + Duration::days(91);
    let page = |newest: bool, cursor: Option<Cursor>| {
        let mut query = chat.range("rust#beginners", range.clone()).page_size(9);
        if newest {
            query = query.newest_first();
        }
        if let Some(cursor) = cursor {
            query = query.start_at(cursor);
        }
        query
    };
    for newest in [false, true] {
        let mut found = Vec::new();
        let mut cursor = None;
        loop {
            let answer = page(newest, cursor).send().await.unwrap();
            assert!(answer.items.len() <= 9);
            found.extend(answer.items);
            let text =
                json!({ "cursor": answer.cursor.map(|cursor| cursor.to_string()) }).to_string();
            let body: Value = serde_json::from_str(&text).unwrap();
            cursor = body["cursor"].as_str().map(|text| text.parse().unwrap());
            if cursor.is_none() {
                break;
            }
        }
        if newest {
            found.reverse();
        }
        assert_eq!(found, written);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, DynamoValue)]
#[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
enum Action {
    SignIn,
    Delete,
}

/// An audit log by actor, and by tenant and day over shards.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "audit",
    index(
        name = "by_tenant",
        partition_key(attribute = "gsi1pk", prefix = "TENANT", parts = ["tenant"], bucket = day, of = "at", shards = 3),
        sort_key(attribute = "gsi1sk", parts = ["at", "id"])
    )
)]
struct Entry {
    #[partition_key]
    actor: String,
    #[sort_key]
    id: String,
    tenant: String,
    #[ts(millis)]
    at: OffsetDateTime,
    action: Action,
}

#[tokio::test]
async fn an_audit_log_is_read_by_tenant_and_time() {
    let fixture = Fixture::new();
    let log = fixture.create::<Entry>().await;
    let mut written = Vec::new();
    for minute in 0..60 {
        let entry = Entry {
            actor: format!("user-{}", minute % 7),
            id: format!("e-{minute:03}"),
            tenant: "acme".into(),
            at: datetime!(2026-11-29 23:30 UTC) + Duration::minutes(minute),
            action: if minute % 2 == 0 {
                Action::SignIn
            } else {
                Action::Delete
            },
        };
        written.push(log.put(entry).send().await.unwrap());
    }
    let range = datetime!(2026-11-29 23:40 UTC)..datetime!(2026-11-30 0:20 UTC);
    let found = log
        .query_by_tenant("acme")
        .range(range.clone())
        .filter(Entry::ACTION.eq(Action::Delete))
        .newest_first()
        .all()
        .await
        .unwrap();
    let mut wanted: Vec<_> = written[10..50]
        .iter()
        .filter(|entry| entry.action == Action::Delete)
        .cloned()
        .collect();
    wanted.reverse();
    assert_eq!(found, wanted);
}

/// Scores of a game, highest first, over shards.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "scores",
    index(
        name = "board",
        partition_key(attribute = "board", prefix = "GAME", parts = ["game"], shards = 5),
        sort_key = "points"
    )
)]
struct Score {
    #[partition_key]
    player: String,
    #[sort_key]
    game: String,
    points: i64,
}

#[tokio::test]
async fn a_leaderboard_is_one_list_over_its_shards() {
    let fixture = Fixture::new();
    let scores = fixture.create::<Score>().await;
    for player in 0..40_i64 {
        scores
            .put(Score {
                player: format!("p-{player}"),
                game: "chess".into(),
                points: (player * 37) % 101 - 50,
            })
            .send()
            .await
            .unwrap();
    }
    let top = scores
        .query_board("chess")
        .shards()
        .descending()
        .take(3)
        .all()
        .await
        .unwrap();
    let mut all: Vec<i64> = (0..40).map(|player| (player * 37) % 101 - 50).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(
        top.iter().map(|score| score.points).collect::<Vec<_>>(),
        all[..3]
    );
    // A new score moves the player to its shard.
    let moved = scores
        .update(("p-7", "chess"))
        .set(Score::POINTS, 1_000)
        .send()
        .await
        .unwrap();
    let first = scores
        .query_board("chess")
        .range(0..)
        .descending()
        .first()
        .await
        .unwrap();
    assert_eq!(first, Some(moved));
    assert_eq!(
        scores.query_board("chess").shards().count().await.unwrap(),
        40
    );
}
