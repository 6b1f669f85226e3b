//! What insertions, modifications, removals and expiries do to counts and sums.

use dynamap::Number;
use dynamap_tests::START;
use time::Duration;

use crate::support::{Hourly, Reading, Scene, figures, reading};

fn number(text: &str) -> Number {
    text.parse().expect("a number")
}

#[tokio::test]
async fn a_batch_is_one_write_of_each_row_it_touches() {
    let scene = Scene::new().await;
    let changes = [
        scene.inserted(reading("a", 1, 20.1)),
        scene.inserted(Reading {
            humidity: Some(40),
            ..reading("b", 2, 20.2)
        }),
        scene.inserted(reading("c", 61, -3.5)),
    ];
    let outcome = scene.apply(&changes).await;
    assert_eq!(figures(&outcome), (6, 0, 0, 0));
    // Three rows, each with one page of claims.
    let operations = scene.fixture.requests().operations();
    assert_eq!(
        operations,
        [
            "BatchGetItem",
            "TransactWriteItems",
            "TransactWriteItems",
            "TransactWriteItems"
        ]
    );
    assert_eq!(
        scene.hour(0).await,
        Some(Hourly {
            device_id: "d".into(),
            hour: START,
            count: 2,
            celsius_sum: number("40.3"),
            humidities: 1,
            humidity_sum: 40,
            coldest: Some(20.1),
            hottest: Some(20.2),
            latest: Some(20.2),
            stale: None,
        })
    );
    let next = scene.hour(61).await.expect("a row");
    assert_eq!((next.count, next.celsius_sum), (1, number("-3.5")));
    let day = scene.day().await.expect("a row");
    assert_eq!((day.readings, day.total), (3, number("36.8")));
    assert_eq!(scene.sizes().await, (2, 1, 3));
}

#[tokio::test]
async fn the_rows_of_a_rollup_have_stamps_and_versions_like_any_item() {
    let scene = Scene::new().await;
    scene.apply(&[scene.inserted(reading("a", 1, 1.0))]).await;
    scene
        .fixture
        .clock()
        .advance(std::time::Duration::from_mins(1));
    scene.apply(&[scene.inserted(reading("b", 2, 2.0))]).await;
    let day = scene.day().await.expect("a row");
    assert_eq!((day.version, day.readings), (2, 2));
    assert_eq!(day.created_at, START);
    assert_eq!(day.updated_at, START + Duration::minutes(1));
}

#[tokio::test]
async fn sums_are_exact_in_decimal() {
    // 0.1 ten times is 1, which it is not in binary.
    let scene = Scene::new().await;
    let changes: Vec<_> = (0..10)
        .map(|minute| scene.inserted(reading(&format!("r{minute}"), minute, 0.1)))
        .collect();
    for change in changes {
        scene.apply(&[change]).await;
    }
    let row = scene.hour(0).await.expect("a row");
    assert_eq!((row.count, row.celsius_sum), (10, number("1")));
    assert_eq!(row.average_celsius(), Some(0.1));
}

/// FC-125: the average is made of the sum and the count when it is read.
#[tokio::test]
async fn fc_125_the_average_is_never_stored() {
    let scene = Scene::new().await;
    let changes = [
        scene.inserted(reading("a", 0, 1.0)),
        scene.inserted(reading("b", 1, 2.0)),
        scene.inserted(Reading {
            humidity: Some(50),
            ..reading("c", 2, 4.0)
        }),
    ];
    scene.apply(&changes).await;
    let row = scene.hour(0).await.expect("a row");
    assert_eq!((row.celsius_sum, row.count), (number("7"), 3));
    assert_eq!(row.average_celsius(), Some(7.0 / 3.0));
    // Of the readings that have a humidity.
    assert_eq!(row.average_humidity(), Some(50.0));
    let stored = scene.fixture.raw_client();
    let items = stored
        .scan()
        .table_name("hourly")
        .send()
        .await
        .expect("a scan");
    let mut names: Vec<&str> = items.items()[0].keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "celsius_sum",
            "coldest",
            "count",
            "device_id",
            "hottest",
            "hour",
            "humidities",
            "humidity_sum",
            "latest",
            "latest:by",
        ]
    );
}

