//! Smallest, largest and last values.

use dynamap_tests::START;
use time::Duration;

use crate::support::{Hourly, Reading, Scene, figures, reading};

fn extremes(row: &Hourly) -> (Option<f64>, Option<f64>, Option<f64>) {
    (row.coldest, row.hottest, row.latest)
}

/// FC-124: whatever the order, the extreme stays; the first value counts, whatever its sign.
#[tokio::test]
async fn fc_124_an_extreme_does_not_move_back() {
    let scene = Scene::new().await;
    scene.apply(&[scene.inserted(reading("a", 1, -7.0))]).await;
    assert_eq!(
        extremes(&scene.hour(0).await.unwrap()),
        (Some(-7.0), Some(-7.0), Some(-7.0))
    );
    scene.apply(&[scene.inserted(reading("b", 3, 5.0))]).await;
    scene.apply(&[scene.inserted(reading("c", 2, 3.0))]).await;
    // The latest is by the reading's time, not by its arrival.
    assert_eq!(
        extremes(&scene.hour(0).await.unwrap()),
        (Some(-7.0), Some(5.0), Some(5.0))
    );
}

/// FC-122: of changes of one second, the last state is that of the later event.
#[tokio::test]
async fn fc_122_of_two_changes_in_one_second_the_later_event_wins() {
    let scene = Scene::new().await;
    let [first, second, third] = [1.0, 2.0, 1.5].map(|celsius| reading("a", 1, celsius));
    let changes = [
        scene.inserted(first.clone()),
        scene.modified(first, second.clone()),
        scene.modified(second, third),
    ];
    scene.apply(&changes).await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!(extremes(&row), (Some(1.5), Some(1.5), Some(1.5)));
    assert_eq!((row.count, row.stale), (1, None));
    // And one after the other.
    let scene = Scene::new().await;
    for change in changes {
        scene.apply(&[change]).await;
    }
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.latest, row.count), (Some(1.5), 1));
}

/// FC-124: a removed extreme leaves a row that says so.
#[tokio::test]
async fn fc_124_the_removal_of_an_extreme_marks_the_row() {
    let scene = Scene::new().await;
    let top = reading("top", 1, 50.0);
    scene
        .apply(&[
            scene.inserted(top.clone()),
            scene.inserted(reading("low", 2, 10.0)),
            scene.inserted(reading("mid", 3, 30.0)),
        ])
        .await;
    let outcome = scene.apply(&[scene.removed(top)]).await;
    assert_eq!(figures(&outcome), (2, 0, 0, 1));
    let row = scene.hour(0).await.unwrap();
    assert!(row.is_stale());
    assert_eq!((row.stale, row.count), (Some(1), 2));
    // Kept, as a bound, until it is computed anew; each change is counted on.
    assert_eq!(extremes(&row), (Some(10.0), Some(50.0), Some(30.0)));
    scene
        .apply(&[scene.inserted(reading("new", 4, 40.0))])
        .await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.stale, row.hottest), (Some(2), Some(50.0)));
}

#[tokio::test]
async fn a_removal_of_another_value_marks_nothing() {
    let scene = Scene::new().await;
    let middle = reading("mid", 2, 20.0);
    scene
        .apply(&[
            scene.inserted(reading("low", 1, 10.0)),
            scene.inserted(middle.clone()),
            scene.inserted(reading("top", 3, 30.0)),
        ])
        .await;
    let outcome = scene.apply(&[scene.removed(middle)]).await;
    assert_eq!(outcome.stale, 0);
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (extremes(&row), row.stale),
        ((Some(10.0), Some(30.0), Some(30.0)), None)
    );
}

#[tokio::test]
async fn an_extreme_that_is_lost_and_surpassed_at_once_is_not_stale() {
    let scene = Scene::new().await;
    let top = reading("top", 1, 30.0);
    scene
        .apply(&[
            scene.inserted(top.clone()),
            scene.inserted(reading("low", 0, 10.0)),
        ])
        .await;
    let higher = Reading {
        celsius: 31.0,
        ..top.clone()
    };
    let outcome = scene.apply(&[scene.modified(top, higher.clone())]).await;
    assert_eq!(outcome.stale, 0);
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (extremes(&row), row.stale),
        ((Some(10.0), Some(31.0), Some(31.0)), None)
    );
    // And lower again: lost.
    let lower = Reading {
        celsius: 29.0,
        ..higher.clone()
    };
    let outcome = scene.apply(&[scene.modified(higher, lower)]).await;
    assert_eq!(outcome.stale, 1);
    let row = scene.hour(0).await.unwrap();
    // The latest is known: it is of the same time.
    assert_eq!(
        (row.hottest, row.latest, row.stale),
        (Some(31.0), Some(29.0), Some(1))
    );
}

