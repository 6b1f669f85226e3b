//! That every change counts once: redelivery, overlap, two consumers, full pages.

use dynamap::streams::{Change, Rollups};
use dynamap::time::ManualClock;
use dynamap_tests::{Fixture, START};
use time::Duration;

use crate::support::{ClaimPage, Reading, Scene, event, figures, reading};

fn insertion(number: u32) -> Change<Reading> {
    Change::Inserted {
        new: reading(
            &format!("r{number}"),
            i64::from(number % 60),
            f64::from(number),
        ),
        event: event(number),
    }
}

/// FC-72: both events delivered twice, the total is 2.
#[tokio::test]
async fn fc_72_a_batch_that_is_delivered_twice_counts_once() {
    let scene = Scene::new().await;
    let batch = [insertion(1), insertion(2)];
    assert_eq!(figures(&scene.apply(&batch).await), (4, 0, 0, 0));
    let row = scene.hour(0).await.unwrap();
    assert_eq!(figures(&scene.apply(&batch).await), (0, 4, 0, 0));
    assert_eq!(scene.hour(0).await, Some(row.clone()));
    assert_eq!((row.count, row.celsius_sum), (2, 3.into()));
}

#[tokio::test]
async fn overlapping_batches_count_what_is_new() {
    let scene = Scene::new().await;
    let all: Vec<_> = (1..=6).map(insertion).collect();
    scene.apply(&all[0..4]).await;
    let outcome = scene.apply(&all[2..6]).await;
    assert_eq!(figures(&outcome), (4, 4, 0, 0));
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.count, row.celsius_sum), (6, 21.into()));
}

#[tokio::test]
async fn an_event_that_stands_twice_in_a_batch_counts_once() {
    let scene = Scene::new().await;
    let outcome = scene
        .apply(&[insertion(1), insertion(1), insertion(2)])
        .await;
    assert_eq!(figures(&outcome), (4, 2, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 2);
}

#[tokio::test]
async fn a_repetition_costs_a_read_and_no_write() {
    let scene = Scene::new().await;
    let batch = [insertion(1), insertion(2)];
    scene.apply(&batch).await;
    scene.fixture.requests().clear();
    scene.apply(&batch).await;
    assert_eq!(scene.fixture.requests().operations(), ["BatchGetItem"]);
}

#[tokio::test]
async fn a_consumer_that_was_faster_is_noticed_and_exactly_its_events_are_dropped() {
    // The second consumer reads before the first writes.
    let scene = Scene::new().await;
    let all: Vec<_> = (1..=9).map(insertion).collect();
    let (first, second) = (scene.rollups.clone(), scene.rollups.clone());
    let (a, b) = tokio::join!(first.apply(&all[0..6]), second.apply(&all[3..9]));
    assert!(a.failed.is_empty() && b.failed.is_empty(), "{a:?} {b:?}");
    assert_eq!(a.counts.applied + b.counts.applied, 18);
    assert_eq!(a.counts.duplicates + b.counts.duplicates, 6);
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (row.count, row.celsius_sum, row.hottest),
        (9, 45.into(), Some(9.0))
    );
    let day = scene.day().await.unwrap();
    assert_eq!((day.readings, day.total), (9, 45.into()));
}

