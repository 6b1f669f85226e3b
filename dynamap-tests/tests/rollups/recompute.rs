//! Extremes anew, from the items themselves.

use dynamap::streams::Recomputed;
use dynamap_tests::START;
use futures_util::{StreamExt, TryStreamExt, stream};
use time::Duration;

use crate::support::{Reading, ReadingTable, Scene, reading};

/// A stale row: its hottest reading is gone, from the table too.
async fn stale() -> (Scene, ReadingTable) {
    let scene = Scene::new().await;
    let readings = scene.fixture.create::<Reading>().await;
    let all = [
        ("a", 1, 10.0),
        ("b", 2, 50.0),
        ("c", 3, 30.0),
        ("d", 63, 99.0),
    ];
    for (id, minutes, celsius) in all {
        let reading = reading(id, minutes, celsius);
        readings.put(reading.clone()).send().await.unwrap();
        scene.apply(&[scene.inserted(reading)]).await;
    }
    let gone = readings
        .delete("b")
        .send()
        .await
        .unwrap()
        .expect("a reading");
    scene.apply(&[scene.removed(gone)]).await;
    (scene, readings)
}

#[tokio::test]
async fn the_extremes_are_those_of_the_items_of_the_window() {
    let (scene, readings) = stale().await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.hottest, row.stale), (Some(50.0), Some(1)));
    let hour = START..START + Duration::hours(1);
    let outcome = scene
        .rollups
        .recompute(&scene.hourly, &row, |window| {
            assert_eq!(
                window.start,
                dynamap::time::PointInTime::to_moment(&hour.start)
            );
            assert_eq!(window.end, dynamap::time::PointInTime::to_moment(&hour.end));
            // Also those of other windows, which are left out.
            readings.scan().include_expired().stream()
        })
        .await
        .unwrap();
    let now = scene.hour(0).await.unwrap();
    assert_eq!(outcome, Recomputed::Exact(now.clone()));
    assert_eq!(
        (now.coldest, now.hottest, now.latest),
        (Some(10.0), Some(30.0), Some(30.0))
    );
    assert_eq!((now.count, now.stale), (2, None));
}

#[tokio::test]
async fn items_that_the_row_does_not_count_leave_it_stale() {
    let (scene, readings) = stale().await;
    // On its way: it is in the table, and its event has not come.
    readings.put(reading("e", 4, 70.0)).send().await.unwrap();
    let row = scene.hour(0).await.unwrap();
    let outcome = scene
        .rollups
        .recompute(&scene.hourly, &row, |_| {
            readings.scan().include_expired().stream()
        })
        .await
        .unwrap();
    let now = scene.hour(0).await.unwrap();
    assert_eq!(outcome, Recomputed::Differs(now.clone()));
    assert_eq!((now.hottest, now.stale), (Some(50.0), Some(2)));
}

#[tokio::test]
async fn a_change_while_the_items_are_read_starts_it_over() {
    let (scene, readings) = stale().await;
    let row = scene.hour(0).await.unwrap();
    let rounds = std::cell::Cell::new(0);
    let (scene_ref, rounds_ref, table) = (&scene, &rounds, &readings);
    let outcome = scene
        .rollups
        .recompute(&scene.hourly, &row, |_| {
            rounds.set(rounds.get() + 1);
            let before: Vec<_> = Vec::new();
            let read = async move {
                let items = table.scan().include_expired().stream().try_collect().await;
                // Counted after the items were read, and smaller than the largest of them.
                if rounds_ref.get() == 1 {
                    let late = reading("e", 4, 20.0);
                    table.put(late.clone()).send().await.unwrap();
                    scene_ref.apply(&[scene_ref.inserted(late)]).await;
                }
                items.map(|mut items: Vec<Reading>| {
                    items.extend(before);
                    items
                })
            };
            stream::once(read)
                .map_ok(|items| stream::iter(items.into_iter().map(Ok)))
                .try_flatten()
                .boxed_local()
        })
        .await
        .unwrap();
    assert_eq!(rounds.get(), 2);
    let Recomputed::Exact(row) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(
        (row.count, row.hottest, row.latest, row.stale),
        (3, Some(30.0), Some(20.0), None)
    );
}

#[tokio::test]
async fn a_row_that_is_not_there_is_an_error() {
    let (scene, _) = stale().await;
    let row = scene.hour(0).await.unwrap();
    scene.hourly.delete(&row).send().await.unwrap();
    let error = scene
        .rollups
        .recompute(&scene.hourly, &row, |_| stream::empty())
        .await
        .unwrap_err();
    assert!(error.is_not_found(), "{error}");
    assert_eq!(scene.hour(0).await, None);
}
