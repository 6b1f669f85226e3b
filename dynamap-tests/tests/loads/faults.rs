use std::sync::{Arc, Mutex};

use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use futures_util::stream;
use time::OffsetDateTime;

use super::store::{Fate, Store};
use super::whole::number;
use super::{Reading, reading};

#[tokio::test]
async fn what_is_left_goes_to_the_callback_and_the_load_goes_on() {
    let store = Store::new(|_, _| Fate::Stored);
    let items = (0..1_000).map(|number| match number % 100 {
        50 => Reading {
            number,
            celsius: f64::NAN,
        },
        _ => reading(number),
    });
    let left = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&left);
    let outcome = store
        .table()
        .batch_write()
        .load(stream::iter(items))
        .on_left(move |request, error| {
            let mut left = noted.lock().expect("no panic");
            left.push((number(&request), error.kind()));
        })
        .send()
        .await;
    assert_eq!((outcome.taken, outcome.written), (1_000, 990));
    assert!(outcome.left.is_empty() && !outcome.ended_early);
    assert!(!outcome.is_complete());
    let expected: Vec<_> = (0..10)
        .map(|hundred| (hundred * 100 + 50, ErrorKind::Encode))
        .collect();
    assert_eq!(*left.lock().expect("no panic"), expected);
}

#[tokio::test]
async fn an_empty_stream_sends_nothing() {
    let store = Store::new(|_, _| Fate::Stored);
    let outcome = store
        .table()
        .batch_write()
        .load(stream::empty())
        .send()
        .await;
    assert!(outcome.is_complete());
    assert_eq!(outcome.taken, 0);
    assert!(store.calls().is_empty());
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "documents")]
struct Document {
    #[partition_key]
    id: u32,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u64,
    #[ttl(seconds, after = "1d")]
    expires_at: Option<OffsetDateTime>,
}

#[tokio::test]
async fn a_load_fills_stamps_ttl_and_version_at_one_instant() {
    // A16, FC-25, FC-26: versions count, unchecked and by name; a stamp that is there stays.
    let fixture = Fixture::new();
    let documents = fixture.create::<Document>().await;
    let clock = fixture.clock().clone();
    let items = (0..60).map(move |id| {
        // Time goes by while the stream is read.
        clock.advance(std::time::Duration::from_secs(1));
        Document {
            id,
            created_at: if id == 5 {
                START - time::Duration::DAY
            } else {
                unset()
            },
            updated_at: unset(),
            version: u64::from(id),
            expires_at: None,
        }
    });
    let outcome = documents
        .batch_write()
        .load_ignoring_version(stream::iter(items))
        .send()
        .await;
    assert!(outcome.is_complete());
    let mut stored = documents.scan().all().await.expect("a scan");
    stored.sort_by_key(|document| document.id);
    assert_eq!(stored.len(), 60);
    for (document, id) in stored.into_iter().zip(0..) {
        let expected = Document {
            id,
            created_at: if id == 5 {
                START - time::Duration::DAY
            } else {
                START
            },
            updated_at: START,
            version: u64::from(id) + 1,
            expires_at: Some(START + time::Duration::DAY),
        };
        assert_eq!(document, expected);
    }
}
