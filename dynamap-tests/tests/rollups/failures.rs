//! Rows that cannot be written, answers that are lost, and consumers that die.

use std::future::poll_fn;
use std::task::Poll;

use dynamap::streams::{Change, Event, RollupClaims, Rollups};
use dynamap::{DynamoItem, DynamoRollup, ErrorKind};
use dynamap_tests::{Answer, START};
use serde_json::json;
use time::OffsetDateTime;

use crate::support::{ClaimPage, Hourly, Reading, Scene, event, figures, reading};

fn insertions(numbers: std::ops::RangeInclusive<u32>) -> Vec<Change<Reading>> {
    numbers
        .map(|number| Change::Inserted {
            new: reading(&format!("r{number}"), 1, f64::from(number)),
            event: event(number),
        })
        .collect()
}

/// The same tables through a client that meets these answers; hourly alone.
fn scripted(scene: &Scene, answers: Vec<Answer>) -> Rollups<Reading> {
    let (client, _) = scene.fixture.scripted(answers);
    let clock = scene.fixture.clock();
    let claims = RollupClaims::new(&client).with_clock(clock.clone());
    let hourly = Hourly::table(&client).with_clock(clock.clone());
    Rollups::new(&claims).rollup(&hourly)
}

#[tokio::test]
async fn a_transaction_whose_answer_is_lost_counts_once() {
    let scene = Scene::new().await;
    let batch = insertions(1..=3);
    // The SDK sends the same transaction once more, with its token.
    let rollups = scripted(&scene, vec![Answer::Pass, Answer::Lose]);
    let outcome = rollups.apply(&batch).await.into_result().unwrap();
    assert_eq!(figures(&outcome), (3, 0, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 3);
}

#[tokio::test]
async fn a_row_that_failed_after_it_was_written_is_told_by_its_claims() {
    let scene = Scene::new().await;
    let batch = insertions(1..=3);
    let lost = || Answer::FailAfter(500);
    let rollups = scripted(&scene, vec![Answer::Pass, lost(), lost(), lost()]);
    let outcome = rollups.apply(&batch).await;
    assert_eq!((outcome.counts.applied, outcome.failed.len()), (0, 1));
    let failed: Vec<&str> = outcome.failed_events().into_iter().map(Event::id).collect();
    let ids: Vec<String> = (1..=3)
        .map(|number| event(number).id().to_owned())
        .collect();
    assert_eq!(failed, ids);
    // Handed in again.
    let outcome = rollups.apply(&batch).await.into_result().unwrap();
    assert_eq!(figures(&outcome), (0, 3, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 3);
}

/// FC-72: one row fails, the other does not, and neither counts twice when the batch comes again.
#[tokio::test]
async fn fc_72_a_row_that_fails_does_not_skew_the_others() {
    let scene = Scene::new().await;
    let mut batch = insertions(1..=3);
    batch.push(Change::Inserted {
        new: reading("next", 61, 8.0),
        event: event(4),
    });
    let refused = Answer::refuse("ValidationException", "no");
    let rollups = scripted(&scene, vec![Answer::Pass, refused]).concurrency(1);
    let outcome = rollups.apply(&batch).await;
    assert_eq!((outcome.counts.applied, outcome.failed.len()), (1, 1));
    let failure = &outcome.failed[0];
    assert_eq!(
        (failure.table.as_str(), failure.events.len()),
        ("hourly", 3)
    );
    assert_eq!(failure.error.kind(), ErrorKind::Service);
    // No value of the key is printed.
    let printed = format!("{outcome:?} {}", failure.error);
    assert!(!printed.contains("2026-11-30T12"), "{printed}");
    assert_eq!(
        failure.key.as_ref().map(std::collections::HashMap::len),
        Some(2)
    );

    let outcome = rollups.apply(&batch).await.into_result().unwrap();
    assert_eq!(figures(&outcome), (3, 1, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 3);
    assert_eq!(scene.hour(61).await.unwrap().count, 1);
}

#[tokio::test]
async fn a_cancelled_claim_drops_exactly_the_claimed_events() {
    let scene = Scene::new().await;
    let batch = insertions(1..=5);
    let other = scene.rollups.clone();
    let overlap = insertions(2..=3);
    // Between this consumer's read and its write another one claims two of its events.
    let rollups = scripted(
        &scene,
        vec![
            Answer::Pass,
            Answer::after(Answer::Pass, move || async move {
                let _ = other.apply(&overlap).await.into_result().expect("written");
            }),
        ],
    );
    scene.fixture.requests().clear();
    let outcome = rollups.apply(&batch).await.into_result().unwrap();
    assert_eq!(figures(&outcome), (3, 2, 0, 0));
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (row.count, row.celsius_sum, row.hottest),
        (5, 15.into(), Some(5.0))
    );
}

#[tokio::test]
async fn an_extreme_that_another_consumer_moved_is_not_moved_back() {
    let scene = Scene::new().await;
    let other = scene.rollups.clone();
    let higher = [Change::Inserted {
        new: reading("high", 1, 99.0),
        event: event(77),
    }];
    let rollups = scripted(
        &scene,
        vec![
            Answer::Pass,
            Answer::after(Answer::Pass, move || async move {
                let _ = other.apply(&higher).await.into_result().expect("written");
            }),
        ],
    );
    let outcome = rollups
        .apply(&insertions(1..=2))
        .await
        .into_result()
        .unwrap();
    assert_eq!(figures(&outcome), (2, 0, 0, 0));
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (row.count, row.coldest, row.hottest),
        (3, Some(1.0), Some(99.0))
    );
}

#[tokio::test]
async fn conflicts_and_throttling_are_tried_again() {
    let scene = Scene::new().await;
    let cancelled = |code: &str| Answer::Refuse {
        code: "TransactionCanceledException",
        message: format!(
            "Transaction cancelled, please refer cancellation reasons for specific reasons [{code}, None]"
        ),
        more: json!({"CancellationReasons": [{"Code": code, "Message": "later"}, {"Code": "None"}]}),
    };
    let answers = vec![
        Answer::Pass,
        cancelled("TransactionConflict"),
        cancelled("ThrottlingError"),
    ];
    let rollups = scripted(&scene, answers);
    let outcome = rollups
        .apply(&insertions(1..=2))
        .await
        .into_result()
        .unwrap();
    assert_eq!(figures(&outcome), (2, 0, 0, 0));
    assert_eq!(scene.hour(0).await.unwrap().count, 2);
}

#[tokio::test]
async fn a_failed_read_fails_every_row() {
    let scene = Scene::new().await;
    let rollups = scripted(
        &scene,
        vec![Answer::refuse("ResourceNotFoundException", "no table")],
    );
    let mut batch = insertions(1..=2);
    batch.push(Change::Inserted {
        new: reading("next", 61, 8.0),
        event: event(4),
    });
    let outcome = rollups.apply(&batch).await;
    assert_eq!((outcome.counts.applied, outcome.failed.len()), (0, 2));
    assert_eq!(outcome.failed_events().len(), 3);
    let error = outcome.into_result().unwrap_err();
    assert!(error.is_table_not_found(), "{error}");
}

/// What does not get through its first await, gets through none or all of its write.
#[tokio::test]
async fn a_consumer_that_dies_anywhere_leaves_rows_and_claims_that_agree() {
    let scene = Scene::new().await;
    let batch = insertions(1..=4);
    for polls in 0..40 {
        let mut apply = Box::pin(scene.rollups.apply(&batch));
        for _ in 0..polls {
            let polled = poll_fn(|context| Poll::Ready(apply.as_mut().poll(context).is_ready()));
            if polled.await {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(apply);
        let counted = scene.hour(0).await.map_or(0, |row| row.count);
        let mut claimed = 0;
        for page in scene
            .fixture
            .table::<ClaimPage>()
            .scan()
            .all()
            .await
            .unwrap()
        {
            claimed += page.events.len();
        }
        let days = scene.day().await.map_or(0, |row| row.readings);
        assert_eq!(
            claimed,
            usize::try_from(counted).unwrap() + usize::try_from(days).unwrap()
        );
    }
    scene.apply(&batch).await;
    let row = scene.hour(0).await.unwrap();
    assert_eq!(
        (row.count, row.celsius_sum, row.hottest),
        (4, 10.into(), Some(4.0))
    );
    assert_eq!(scene.day().await.unwrap().readings, 4);
}

#[derive(Debug, DynamoItem, DynamoRollup)]
#[dynamo(table = "hourly")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Clashing {
    #[partition_key]
    device_id: String,
    #[sort_key(iso, precision = seconds)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(count)]
    count: u64,
}

#[tokio::test]
async fn two_rollups_of_one_row_are_refused() {
    let scene = Scene::new().await;
    let clashing = scene.fixture.table::<Clashing>();
    let rollups = scene.rollups.clone().rollup(&clashing);
    let outcome = rollups.apply(&insertions(1..=1)).await;
    assert_eq!((outcome.counts.applied, outcome.failed.len()), (2, 1));
    let error = outcome.into_result().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(
        error.to_string(),
        "two rollups write one row: give each a table or a prefix in its key"
    );
}

#[derive(Debug, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "minutes")]
#[rollup(of = Reading, every = minute, at = "at")]
struct Minutes {
    #[partition_key]
    device_id: String,
    #[sort_key(iso, precision = seconds)]
    #[rollup(window)]
    minute: OffsetDateTime,
    #[rollup(sum = "celsius")]
    whole: i64,
}

#[tokio::test]
async fn a_change_that_a_sum_cannot_hold_fails_alone() {
    let scene = Scene::new().await;
    let minutes = scene.fixture.create::<Minutes>().await;
    let rollups = Rollups::new(&scene.claims()).rollup(&minutes);
    let batch = [
        scene.inserted(reading("a", 0, 2.0)),
        scene.inserted(reading("b", 0, 2.5)),
        scene.inserted(reading("c", 0, 3.0)),
    ];
    let outcome = rollups.apply(&batch).await;
    assert_eq!((outcome.counts.applied, outcome.failed.len()), (2, 1));
    assert_eq!(outcome.failed_events(), [batch[1].event()]);
    let error = outcome.into_result().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`celsius`: the type of the sum cannot hold this number: give it the type `Number`"
    );
    let row = minutes.get(("d", START)).send().await.unwrap().unwrap();
    assert_eq!(row.whole, 5);
}