#[tokio::test]
async fn an_average_of_nothing_is_none() {
    let scene = Scene::new().await;
    let one = reading("a", 0, 3.0);
    scene
        .apply(&[
            scene.inserted(one.clone()),
            scene.inserted(reading("b", 0, 3.0)),
        ])
        .await;
    assert_eq!(scene.hour(0).await.expect("a row").average_humidity(), None);
}

#[tokio::test]
async fn a_modification_adds_the_difference() {
    let scene = Scene::new().await;
    let old = reading("a", 1, 20.0);
    let new = Reading {
        celsius: 21.5,
        humidity: Some(7),
        ..old.clone()
    };
    scene.apply(&[scene.inserted(old.clone())]).await;
    let outcome = scene.apply(&[scene.modified(old, new)]).await;
    assert_eq!(figures(&outcome), (2, 0, 0, 0));
    let row = scene.hour(0).await.expect("a row");
    assert_eq!((row.count, row.celsius_sum), (1, number("21.5")));
    assert_eq!((row.humidities, row.humidity_sum), (1, 7));
}

#[tokio::test]
async fn a_modification_of_other_attributes_writes_nothing() {
    let scene = Scene::new().await;
    let old = reading("a", 1, 20.0);
    let new = Reading {
        note: Some("seen".into()),
        ..old.clone()
    };
    scene.apply(&[scene.inserted(old.clone())]).await;
    scene.fixture.requests().take();
    let outcome = scene.apply(&[scene.modified(old, new)]).await;
    assert_eq!(figures(&outcome), (0, 0, 2, 0));
    assert_eq!(scene.fixture.requests().operations(), [""; 0]);
}

#[tokio::test]
async fn a_modification_across_windows_is_two_updates() {
    let scene = Scene::new().await;
    let old = reading("a", 1, 20.0);
    let moved = Reading {
        at: old.at + Duration::hours(1),
        ..old.clone()
    };
    scene
        .apply(&[
            scene.inserted(old.clone()),
            scene.inserted(reading("b", 2, 5.0)),
        ])
        .await;
    // Two hours, and nothing of the day.
    let outcome = scene.apply(&[scene.modified(old, moved)]).await;
    assert_eq!((outcome.applied, outcome.unchanged), (2, 1));
    let (from, to) = (scene.hour(0).await.unwrap(), scene.hour(60).await.unwrap());
    assert_eq!((from.count, from.celsius_sum), (1, number("5")));
    assert_eq!((to.count, to.celsius_sum), (1, number("20")));
    assert_eq!(scene.day().await.unwrap().readings, 2);
}

#[tokio::test]
async fn a_modification_of_the_group_is_two_updates() {
    let scene = Scene::new().await;
    let old = reading("a", 1, 20.0);
    let moved = Reading {
        device_id: "other".into(),
        ..old.clone()
    };
    scene
        .apply(&[
            scene.inserted(old.clone()),
            scene.inserted(reading("b", 2, 5.0)),
        ])
        .await;
    let outcome = scene.apply(&[scene.modified(old, moved)]).await;
    assert_eq!(outcome.applied, 4);
    let other = scene.hourly.get(("other", START)).send().await.unwrap();
    assert_eq!(other.map(|row| row.count), Some(1));
    assert_eq!(scene.hour(0).await.unwrap().count, 1);
}

#[tokio::test]
async fn a_removal_is_taken_out() {
    let scene = Scene::new().await;
    let gone = reading("a", 1, 20.5);
    scene
        .apply(&[
            scene.inserted(gone.clone()),
            scene.inserted(reading("b", 2, 5.25)),
        ])
        .await;
    scene.apply(&[scene.removed(gone)]).await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.count, row.celsius_sum), (1, number("5.25")));
}

