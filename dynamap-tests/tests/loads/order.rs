use std::sync::{Arc, Mutex};

use dynamap::operation::BatchRequest;
use futures_util::{StreamExt, stream};
use tokio::sync::mpsc;

use super::store::{Fate, Store};
use super::{Reading, reading};

fn at(number: u64, celsius: f64) -> Reading {
    Reading { number, celsius }
}

#[tokio::test(start_paused = true)]
async fn of_two_items_of_one_key_the_later_waits_for_the_earlier() {
    // FC-140, B08: no call holds a key twice, and the last one remains.
    let store = Store::new(|place, _| match place {
        0 => Fate::Unprocessed(30),
        _ => Fate::Stored,
    });
    let items = [at(1, 1.0), at(2, 1.0), at(1, 2.0), at(1, 3.0), at(2, 2.0)];
    let outcome = store
        .table()
        .batch_write()
        .load(stream::iter(items))
        .send()
        .await;
    assert!(outcome.is_complete());
    assert_eq!((outcome.taken, outcome.written), (5, 5));
    // The first call is left over as a whole, and nothing overtakes it.
    assert_eq!(store.calls(), [vec![1, 2], vec![1, 2], vec![1, 2], vec![1]]);
    assert_eq!(store.celsius(1).as_deref(), Some("3"));
    assert_eq!(store.celsius(2).as_deref(), Some("2"));
}

#[tokio::test]
async fn a_stream_of_one_key_alone_keeps_its_order() {
    let store = Store::new(|_, _| Fate::Stored);
    let items = (0..500).map(|celsius| at(7, f64::from(celsius)));
    let outcome = store
        .table()
        .batch_write()
        .load(stream::iter(items))
        .send()
        .await;
    assert!(outcome.is_complete());
    assert_eq!(store.calls(), vec![vec![7]; 500]);
    assert_eq!(store.celsius(7).as_deref(), Some("499"));
}

#[tokio::test]
async fn the_requests_of_the_batch_go_first() {
    let store = Store::new(|_, _| Fate::Stored);
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = Arc::clone(&told);
    let outcome = store
        .table()
        .batch_write()
        .concurrency(1)
        .delete(3)
        .put(reading(100))
        .on_progress(move |progress| {
            let mut told = telling.lock().expect("no panic");
            told.push((progress.written, progress.total));
        })
        .load(stream::iter((0..40).map(reading)))
        .send()
        .await;
    assert!(outcome.is_complete());
    assert_eq!(outcome.written, 42);
    let calls = store.calls();
    assert_eq!(calls[0][..3], [3, 100, 0]);
    // Deleted first, then put.
    assert_eq!(store.celsius(3).as_deref(), Some("20.5"));
    assert_eq!(told.lock().expect("no panic").last(), Some(&(42, 42)));
}

#[tokio::test]
async fn a_slow_stream_is_not_waited_for_with_items_at_hand() {
    let store = Store::new(|_, _| Fate::Stored);
    let (sender, receiver) = mpsc::unbounded_channel();
    let items = stream::unfold(receiver, |mut receiver| async {
        Some((receiver.recv().await?, receiver))
    });
    let load = store.table().batch_write().load(items.boxed()).send();
    let load = tokio::spawn(load);
    for number in 0..3 {
        sender.send(reading(number)).expect("a load that listens");
        while store.celsius(number).is_none() {
            tokio::task::yield_now().await;
        }
    }
    drop(sender);
    let outcome = load.await.expect("a load");
    assert!(outcome.is_complete());
    assert_eq!(store.calls(), [[0], [1], [2]]);
}

#[tokio::test]
async fn a_refused_item_does_not_hold_up_the_next_of_its_key() {
    let store = Store::new(|place, _| match place {
        0 => Fate::Refused("ValidationException"),
        _ => Fate::Stored,
    });
    let outcome = store
        .table()
        .batch_write()
        .load(stream::iter([at(1, 1.0), at(1, 2.0)]))
        .send()
        .await;
    assert_eq!((outcome.taken, outcome.written), (2, 1));
    let [(BatchRequest::Put(left), _)] = &outcome.left[..] else {
        panic!("one put: {outcome:?}")
    };
    assert_eq!(*left, at(1, 1.0));
    assert_eq!(store.celsius(1).as_deref(), Some("2"));
}
