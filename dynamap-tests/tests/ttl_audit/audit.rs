use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_smithy_async::rt::sleep::{AsyncSleep, Sleep};
use dynamap::ErrorKind;
use dynamap::ttl::{Class, Rule};
use dynamap_tests::{Answer, Fixture};
use time::macros::datetime;

use crate::support::{Session, WEEK, handle, n, on, planted, prepared, put, put_under, token};

/// FC-1, FC-21, FC-22, FC-40, FC-64, FC-65, FC-95: every class, over segments and pages.
#[tokio::test]
async fn every_item_is_counted_once_in_its_class() {
    let (_fixture, ttl) = prepared().await;
    let mut expected = BTreeMap::<&str, BTreeSet<String>>::new();
    for (token, _, class) in planted() {
        expected
            .entry(class.as_str())
            .or_default()
            .insert(token.to_owned());
    }
    for (segments, page_size) in [(1, 1_000), (1, 1), (3, 2), (7, 1), (100, 4)] {
        let report = ttl
            .audit()
            .segments(segments)
            .page_size(page_size)
            .examples(10)
            .await
            .unwrap();
        let counts: BTreeMap<_, _> = report
            .counts()
            .map(|(class, count)| (class.as_str(), count))
            .collect();
        let planted_counts: BTreeMap<_, _> = expected
            .iter()
            .map(|(class, tokens)| (*class, tokens.len() as u64))
            .collect();
        assert_eq!(counts, planted_counts, "{segments} segments");
        assert_eq!(report.scanned(), planted().len() as u64);
        assert_eq!(report.faults(), 25);
        for class in Class::ALL {
            let found: BTreeSet<_> = report
                .examples(class)
                .iter()
                .map(|key| token(key).to_owned())
                .collect();
            let wanted = match class {
                Class::Ok | Class::Absent => BTreeSet::new(),
                class => expected.get(class.as_str()).cloned().unwrap_or_default(),
            };
            assert_eq!(found, wanted, "{class}");
        }
        assert!(!report.is_clean());
        assert!(report.read_units() > 0.0);
    }
}

#[tokio::test]
async fn the_report_shows_keys_and_no_other_contents() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put(&fixture, "a", Some(n(WEEK * 1_000))).await;
    put(&fixture, "b", Some(n(WEEK))).await;
    let report = handle(&fixture).audit().segments(1).await.unwrap();
    assert_eq!(
        report.to_string(),
        format!(
            "`expires_at` in table `sessions` at 2026-11-30T12:00:00Z: 2 items read, 1 faulty, {} read units\n\
             table `sessions`: TTL is enabled on `expires_at`\n\
             \x20       1  ok\n\
             \x20       1  milliseconds\n\
             \x20          DynamoDB reads it as seconds, tens of thousands of years away: the item is never deleted\n\
             \x20          to do: repair it: the same time in seconds; divide before writing from now on\n\
             \x20          at token = \"a\"\n",
            report.read_units()
        )
    );
    let debug = format!("{report:?}");
    assert!(debug.contains("\"millis\": 1"), "{debug}");
    assert!(
        !debug.contains("\"a\"") && !debug.contains("token"),
        "{debug}"
    );
}

#[tokio::test]
async fn examples_are_few() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    for index in 0..20 {
        put(&fixture, &format!("t-{index}"), Some(n(WEEK * 1_000))).await;
    }
    let ttl = handle(&fixture);
    for (examples, kept) in [(0, 0), (2, 2), (50, 20)] {
        let report = ttl.audit().page_size(3).examples(examples).await.unwrap();
        assert_eq!(report.count(Class::Millis), 20);
        assert_eq!(report.examples(Class::Millis).len(), kept);
    }
}