#[tokio::test]
async fn a_removal_never_creates_a_row_and_counts_once_all_the_same() {
    let scene = Scene::new().await;
    let removal = [scene.removed(reading("before", 1, 9.0))];
    let outcome = scene.apply(&removal).await;
    assert_eq!(figures(&outcome), (2, 0, 0, 0));
    // Claimed, so that it is not taken out of a row that comes later.
    assert_eq!(scene.sizes().await, (0, 0, 2));
    scene.apply(&[scene.inserted(reading("a", 1, 1.0))]).await;
    let outcome = scene.apply(&removal).await;
    assert_eq!(figures(&outcome), (0, 2, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 1);
}

#[tokio::test]
async fn what_comes_and_goes_in_one_batch_leaves_no_row() {
    let scene = Scene::new().await;
    let short = reading("a", 1, 20.0);
    let outcome = scene
        .apply(&[scene.inserted(short.clone()), scene.removed(short)])
        .await;
    assert_eq!(outcome.applied, 4);
    assert_eq!(scene.sizes().await, (0, 0, 2));
}

#[tokio::test]
async fn an_expiry_does_not_undo_an_aggregate() {
    let scene = Scene::new().await;
    let reading = Reading {
        expires_at: Some(START - Duration::seconds(1)),
        ..reading("a", 1, 20.0)
    };
    scene.apply(&[scene.inserted(reading.clone())]).await;
    let outcome = scene.apply(&[scene.expired(reading)]).await;
    assert_eq!(figures(&outcome), (0, 0, 2, 0));
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.count, row.hottest, row.stale), (1, Some(20.0), None));
}

/// FC-73: in a replica the delete by TTL has no mark, and is told by the TTL of the removed image.
#[tokio::test]
async fn fc_73_the_unmarked_copy_of_a_ttl_delete_does_not_undo_it_either() {
    let scene = Scene::new().await;
    let with_ttl = |seconds: i64| Reading {
        expires_at: Some(START + Duration::seconds(seconds)),
        ..reading("a", 1, 20.0)
    };
    scene.apply(&[scene.inserted(with_ttl(0))]).await;
    // The TTL had passed when it was removed.
    let outcome = scene.apply(&[scene.removed(with_ttl(0))]).await;
    assert_eq!(figures(&outcome), (0, 0, 2, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 1);
    // It had not: somebody removed it.
    let outcome = scene.apply(&[scene.removed(with_ttl(1))]).await;
    assert_eq!(outcome.applied, 2);
    assert_eq!(scene.hour(0).await.unwrap().count, 0);
}

#[tokio::test]
async fn what_replaces_an_expired_item_is_a_new_one_and_what_rescues_it_is_not() {
    let scene = Scene::new().await;
    let old = Reading {
        expires_at: Some(START - Duration::hours(1)),
        ..reading("a", 1, 20.0)
    };
    let alive = Some(START + Duration::hours(1));
    scene.apply(&[scene.inserted(old.clone())]).await;
    let rescued = Reading {
        expires_at: alive,
        ..old.clone()
    };
    let outcome = scene.apply(&[scene.modified(old.clone(), rescued)]).await;
    assert_eq!(figures(&outcome), (0, 0, 2, 0));
    let anew = Reading {
        expires_at: alive,
        ..reading("a", 3, 30.0)
    };
    let outcome = scene.apply(&[scene.modified(old, anew)]).await;
    assert_eq!(outcome.applied, 2);
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.count, row.celsius_sum), (2, number("50")));
}

#[tokio::test]
async fn a_late_event_lands_in_its_own_hour() {
    let scene = Scene::new().await;
    scene
        .apply(&[scene.inserted(reading("now", 59, 1.0))])
        .await;
    scene
        .fixture
        .clock()
        .advance(std::time::Duration::from_hours(3));
    scene
        .apply(&[scene.inserted(reading("late", 58, 2.0))])
        .await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.count, row.latest), (2, Some(1.0)));
    assert_eq!(scene.sizes().await.0, 1);
}
