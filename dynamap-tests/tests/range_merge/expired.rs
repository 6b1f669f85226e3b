//! Expired items in ranges, on a derived type.

use dynamap::{DynamoItem, Table};
use dynamap_tests::{Answer, Fixture, START};
use serde_json::json;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key(prefix = "device", bucket = hour, of = "at", shards = 3)]
    #[dynamo(rename = "pk")]
    device: String,
    #[sort_key(iso, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: u32,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

/// Events of the last four hours, one every ten minutes; those of the last hour live a minute yet, the
/// ones before them have expired.
fn events() -> Vec<Event> {
    let event = |id: u32| {
        let at = START - Duration::minutes(10) * (id + 1);
        let lives = match id {
            0..6 => -1,
            6..12 => 60,
            _ => 3_600,
        };
        Event {
            device: "7".to_owned(),
            at,
            id,
            expires_at: Some(START + Duration::seconds(lives)),
        }
    };
    (0..24).map(event).collect()
}

async fn stored(fixture: &Fixture) -> EventTable {
    let table = fixture.create::<Event>().await;
    let outcome = table.batch_write().put_all(events()).send().await.unwrap();
    assert!(outcome.is_complete());
    fixture.requests().clear();
    table
}

fn ids(events: &[Event]) -> Vec<u32> {
    events.iter().map(|event| event.id).collect()
}

#[tokio::test]
async fn expired_items_are_left_out_of_ranges_unless_asked_for() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let range = || {
        table
            .range("7", START - Duration::hours(4)..START)
            .newest_first()
    };
    assert_eq!(
        ids(&range().all().await.unwrap()),
        (6..24).collect::<Vec<_>>()
    );
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 12);
    for request in &requests {
        let now = START.unix_timestamp();
        assert_eq!(request.filter(), format!("NOT expires_at <= {now}"));
        assert!(request.get("Limit").is_null());
    }
    assert_eq!(range().count().await.unwrap(), 18);
    let found = range().include_expired().all().await.unwrap();
    assert_eq!(ids(&found), (0..24).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_latest_live_item_is_looked_for_behind_buckets_of_expired_ones() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let latest = || {
        table
            .query("7")
            .latest_within(START - Duration::days(1)..START)
    };
    assert_eq!(latest().await.unwrap().unwrap().id, 6);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 6);
    for (index, request) in requests.iter().enumerate() {
        let hour = if index < 3 {
            "#2026-11-30T11:00#"
        } else {
            "#2026-11-30T10:00#"
        };
        assert!(request.key_condition().contains(hour));
    }
    fixture.clock().advance(std::time::Duration::from_secs(61));
    assert_eq!(latest().await.unwrap().unwrap().id, 12);
    assert_eq!(fixture.requests().take().len(), 9);
}

#[tokio::test]
async fn each_request_judges_by_the_instant_it_is_sent_and_its_answer_by_when_it_came() {
    let fixture = Fixture::new();
    stored(&fixture).await;
    let clock = fixture.clock().clone();
    // While the second request is under way, the items of its hour expire.
    let late = Answer::Pass.after(move || async move {
        clock.advance(std::time::Duration::from_secs(61));
    });
    let (client, _) = fixture.scripted([Answer::Pass, Answer::Pass, Answer::Pass, late]);
    let table = Table::<Event>::new(&client).with_clock(fixture.clock().clone());
    let query = table
        .range("7", START - Duration::hours(3)..START)
        .newest_first();
    let found = query.concurrency(1).all().await.unwrap();
    assert_eq!(ids(&found), (12..18).collect::<Vec<_>>());
    let requests = fixture.requests().take();
    let now = |index: usize| requests[index].filter();
    let at = |seconds| format!("NOT expires_at <= {}", START.unix_timestamp() + seconds);
    assert_eq!((now(3), now(4), now(8)), (at(0), at(61), at(61)));
    assert_eq!(requests[0].get("ScanIndexForward"), &json!(false));
}