/// FC-49, on the side of the items.
#[tokio::test]
async fn another_spelling_is_another_attribute() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put(&fixture, "a", Some(n(WEEK))).await;
    put_under(&fixture, "b", "Expires_At", Some(n(WEEK))).await;
    put_under(&fixture, "c", "EXPIRES_AT", Some(n(WEEK))).await;
    put_under(&fixture, "d", "EXPIRES_AT", Some(n(WEEK))).await;
    put_under(&fixture, "e", "expired_at", Some(n(WEEK))).await;
    let ttl = handle(&fixture);
    let report = ttl.audit().page_size(1).await.unwrap();
    let spellings: Vec<_> = report.spellings().clone().into_iter().collect();
    assert_eq!(
        spellings,
        [("EXPIRES_AT".to_owned(), 2), ("Expires_At".to_owned(), 1)]
    );
    assert_eq!(report.spelled_otherwise(), 3);
    assert_eq!(report.count(Class::Absent), 4);
    assert_eq!(report.faults(), 0);
    assert!(!report.is_clean());
    assert!(
        report
            .to_string()
            .contains("        2  with `EXPIRES_AT`: DynamoDB matches names exactly")
    );

    let keys_only = ttl.audit().keys_only().await.unwrap();
    assert_eq!(keys_only.spelled_otherwise(), 0);
    assert_eq!(keys_only.count(Class::Absent), 4);
}

#[tokio::test]
async fn spellings_are_bounded() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    for bits in 1..50_usize {
        let name: String = "expires_at"
            .chars()
            .enumerate()
            .map(|(at, letter)| {
                if bits >> at & 1 == 1 {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
            })
            .collect();
        put_under(&fixture, &format!("t-{bits}"), &name, Some(n(WEEK))).await;
    }
    let report = handle(&fixture).audit().page_size(5).await.unwrap();
    assert_eq!(report.spelled_otherwise(), 49);
    assert_eq!(report.spellings().len(), 32);
}

/// FC-28: sound values expire nothing while the table's TTL is off.
#[tokio::test]
async fn a_table_without_ttl_is_not_clean() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put(&fixture, "a", Some(n(WEEK))).await;
    let ttl = handle(&fixture);
    assert!(ttl.audit().await.unwrap().is_clean());

    let (client, _) = fixture.scripted([
        Answer::Pass,
        Answer::Json(
            serde_json::json!({"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}),
        ),
    ]);
    let report = on(&fixture, &client).audit().await.unwrap();
    assert_eq!(report.faults(), 0);
    assert!(!report.is_clean());
    assert!(!report.status().unwrap().is_on());
    assert!(
        report
            .to_string()
            .contains("TTL is disabled\n  nothing expires: enable TTL\n")
    );
}

/// FC-49, on the side of the table.
#[tokio::test]
async fn a_table_whose_ttl_is_on_another_spelling_is_not_clean() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put_under(&fixture, "a", "ExpiresAt", Some(n(WEEK))).await;
    let ttl = dynamap::ttl::TimeToLive::new(fixture.client(), "sessions", "Expires_At");
    let report = ttl.audit().await.unwrap();
    let status = report.status().unwrap();
    assert_eq!(status.attribute(), Some("expires_at"));
    assert!(status.differs_only_by_case());
    assert!(!report.is_clean());
}

#[tokio::test]
async fn another_instant_shows_what_would_be_expired_then() {
    let (_fixture, ttl) = prepared().await;
    let report = ttl
        .audit()
        .at(datetime!(2027-01-01 0:00 UTC))
        .await
        .unwrap();
    assert_eq!(
        (report.count(Class::Ok), report.count(Class::Expired)),
        (0, 3)
    );
    let report = ttl
        .audit()
        .at(datetime!(2032-01-01 0:00 UTC))
        .await
        .unwrap();
    assert_eq!(
        (report.count(Class::Expired), report.count(Class::Stale)),
        (0, 4)
    );
    let report = ttl
        .audit()
        .at(datetime!(2020-01-01 0:00 UTC))
        .await
        .unwrap();
    assert_eq!(
        (report.count(Class::Ok), report.count(Class::Expired)),
        (3, 0)
    );
    assert_eq!(report.at().seconds(), 1_577_836_800);
}

