//! BatchWriteItem and BatchGetItem: split, retried, answered in order, nothing lost.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use dynamap::{DynamoItem, unset};
use dynamap_tests::{Answer, Fixture};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key]
    number: u32,
    celsius: f64,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "1d")]
    expires_at: Option<OffsetDateTime>,
}

fn reading(number: u32) -> Reading {
    Reading {
        device: "d".to_owned(),
        number,
        celsius: 20.5,
        created_at: unset(),
        expires_at: None,
    }
}

/// Takes the first `count` requests of a BatchWriteItem back out of the engine's sight: the answer says
/// that they were not processed.
fn unprocessed(count: usize) -> Answer {
    Answer::Unprocessed(count)
}

#[tokio::test]
async fn a_large_batch_is_split_and_stamped_with_one_instant() {
    // B04, A16, FC-25.
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    fixture.requests().clear();
    let outcome = readings
        .batch_write()
        .put_all((0..60).map(reading))
        .send()
        .await
        .expect("a sent batch");
    assert!(outcome.is_complete());
    assert_eq!(outcome.written, 60);
    let sizes: Vec<usize> = fixture
        .requests()
        .take()
        .iter()
        .map(|request| {
            request.get("RequestItems")["readings"]
                .as_array()
                .map_or(0, Vec::len)
        })
        .collect();
    assert_eq!(sizes, [25, 25, 10]);
    let all = readings.query("d").all().await.expect("all readings");
    assert_eq!(all.len(), 60);
    assert!(
        all.iter()
            .all(|reading| reading.created_at == datetime!(2026-11-30 12:00 UTC))
    );
    assert!(
        all.iter()
            .all(|reading| reading.expires_at == Some(datetime!(2026-12-01 12:00 UTC)))
    );
}

#[tokio::test]
async fn stamps_that_a_loaded_item_carries_stay() {
    // FC-25: a batch put of loaded items keeps their creation stamps.
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    let mut loaded = reading(1);
    loaded.created_at = datetime!(2020-01-01 0:00 UTC);
    readings
        .batch_write()
        .put(loaded.clone())
        .send()
        .await
        .expect("a sent batch");
    let stored = readings
        .get(("d", 1_u32))
        .send()
        .await
        .expect("a read")
        .expect("the item");
    assert_eq!(stored.created_at, loaded.created_at);
}

#[tokio::test(start_paused = true)]
async fn what_stays_unprocessed_is_sent_again_and_nothing_else() {
    // FC-30, B05: exactly the unprocessed requests are sent again.
    let fixture = Fixture::embedded();
    fixture.create::<Reading>().await;
    let (readings, script) = fixture.scripted_table::<Reading>([unprocessed(3)]);
    fixture.requests().clear();
    let outcome = readings
        .batch_write()
        .put_all((0..5).map(reading))
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written, 5);
    assert!(outcome.is_complete());
    assert_eq!(script.left(), 0);
    let numbers: Vec<Vec<Value>> = fixture
        .requests()
        .take()
        .iter()
        .map(|request| {
            let requests = request.get("RequestItems")["readings"].as_array().cloned();
            requests
                .unwrap_or_default()
                .iter()
                .map(|request| request["PutRequest"]["Item"]["number"]["N"].clone())
                .collect()
        })
        .collect();
    assert_eq!(numbers.len(), 2);
    assert_eq!(numbers[1], [json!("0"), json!("1"), json!("2")]);
}

#[tokio::test(start_paused = true)]
async fn leftovers_come_back_typed_with_their_reason() {
    // FC-30: when the tries run out, what was not written comes back.
    let fixture = Fixture::embedded();
    fixture.create::<Reading>().await;
    let (readings, _script) = fixture.scripted_table::<Reading>((0..20).map(|_| unprocessed(25)));
    let outcome = readings
        .batch_write()
        .put_all((0..3).map(reading))
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written, 0);
    let mut numbers: Vec<u32> = outcome
        .unprocessed
        .into_iter()
        .map(|(request, error)| {
            assert!(error.is_throttled(), "{error}");
            assert!(error.key().is_some());
            match request {
                dynamap::operation::BatchRequest::Put(reading) => reading.number,
                dynamap::operation::BatchRequest::Delete(_) => panic!("a put was given"),
            }
        })
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2]);
}

#[tokio::test]
async fn a_refused_call_gives_its_requests_back_and_the_others_go_on() {
    let fixture = Fixture::embedded();
    fixture.create::<Reading>().await;
    let (readings, _script) = fixture
        .scripted_table::<Reading>([Answer::refuse("ValidationException", "something is wrong")]);
    let outcome = readings
        .batch_write()
        .concurrency(1)
        .put_all((0..30).map(reading))
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written, 5);
    assert_eq!(outcome.unprocessed.len(), 25);
    assert!(
        outcome
            .unprocessed
            .iter()
            .all(|(_, error)| error.code() == Some("ValidationException"))
    );
}