#[tokio::test]
async fn a_full_page_sends_the_rest_to_the_next_and_none_counts_twice() {
    // 1,200 events of one row in one second: 500 on the page of the minute, 500 on that of the second,
    // 200 on pages of their own, in three transactions of at most 100 items.
    let scene = Scene::new().await;
    let all: Vec<_> = (1..=1_200).map(insertion).collect();
    let rollups = Rollups::new(&scene.claims()).rollup(&scene.hourly);
    let outcome = rollups.apply(&all).await;
    assert_eq!(figures(&outcome), (1_200, 0, 0, 0));
    let sent = scene.fixture.requests().take();
    let written: Vec<usize> = sent
        .iter()
        .filter(|request| request.operation == "TransactWriteItems")
        .map(|request| {
            request
                .get("TransactItems")
                .as_array()
                .expect("items")
                .len()
        })
        .collect();
    assert_eq!(written, [100, 100, 5]);
    let row = scene.hour(0).await.unwrap();
    assert_eq!((row.count, row.celsius_sum), (1_200, 720_600.into()));

    let pages = scene
        .fixture
        .table::<ClaimPage>()
        .scan()
        .all()
        .await
        .unwrap();
    let mut sizes: Vec<usize> = pages.iter().map(|page| page.events.len()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes.len(), 202);
    assert_eq!(sizes[199..], [1, 500, 500]);

    // Again, in other batches and another order; and some of the next second, which find the page of the
    // minute full.
    for batch in all.rchunks(77) {
        let outcome = rollups.apply(batch).await;
        assert_eq!(figures(&outcome), (0, batch.len(), 0, 0));
    }
    let later: Vec<_> = (1_201..=1_210)
        .map(|number| Change::Inserted {
            new: reading(&format!("r{number}"), 5, 1.0),
            event: event(number).with_created_at(START + Duration::seconds(1)),
        })
        .collect();
    let outcome = rollups.apply(&later).await;
    assert_eq!(figures(&outcome), (10, 0, 0, 0));
    let outcome = rollups.apply(&later).await;
    assert_eq!(figures(&outcome), (0, 10, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 1_210);
}

#[tokio::test]
async fn events_without_a_time_are_claimed_each_by_itself() {
    let scene = Scene::new().await;
    let timeless: Vec<_> = (1..=120)
        .map(|number| {
            let at = event(number);
            Change::Inserted {
                new: reading(&format!("r{number}"), 1, 1.0),
                event: dynamap::streams::Event::new(at.id(), at.sequence_number().clone()),
            }
        })
        .collect();
    let rollups = Rollups::new(&scene.claims()).rollup(&scene.hourly);
    assert_eq!(figures(&rollups.apply(&timeless).await), (120, 0, 0, 0));
    assert_eq!(figures(&rollups.apply(&timeless).await), (0, 120, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 120);
}

#[tokio::test]
async fn claims_expire_two_days_after_the_last_one_or_as_long_as_is_said() {
    let scene = Scene::new().await;
    let claims = scene.fixture.table::<ClaimPage>();
    scene.apply(&[insertion(1)]).await;
    let expiry = |page: &ClaimPage| page.expires_at.0 - START.unix_timestamp();
    for page in claims.scan().all().await.unwrap() {
        assert_eq!(expiry(&page), 48 * 3_600);
    }
    scene
        .fixture
        .clock()
        .advance(std::time::Duration::from_secs(10));
    let longer = scene
        .rollups
        .clone()
        .keep_claims_for(std::time::Duration::from_hours(90 * 24));
    longer.apply(&[insertion(2)]).await.into_result().unwrap();
    for page in claims.scan().all().await.unwrap() {
        assert_eq!(expiry(&page), 90 * 86_400 + 10);
    }
}

#[tokio::test]
async fn the_clock_of_the_claims_decides_when_they_expire() {
    let scene = Scene::new().await;
    let ahead = ManualClock::new(START + Duration::hours(1));
    let claims = scene.claims().with_clock(ahead);
    let rollups = Rollups::new(&claims).rollup(&scene.hourly);
    rollups.apply(&[insertion(1)]).await.into_result().unwrap();
    let pages = scene.fixture.table::<ClaimPage>();
    let pages = pages.scan().all().await.unwrap();
    let expiries: Vec<i64> = pages.iter().map(|page| page.expires_at.0).collect();
    assert_eq!(expiries, [START.unix_timestamp() + 49 * 3_600]);
}

#[tokio::test]
async fn claims_hold_for_a_table_by_its_name_and_by_its_arn() {
    // The engine in this process knows no ARN; the names of the pages show it.
    let fixture = Fixture::embedded();
    let scene = Scene::on(fixture).await;
    let rollups = Rollups::new(&scene.claims());
    let by_name = rollups.clone().rollup(&scene.hourly);
    by_name.apply(&[insertion(1)]).await.into_result().unwrap();
    let names = keys(&scene.fixture.requests().take());
    let arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/hourly";
    let by_arn = rollups.rollup(&scene.hourly.table_name(arn));
    let _ = by_arn.apply(&[insertion(1)]).await;
    assert_eq!(keys(&scene.fixture.requests().take()), names);
    assert_eq!(names.len(), 1);
}

/// The pages that the reads ask for.
fn keys(requests: &[dynamap_tests::Request]) -> Vec<String> {
    requests
        .iter()
        .filter(|request| request.operation == "BatchGetItem")
        .flat_map(|request| {
            let keys = request.get("RequestItems")["rollup_claims"]["Keys"].as_array();
            keys.expect("keys").clone()
        })
        .map(|key| key["page"]["S"].as_str().expect("a page").to_owned())
        .collect()
}
