//! What rows can be declared as: TTLs, composed keys, types, other units of time.

use std::collections::BTreeMap;

use dynamap::streams::{Change, Rollups};
use dynamap::{DynamoItem, DynamoRollup, Number};
use dynamap_tests::{EngineFault, START};
use time::{Duration, OffsetDateTime};

use crate::support::{Reading, Scene, event, figures, reading};

/// A row that lives a day from its window's start.
#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "short")]
#[rollup(of = Reading, every = hour, at = "at")]
struct Short {
    #[partition_key]
    device_id: String,
    #[sort_key(seconds)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(count)]
    count: u64,
    #[ttl(seconds, after = "1d", from = "hour")]
    expires_at: OffsetDateTime,
}

#[tokio::test]
async fn the_ttl_of_a_row_counts_from_its_window() {
    let scene = Scene::new().await;
    let short = scene.fixture.create::<Short>().await;
    let rollups = Rollups::new(&scene.claims()).rollup(&short);
    let outcome = rollups.apply(&[scene.inserted(reading("a", 5, 1.0))]).await;
    assert_eq!(figures(&outcome), (1, 0, 0, 0));
    let row = short.get(("d", START)).send().await.unwrap().unwrap();
    assert_eq!((row.count, row.expires_at), (1, START + Duration::days(1)));
}

#[tokio::test]
async fn a_change_of_a_window_whose_row_has_expired_is_left_out() {
    let scene = Scene::new().await;
    let short = scene.fixture.create::<Short>().await;
    let rollups = Rollups::new(&scene.claims()).rollup(&short);
    scene
        .fixture
        .clock()
        .advance(std::time::Duration::from_hours(24));
    let late = [
        scene.inserted(reading("late", 5, 1.0)),
        scene.inserted(reading("on time", 61, 1.0)),
    ];
    let outcome = rollups.apply(&late).await;
    assert_eq!(figures(&outcome), (1, 0, 1, 0));
    let all = short.scan().include_expired().all().await.unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].hour, START + Duration::hours(1));
}

