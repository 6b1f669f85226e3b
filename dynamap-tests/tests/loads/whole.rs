use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use dynamap::ErrorKind;
use dynamap::operation::BatchRequest;
use futures_util::stream;

use super::store::{Fate, Store};
use super::{Reading, reading};

const ITEMS: u64 = 100_000;

/// The number of a put that came back.
pub(super) fn number(request: &BatchRequest<Reading>) -> u64 {
    match request {
        BatchRequest::Put(reading) => reading.number,
        BatchRequest::Delete(_) => panic!("a put was given"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_hundred_thousand_items_are_stored_once_or_come_back() {
    // FC-30, B04, B05: one call in seven is throttled, one in five leaves a part over, and now and
    // then one is refused for good.
    let settled = Arc::new(AtomicUsize::new(0));
    let settling = Arc::clone(&settled);
    let store = Store::new(move |place, numbers| {
        let (fate, done) = match place {
            place if place % 997 == 996 => (Fate::Refused("ValidationException"), numbers.len()),
            place if place % 7 == 3 => (Fate::Refused("ThrottlingException"), 0),
            place if place % 5 == 2 => {
                let left = (1 + place % 25).min(numbers.len());
                (Fate::Unprocessed(left), numbers.len() - left)
            }
            _ => (Fate::Stored, numbers.len()),
        };
        settling.fetch_add(done, Relaxed);
        fate
    });

    let most = Arc::new(AtomicUsize::new(0));
    let (seen, done) = (Arc::clone(&most), Arc::clone(&settled));
    let items = (0..ITEMS).map(move |number| {
        let taken = usize::try_from(number).expect("small") + 1;
        seen.fetch_max(taken - done.load(Relaxed), Relaxed);
        reading(number)
    });
    let outcome = store
        .table()
        .batch_write()
        .load(stream::iter(items))
        .send()
        .await;

    assert_eq!(outcome.taken, 100_000);
    assert!(!outcome.ended_early);
    assert!(!outcome.is_complete());
    let mut fates: BTreeMap<u64, usize> = BTreeMap::new();
    let stored = store.counts();
    assert_eq!(stored.len(), outcome.written);
    for (number, count) in stored {
        *fates.entry(number).or_default() += count;
    }
    assert!(!outcome.left.is_empty());
    for (request, error) in &outcome.left {
        assert_eq!(error.code(), Some("ValidationException"));
        assert!(error.key().is_some());
        *fates.entry(number(request)).or_default() += 1;
    }
    assert!(fates.keys().copied().eq(0..ITEMS), "one is lost");
    assert!(
        fates.values().all(|count| *count == 1),
        "one is there twice"
    );
    // Four calls under way, and one more ahead.
    let most = most.load(Relaxed);
    assert!((100..=125).contains(&most), "{most} items in memory");
}

#[tokio::test(start_paused = true)]
async fn a_table_that_stays_throttled_ends_the_load_and_the_rest_stays_in_the_stream() {
    let store = Store::new(|place, _| match place {
        0..40 => Fate::Stored,
        _ => Fate::Refused("ThrottlingException"),
    });
    let mut items = stream::iter((0..ITEMS).map(reading));
    let outcome = store.table().batch_write().load(&mut items).send().await;
    assert!(outcome.ended_early);
    assert_eq!(outcome.written, 1_000);
    assert_eq!(outcome.taken, outcome.written + outcome.left.len());
    assert!(outcome.left.len() <= 125, "{}", outcome.left.len());
    for (place, (request, error)) in outcome.left.iter().enumerate() {
        assert_eq!(error.kind(), ErrorKind::Throttled);
        assert_eq!(number(request), 1_000 + place as u64);
    }
    // Nothing between what came back and what is still in the stream.
    let next = futures_util::StreamExt::next(&mut items).await;
    let next = next.expect("the rest of the stream");
    assert_eq!(next.number, outcome.taken as u64);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_never_gets_to_a_request_gives_it_back_as_throttled() {
    let store = Store::new(|_, numbers| Fate::Unprocessed(numbers.len()));
    let outcome = store
        .table()
        .batch_write()
        .load(stream::iter((0..30).map(reading)))
        .send()
        .await;
    // The whole stream was in memory, though not written.
    assert_eq!((outcome.taken, outcome.written), (30, 0));
    assert!(!outcome.ended_early && !outcome.is_complete());
    assert_eq!(outcome.left.len(), 30);
    let (_, error) = &outcome.left[0];
    assert!(
        error.to_string().starts_with(
            "BatchWriteItem on `readings`: DynamoDB left it unprocessed again and again"
        ),
        "{error}"
    );
    // Eight tries, two calls each.
    assert_eq!(store.calls().len(), 16);
}

#[tokio::test]
async fn eight_refusals_in_a_row_end_the_load() {
    let store = Store::new(|_, _| Fate::Refused("ResourceNotFoundException"));
    let outcome = store
        .table()
        .batch_write()
        .concurrency(1)
        .load(stream::iter((0..ITEMS).map(reading)))
        .send()
        .await;
    assert_eq!(store.calls().len(), 8);
    assert!(outcome.ended_early);
    assert_eq!(outcome.written, 0);
    assert_eq!(outcome.taken, outcome.left.len());
    assert!((200..=250).contains(&outcome.taken), "{}", outcome.taken);
    assert!(
        outcome
            .left
            .iter()
            .all(|(_, error)| error.is_table_not_found())
    );
}