#[tokio::test]
async fn a_row_that_dynamodb_would_never_expire_is_rejected_and_the_rest_written() {
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    let mut stale = reading(1);
    stale.expires_at = Some(datetime!(2010-01-01 0:00 UTC));
    let mut unkeyed = reading(2);
    unkeyed.device = String::new();
    let mut endless = reading(3);
    endless.celsius = f64::NAN;
    let outcome = readings
        .batch_write()
        .put_all([stale, unkeyed, endless, reading(4)])
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written, 1);
    let kinds: Vec<_> = outcome
        .rejected
        .iter()
        .map(|(_, error)| error.kind())
        .collect();
    assert_eq!(
        kinds,
        [
            dynamap::ErrorKind::InvalidTtl,
            dynamap::ErrorKind::InvalidKey,
            dynamap::ErrorKind::Encode
        ]
    );
}

#[tokio::test]
async fn two_requests_on_one_key_are_refused_before_sending() {
    // FC-140, B08.
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    fixture.requests().clear();
    let error = readings
        .batch_write()
        .put(reading(1))
        .delete(("d", 1_u32))
        .send()
        .await
        .expect_err("a key twice");
    assert_eq!(error.kind(), dynamap::ErrorKind::InvalidRequest);
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn puts_and_deletes_mix_and_progress_is_told() {
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    readings
        .batch_write()
        .put_all((0..30).map(reading))
        .send()
        .await
        .expect("a sent batch");
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let mut batch = readings
        .batch_write()
        .concurrency(1)
        .on_progress(move |progress| {
            noted
                .lock()
                .expect("no panic")
                .push((progress.written, progress.total));
        });
    for number in 0..30 {
        batch = batch.delete(("d", number));
    }
    let outcome = batch.put(reading(100)).send().await.expect("a sent batch");
    assert_eq!(outcome.written, 31);
    assert_eq!(*seen.lock().expect("no panic"), [(25, 31), (31, 31)]);
    let left = readings.query("d").all().await.expect("what is left");
    assert_eq!(
        left.iter()
            .map(|reading| reading.number)
            .collect::<Vec<_>>(),
        [100]
    );
}

#[tokio::test]
async fn a_batch_read_answers_every_position() {
    // FC-46, B04: duplicates are read once and answered at every position; missing ones are None.
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    readings
        .batch_write()
        .put_all((0..120).map(reading))
        .send()
        .await
        .expect("a sent batch");
    fixture.requests().clear();
    let keys = (0..150).chain([7, 7]).map(|number| ("d", number));
    let got = readings
        .batch_get(keys)
        .concurrency(1)
        .send()
        .await
        .expect("a read");
    assert_eq!(got.len(), 152);
    for (position, reading) in got.iter().enumerate().take(150) {
        let number = reading.as_ref().map(|reading| reading.number);
        assert_eq!(
            number,
            (position < 120).then(|| u32::try_from(position).expect("small"))
        );
    }
    assert_eq!(got[150].as_ref().map(|reading| reading.number), Some(7));
    assert_eq!(got[151], got[150]);
    let mut asked = HashSet::new();
    let sizes: Vec<usize> = fixture
        .requests()
        .take()
        .iter()
        .map(|request| {
            let keys = request.get("RequestItems")["readings"]["Keys"]
                .as_array()
                .cloned();
            let keys = keys.unwrap_or_default();
            asked.extend(keys.iter().map(ToString::to_string));
            keys.len()
        })
        .collect();
    assert_eq!(sizes, [100, 50]);
    assert_eq!(asked.len(), 150);
}

#[tokio::test]
async fn expired_items_are_gone_from_a_batch_read() {
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    readings
        .batch_write()
        .put(reading(1))
        .send()
        .await
        .expect("a sent batch");
    fixture.clock().advance(std::time::Duration::from_hours(24));
    assert_eq!(
        readings
            .batch_get([("d", 1_u32)])
            .send()
            .await
            .expect("a read"),
        [None]
    );
    let kept = readings
        .batch_get([("d", 1_u32)])
        .include_expired()
        .send()
        .await
        .expect("a read");
    assert!(kept[0].is_some());
}

#[tokio::test]
async fn unprocessed_keys_are_asked_for_again() {
    // B06: the member is UnprocessedKeys, not UnprocessedItems.
    let fixture = Fixture::embedded();
    let table = fixture.create::<Reading>().await;
    table
        .batch_write()
        .put_all((0..4).map(reading))
        .send()
        .await
        .expect("a sent batch");
    let (readings, script) = fixture.scripted_table::<Reading>([Answer::edit(|mut answer| {
        let items = answer["Responses"]["readings"]
            .as_array_mut()
            .expect("items");
        let taken: Vec<Value> = items.drain(..2).collect();
        let keys: Vec<Value> = taken
            .iter()
            .map(|item| json!({"device": item["device"], "number": item["number"]}))
            .collect();
        answer["UnprocessedKeys"] = json!({"readings": {"Keys": keys}});
        answer
    })]);
    let got = readings
        .batch_get((0..4).map(|number| ("d", number)))
        .send()
        .await
        .expect("a read");
    assert_eq!(script.left(), 0);
    assert!(got.iter().all(Option::is_some));
}

#[tokio::test]
async fn a_batch_read_of_some_attributes() {
    let fixture = Fixture::new();
    let readings = fixture.create::<Reading>().await;
    readings
        .batch_write()
        .put(reading(1))
        .send()
        .await
        .expect("a sent batch");
    let got = readings
        .batch_get([("d", 1_u32)])
        .project_attributes((Reading::CELSIUS, Reading::NUMBER))
        .send()
        .await
        .expect("a read");
    assert_eq!(got, [Some((20.5, 1))]);
}