#[tokio::test]
async fn an_equal_value_of_the_same_batch_takes_the_place_of_a_removed_one() {
    let scene = Scene::new().await;
    let top = reading("top", 1, 30.0);
    scene
        .apply(&[
            scene.inserted(top.clone()),
            scene.inserted(reading("low", 0, 1.0)),
        ])
        .await;
    let outcome = scene
        .apply(&[scene.removed(top), scene.inserted(reading("twin", 1, 30.0))])
        .await;
    assert_eq!(outcome.stale, 0);
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (extremes(&row), row.stale),
        ((Some(1.0), Some(30.0), Some(30.0)), None)
    );
}

#[tokio::test]
async fn the_removal_of_the_last_one_marks_the_row() {
    let scene = Scene::new().await;
    let last = reading("b", 2, 20.0);
    scene
        .apply(&[
            scene.inserted(reading("a", 1, 10.0)),
            scene.inserted(last.clone()),
            scene.inserted(Reading {
                at: START + Duration::seconds(90),
                ..reading("c", 1, 30.0)
            }),
        ])
        .await;
    let outcome = scene.apply(&[scene.removed(last)]).await;
    assert_eq!(outcome.stale, 1);
}

#[tokio::test]
async fn a_late_repetition_does_not_bring_a_removed_extreme_back() {
    let scene = Scene::new().await;
    let top = reading("top", 1, 50.0);
    let first = [
        scene.inserted(top.clone()),
        scene.inserted(reading("low", 2, 10.0)),
    ];
    scene.apply(&first).await;
    scene.apply(&[scene.removed(top)]).await;
    let readings = scene.fixture.create::<Reading>().await;
    readings.put(reading("low", 2, 10.0)).send().await.unwrap();
    let row = scene.hour(0).await.unwrap();
    scene
        .rollups
        .recompute(&scene.hourly, &row, |_| {
            readings.scan().include_expired().stream()
        })
        .await
        .unwrap();
    // The first batch once more, by a consumer that was asleep.
    let outcome = scene.apply(&first).await;
    assert_eq!(figures(&outcome), (0, 4, 0, 0));
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (extremes(&row), row.stale),
        ((Some(10.0), Some(10.0), Some(10.0)), None)
    );
}

#[tokio::test]
async fn a_row_that_loses_its_only_items_knows_that_it_has_no_extremes() {
    let scene = Scene::new().await;
    let (a, b) = (reading("a", 1, 10.0), reading("b", 2, 20.0));
    scene
        .apply(&[scene.inserted(a.clone()), scene.inserted(b.clone())])
        .await;
    // Stale first, and then empty.
    scene.apply(&[scene.removed(b)]).await;
    assert!(scene.hour(0).await.unwrap().is_stale());
    let outcome = scene.apply(&[scene.removed(a)]).await;
    assert_eq!(outcome.stale, 0);
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.count, row.celsius_sum, row.stale), (0, 0.into(), None));
    assert_eq!(extremes(&row), (None, None, None));
    // And the next reading sets them.
    scene.apply(&[scene.inserted(reading("c", 0, 5.0))]).await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (extremes(&row), row.stale),
        ((Some(5.0), Some(5.0), Some(5.0)), None)
    );
}

#[tokio::test]
async fn a_changed_only_item_is_every_extreme() {
    let scene = Scene::new().await;
    let old = reading("a", 9, 20.0);
    scene.apply(&[scene.inserted(old.clone())]).await;
    let new = Reading {
        celsius: -1.0,
        at: old.at - Duration::minutes(5),
        ..old.clone()
    };
    // Beside it something comes and goes, beyond it in every way.
    let short = reading("short", 30, 99.0);
    let outcome = scene
        .apply(&[
            scene.modified(old, new),
            scene.inserted(short.clone()),
            scene.removed(short),
        ])
        .await;
    assert_eq!(outcome.stale, 0);
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (extremes(&row), row.stale),
        ((Some(-1.0), Some(-1.0), Some(-1.0)), None)
    );
    assert_eq!((row.count, row.celsius_sum), (1, (-1).into()));
}

#[tokio::test]
async fn what_comes_and_goes_beside_an_only_item_takes_nothing_from_it() {
    let scene = Scene::new().await;
    scene.apply(&[scene.inserted(reading("a", 9, 20.0))]).await;
    let short = reading("short", 30, 99.0);
    scene
        .apply(&[scene.inserted(short.clone()), scene.removed(short)])
        .await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (extremes(&row), row.stale),
        ((Some(20.0), Some(20.0), Some(20.0)), None)
    );
}

#[tokio::test]
async fn of_equal_values_one_may_go() {
    let scene = Scene::new().await;
    let (a, b) = (reading("a", 1, 10.0), reading("b", 2, 10.0));
    scene
        .apply(&[scene.inserted(a.clone()), scene.inserted(b)])
        .await;
    // The row cannot tell that the other one has the same value.
    let outcome = scene.apply(&[scene.removed(a)]).await;
    assert_eq!(outcome.stale, 1);
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (row.coldest, row.latest, row.count),
        (Some(10.0), Some(10.0), 1)
    );
}