#[tokio::test]
async fn what_is_sent() {
    let (fixture, ttl) = prepared().await;
    fixture.requests().clear();
    ttl.audit().segments(1).page_size(1_000).await.unwrap();
    let sent = fixture.requests().take();
    let operations: Vec<_> = sent
        .iter()
        .map(|request| request.operation.as_str())
        .collect();
    assert_eq!(operations, ["DescribeTable", "DescribeTimeToLive", "Scan"]);
    assert_eq!(
        sent[2].body,
        serde_json::json!({"TableName": "sessions", "Limit": 1_000, "ReturnConsumedCapacity": "TOTAL"})
    );

    ttl.audit().segments(2).keys_only().await.unwrap();
    let sent = fixture.requests().take();
    assert_eq!(sent.len(), 4);
    for (segment, scan) in sent[2..].iter().enumerate() {
        assert_eq!(
            scan.renamed(),
            serde_json::json!({
                "TableName": "sessions",
                "Segment": segment,
                "TotalSegments": 2,
                "ProjectionExpression": "#1, #2",
                "ExpressionAttributeNames": {"#1": "token", "#2": "expires_at"},
                "ReturnConsumedCapacity": "TOTAL",
            })
        );
    }
}

#[tokio::test]
async fn faulty_calls_are_refused_by_kind() {
    let (fixture, ttl) = prepared().await;
    let error = ttl.audit().segments(0).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let missing = dynamap::ttl::TimeToLive::new(fixture.client(), "nothing", "expires_at");
    assert!(missing.audit().await.unwrap_err().is_table_not_found());
}

/// Notes what it is asked to sleep, and does not.
#[derive(Debug, Clone, Default)]
struct Sleepless(Arc<Mutex<Vec<Duration>>>);

impl AsyncSleep for Sleepless {
    fn sleep(&self, duration: Duration) -> Sleep {
        self.0.lock().unwrap().push(duration);
        Sleep::new(std::future::ready(()))
    }
}

#[tokio::test]
async fn the_scan_keeps_to_its_read_capacity() {
    let (fixture, _) = prepared().await;
    let sleep = Sleepless::default();
    let (client, _) = fixture.scripted_with([], |config| config.sleep_impl(sleep.clone()));
    let ttl = on(&fixture, &client);
    let report = ttl.audit().segments(1).page_size(1).await.unwrap();
    // The SDK's own timeouts sleep too.
    let timeouts = std::mem::take(&mut *sleep.0.lock().unwrap());

    let limited = ttl
        .audit()
        .segments(1)
        .page_size(1)
        .read_units_per_second(1)
        .await
        .unwrap();
    let mut waits = std::mem::take(&mut *sleep.0.lock().unwrap());
    waits.retain(|wait| !timeouts.contains(wait));
    // An empty page ends the scan.
    assert_eq!(waits.len(), planted().len());
    assert!((limited.read_units() - report.read_units()).abs() < 1e-9);
    // Nobody slept, so that the last request was told to wait for everything before it: one second
    // per unit, but for the first page, which nothing was known of.
    let last = waits.last().unwrap().as_secs_f64();
    let pages = u32::try_from(waits.len()).unwrap();
    let page = report.read_units() / f64::from(pages);
    let total = report.read_units();
    assert!(
        (total - 3.0 * page..=total).contains(&last),
        "{last} of {total}"
    );
}

#[tokio::test]
async fn advice_stands_beside_every_fault() {
    let (_fixture, ttl) = prepared().await;
    let text = ttl.audit().await.unwrap().to_string();
    for (_, _, class) in planted() {
        if Rule::Ttl.is_fault(class) {
            assert!(text.contains(&format!(
                "  {class}\n           DynamoDB {}",
                Rule::Ttl.effect(class)
            )));
            assert!(text.contains(&format!("to do: {}", Rule::Ttl.advice(class))));
        }
    }
    assert!(!text.contains("secret"));
}