/// A row that lives an hour from its first write.
#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "brief")]
#[rollup(of = Reading, every = day, at = "at")]
struct Brief {
    #[partition_key]
    device_id: String,
    #[sort_key(millis)]
    #[rollup(window)]
    day: OffsetDateTime,
    #[rollup(count)]
    count: u64,
    #[rollup(max = "celsius")]
    hottest: Option<f64>,
    #[rollup(stale)]
    stale: Option<u64>,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

/// B20: a row that has expired is not brought back by a removal.
#[tokio::test]
async fn b20_a_removal_does_not_resurrect_an_expired_row() {
    let scene = Scene::new().await;
    let brief = scene.fixture.create::<Brief>().await;
    let rollups = Rollups::new(&scene.claims()).rollup(&brief);
    let first = reading("a", 5, 9.0);
    rollups
        .apply(&[
            scene.inserted(first.clone()),
            scene.inserted(reading("b", 6, 8.0)),
        ])
        .await
        .into_result()
        .unwrap();
    scene
        .fixture
        .clock()
        .advance(std::time::Duration::from_hours(1));
    // Expired, and not deleted yet.
    let stored = brief.scan().include_expired().all().await.unwrap();
    let removal = [scene.removed(first.clone())];
    let outcome = rollups.apply(&removal).await;
    assert_eq!(figures(&outcome), (1, 0, 0, 0));
    assert_eq!(brief.scan().include_expired().all().await.unwrap(), stored);
    // Deleted.
    brief.delete(&stored[0]).send().await.unwrap();
    let outcome = rollups.apply(&removal).await;
    assert_eq!(figures(&outcome), (0, 1, 0, 0));
    let outcome = rollups.apply(&[scene.removed(first)]).await;
    assert_eq!(figures(&outcome), (1, 0, 0, 0));
    assert_eq!(brief.scan().include_expired().count().await.unwrap(), 0);
}

#[tokio::test]
async fn an_addition_to_an_expired_row_starts_it_afresh() {
    let scene = Scene::new().await;
    let brief = scene.fixture.create::<Brief>().await;
    let rollups = Rollups::new(&scene.claims()).rollup(&brief);
    let day = START.replace_hour(0).unwrap();
    rollups
        .apply(&[
            scene.inserted(reading("a", 5, 9.0)),
            scene.inserted(reading("b", 6, 8.0)),
        ])
        .await
        .into_result()
        .unwrap();
    scene
        .fixture
        .clock()
        .advance(std::time::Duration::from_hours(1));
    let anew = [scene.inserted(reading("c", 7, 3.0))];
    rollups.apply(&anew).await.into_result().unwrap();
    let row = brief.get(("d", day)).send().await.unwrap().unwrap();
    assert_eq!((row.count, row.hottest, row.stale), (1, Some(3.0), None));
    assert_eq!(row.expires_at, Some(START + Duration::hours(2)));
    rollups.apply(&anew).await.into_result().unwrap();
    assert_eq!(brief.get(("d", day)).send().await.unwrap(), Some(row));
}

/// An order line, in cents; its month decides.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "lines")]
struct Line {
    #[partition_key]
    id: u64,
    shop: String,
    #[ts(seconds)]
    sold_at: Option<OffsetDateTime>,
    cents: i64,
    buyer: Option<String>,
}

/// By month, in a table with an index by turnover, keys composed.
#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(
    table = "turnover",
    partition_key(attribute = "pk", prefix = "shop", parts = ["shop"]),
    sort_key(attribute = "sk", prefix = "month", parts = ["month"]),
    index(name = "by_month", partition_key(attribute = "gsi1pk", parts = ["month"]), sort_key = "cents")
)]
#[rollup(of = Line, every = month, at = "sold_at")]
struct Turnover {
    shop: String,
    #[ts(iso, precision = seconds)]
    #[rollup(window)]
    month: OffsetDateTime,
    #[rollup(count)]
    lines: u32,
    #[rollup(sum = "cents")]
    cents: i64,
    #[rollup(max = "buyer")]
    last_in_the_alphabet: Option<String>,
    #[rollup(min = "sold_at")]
    #[ts(millis)]
    first_sale: Option<OffsetDateTime>,
    #[rollup(last = "buyer" by "sold_at")]
    last_buyer: Option<String>,
    #[rollup(stale)]
    stale: Option<u64>,
    #[dynamo(skip)]
    cached: u8,
}

#[tokio::test]
async fn rows_have_composed_keys_indexes_and_values_of_any_ordered_type() {
    let scene = Scene::new().await;
    let turnover = scene.fixture.create::<Turnover>().await;
    let rollups = Rollups::new(&scene.claims()).rollup(&turnover);
    let line = |id, hours: Option<i64>, cents, buyer: Option<&str>| Line {
        id,
        shop: "kiosk".into(),
        sold_at: hours.map(|hours| START + Duration::hours(hours)),
        cents,
        buyer: buyer.map(str::to_owned),
    };
    let lines = [
        line(1, Some(0), 250, Some("zoe")),
        line(2, Some(1), -50, None),
        line(3, Some(2), 1_000, Some("ada")),
        // December.
        line(4, Some(13), 5, Some("bob")),
        // Not sold: in no month.
        line(5, None, 77, None),
    ];
    let changes: Vec<_> = (1..)
        .zip(&lines)
        .map(|(number, line)| Change::Inserted {
            new: line.clone(),
            event: event(number),
        })
        .collect();
    let outcome = rollups.apply(&changes).await;
    assert_eq!(figures(&outcome), (4, 0, 1, 0));
    let november = START.replace_day(1).unwrap().replace_hour(0).unwrap();
    let row = turnover
        .get(("kiosk", november))
        .send()
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        row,
        Turnover {
            shop: "kiosk".into(),
            month: november,
            lines: 3,
            cents: 1_200,
            last_in_the_alphabet: Some("zoe".into()),
            first_sale: Some(START),
            last_buyer: Some("ada".into()),
            stale: None,
            cached: 0,
        }
    );
    assert_eq!(row.average_cents(), Some(400.0));
    // The index key is written with the row.
    let found = turnover.query_by_month(november).all().await.unwrap();
    assert_eq!(found, [row]);
    // The buyer is forgotten, so the name is lost.
    let forgotten = Change::Modified {
        old: lines[0].clone(),
        new: Line {
            buyer: None,
            ..lines[0].clone()
        },
        event: event(9),
    };
    let outcome = rollups.apply(&[forgotten]).await;
    assert_eq!(figures(&outcome), (1, 0, 0, 1));
    let row = turnover
        .get(("kiosk", november))
        .send()
        .await
        .unwrap()
        .unwrap();
    assert!(row.is_stale());
    assert_eq!((row.lines, row.cents), (3, 1_200));
}

/// Sums of 38 digits, and years.
#[derive(Debug, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "years")]
#[rollup(of = Amount, every = year, at = "at")]
struct Yearly {
    #[partition_key(seconds)]
    #[rollup(window)]
    year: OffsetDateTime,
    #[rollup(sum = "value")]
    value: Number,
}

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "amounts")]
struct Amount {
    #[partition_key]
    id: String,
    #[ts(nanos)]
    at: OffsetDateTime,
    value: Number,
}

#[tokio::test]
async fn a_sum_of_more_digits_than_a_number_has_is_an_error_and_not_a_rounded_one() {
    let scene = Scene::new().await;
    let years = scene.fixture.create::<Yearly>().await;
    let rollups = Rollups::new(&scene.claims()).rollup(&years);
    let amounts = |texts: [&str; 2], first: u32| -> Vec<_> {
        (first..)
            .zip(texts)
            .map(|(number, text)| Change::Inserted {
                new: Amount {
                    id: text.to_owned(),
                    at: START,
                    value: text.parse().unwrap(),
                },
                event: event(number),
            })
            .collect()
    };
    let fits = amounts(["10000000000000000000", "0.000000000000000001"], 1);
    rollups.apply(&fits).await.into_result().unwrap();
    let stored = years.scan().all().await.unwrap();
    if scene.fixture.has(EngineFault::SumsRounded) {
        assert_eq!(stored[0].value.to_string(), "10000000000000000000");
        return;
    }
    assert_eq!(
        stored[0].value.to_string(),
        "10000000000000000000.000000000000000001"
    );
    let outcome = rollups.apply(&amounts(["1E30", "1E-30"], 3)).await;
    assert_eq!((outcome.counts.applied, outcome.failed.len()), (0, 1));
    let error = outcome.into_result().unwrap_err();
    assert_eq!(
        error.to_string(),
        "TransactWriteItems on `years`: `value`: the exact sum has more than the 38 digits of a DynamoDB number: round the values before they are stored"
    );
    assert_eq!(years.scan().all().await.unwrap(), stored);
}

#[tokio::test]
async fn several_rollups_of_different_widths_are_kept_from_one_batch() {
    let scene = Scene::new().await;
    let short = scene.fixture.create::<Short>().await;
    let rollups = scene.rollups.clone().rollup(&short);
    let changes: Vec<_> = (0..48)
        .map(|half| scene.inserted(reading(&format!("r{half}"), half * 15, 1.0)))
        .collect();
    let outcome = rollups.apply(&changes).await;
    assert_eq!(figures(&outcome), (144, 0, 0, 0));
    let by_hour: BTreeMap<_, _> = short
        .scan()
        .all()
        .await
        .unwrap()
        .into_iter()
        .map(|row| (row.hour, row.count))
        .collect();
    assert_eq!(by_hour.len(), 12);
    assert!(by_hour.values().all(|count| *count == 4));
    assert_eq!(scene.day().await.unwrap().readings, 48);
}
