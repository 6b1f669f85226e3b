use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::ErrorKind;
use dynamap::ttl::{Class, TimeToLive};
use dynamap_tests::{Answer, Fixture};
use serde_json::json;
use time::macros::datetime;

use crate::support::{
    NOW, Session, WEEK, contents, handle, n, on, planted, prepared, put, s, token, ttl_of,
};

/// What a plain repair leaves of what is planted.
fn mended(token: &str, value: Option<AttributeValue>) -> Option<AttributeValue> {
    match token {
        "text-seconds" | "text-millis" | "text-micros" | "text-nanos" | "text-iso" | "millis"
        | "micros" | "nanos" | "fraction" | "ok-exponent" => Some(n(WEEK)),
        "millis-past" => Some(n(NOW - 3_600)),
        "stale-text" => Some(n(1_171_734_022)),
        _ => value,
    }
}

async fn ttls(fixture: &Fixture) -> BTreeMap<String, Option<AttributeValue>> {
    let contents = contents(fixture).await;
    contents
        .into_iter()
        .map(|(token, item)| (token, item.get("expires_at").cloned()))
        .collect()
}

#[tokio::test]
async fn a_dry_run_proposes_and_writes_nothing() {
    let (fixture, ttl) = prepared().await;
    let before = contents(&fixture).await;
    fixture.requests().clear();
    let report = ttl
        .repair()
        .segments(3)
        .page_size(2)
        .examples(5)
        .await
        .unwrap();
    assert!(!report.is_applied());
    assert_eq!(report.scanned(), planted().len() as u64);
    assert_eq!(
        (report.proposed(), report.repaired(), report.failed()),
        (11, 0, 0)
    );
    // The milliseconds of an hour ago, and the text of 2007.
    assert_eq!(report.expired(), 2);
    assert_eq!(report.skipped(), 14);
    let operations = fixture.requests().operations();
    assert!(
        operations
            .iter()
            .all(|it| it == "DescribeTable" || it == "Scan"),
        "{operations:?}"
    );
    assert_eq!(contents(&fixture).await, before);

    let mut proposals: Vec<_> = report
        .examples()
        .iter()
        .map(|change| (token(&change.key).to_owned(), change.class, change.seconds))
        .collect();
    proposals.sort_by(|a, b| a.0.cmp(&b.0));
    let week = Some(WEEK);
    assert_eq!(
        proposals,
        [
            ("fraction".to_owned(), Class::Fractional, week),
            ("micros".to_owned(), Class::Micros, week),
            ("millis".to_owned(), Class::Millis, week),
            ("millis-past".to_owned(), Class::Millis, Some(NOW - 3_600)),
            ("nanos".to_owned(), Class::Nanos, week),
            (
                "stale-text".to_owned(),
                Class::TextSeconds,
                Some(1_171_734_022)
            ),
            ("text-iso".to_owned(), Class::TextIso, week),
            ("text-micros".to_owned(), Class::TextMicros, week),
            ("text-millis".to_owned(), Class::TextMillis, week),
            ("text-nanos".to_owned(), Class::TextNanos, week),
            ("text-seconds".to_owned(), Class::TextSeconds, week),
        ]
    );
    let skips: Vec<_> = report
        .skips()
        .map(|(class, count, _)| (class, count))
        .collect();
    assert!(skips.contains(&(Class::Relative, 1)) && skips.contains(&(Class::Far, 1)));
    assert!(skips.contains(&(Class::ZeroOrNegative, 3)) && skips.contains(&(Class::Stale, 1)));
    assert_eq!(token(&report.skipped_examples(Class::Far)[0]), "far");
    let text = report.to_string();
    assert!(
        text.contains("dry run: 11 would be repaired, 14 skipped\n"),
        "{text}"
    );
    assert!(
        text.contains("at token = \"millis\": 1796644800\n"),
        "{text}"
    );
    assert!(
        text.contains("implausibly far, skipped: the unit is not certain\n"),
        "{text}"
    );
    let debug = format!("{report:?} {:?} {:?}", report.examples(), report.failures());
    assert!(
        !debug.contains("token") && !debug.contains("1796644800"),
        "{debug}"
    );
}

/// FC-1, FC-21, FC-22: the right number, nothing else, and nothing left to do.
#[tokio::test]
async fn a_repair_mends_what_is_certain_and_a_second_finds_nothing() {
    let (fixture, ttl) = prepared().await;
    let before = contents(&fixture).await;
    let report = ttl.repair().apply().page_size(3).await.unwrap();
    assert!(report.is_applied());
    assert_eq!((report.proposed(), report.repaired()), (11, 11));
    assert_eq!(
        (
            report.skipped(),
            report.changed_meanwhile(),
            report.failed()
        ),
        (14, 0, 0)
    );
    assert!(report.write_units() >= 11.0);

    let after = contents(&fixture).await;
    for (token, value, _) in planted() {
        let mut expected = before[token].clone();
        match mended(token, value) {
            Some(value) => expected.insert("expires_at".to_owned(), value),
            None => expected.remove("expires_at"),
        };
        // Stamps, version and what the type does not know stay.
        assert_eq!(after[token], expected, "{token}");
    }

    let second = ttl.repair().apply().await.unwrap();
    assert_eq!((second.proposed(), second.skipped()), (0, 15));
    assert_eq!(contents(&fixture).await, after);
    let audit = ttl.audit().await.unwrap();
    assert_eq!(audit.faults(), 15);
    for class in [
        Class::Millis,
        Class::TextSeconds,
        Class::TextIso,
        Class::Fractional,
    ] {
        assert_eq!(audit.count(class), 0, "{class}");
    }
}

#[tokio::test]
async fn each_write_names_the_attribute_alone_and_the_value_that_was_read() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put(&fixture, "a", Some(s("2026-12-07T12:00:00Z"))).await;
    handle(&fixture).repair().apply().segments(1).await.unwrap();
    let update = fixture.requests().take().pop().unwrap();
    assert_eq!(
        update.renamed(),
        json!({
            "TableName": "sessions",
            "Key": {"token": {"S": "a"}},
            "UpdateExpression": "SET #1 = :1",
            "ConditionExpression": "#1 = :2",
            "ExpressionAttributeNames": {"#1": "expires_at"},
            "ExpressionAttributeValues": {
                ":1": {"N": "1796644800"},
                ":2": {"S": "2026-12-07T12:00:00Z"},
            },
            "ReturnConsumedCapacity": "TOTAL",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );

    put(&fixture, "a", Some(n(0))).await;
    let report = handle(&fixture)
        .repair()
        .clear_zero_or_negative()
        .apply()
        .segments(1)
        .await
        .unwrap();
    assert_eq!(report.repaired(), 1);
    let update = fixture.requests().take().pop().unwrap();
    assert_eq!(
        (update.update(), update.condition()),
        ("REMOVE expires_at".into(), "expires_at = 0".into())
    );
    assert_eq!(ttl_of(&fixture, "a").await, None);
}

/// FC-67: between the scan and the write another client moves the TTL.
#[tokio::test]
async fn an_item_that_changed_meanwhile_keeps_the_newer_value() {
    for newer in [Some(n(1_800_000_000)), None] {
        let fixture = Fixture::new();
        fixture.create::<Session>().await;
        put(&fixture, "a", Some(n(1_796_644_800_000_i64))).await;
        let (raw, value) = (fixture.raw_client(), newer.clone());
        let (client, _) = fixture.scripted([
            Answer::Pass,
            Answer::Pass,
            Answer::Pass.after(move || async move {
                let update = raw
                    .update_item()
                    .table_name("sessions")
                    .key("token", s("a"));
                let update = update.expression_attribute_names("#t", "expires_at");
                let update = match value {
                    Some(value) => update
                        .update_expression("SET #t = :t")
                        .expression_attribute_values(":t", value),
                    None => update.update_expression("REMOVE #t"),
                };
                update.send().await.unwrap();
            }),
        ]);
        let report = on(&fixture, &client)
            .repair()
            .apply()
            .segments(1)
            .await
            .unwrap();
        assert_eq!(
            (
                report.changed_meanwhile(),
                report.repaired(),
                report.failed()
            ),
            (1, 0, 0)
        );
        assert_eq!(ttl_of(&fixture, "a").await, newer);
    }
}

#[tokio::test]
async fn an_item_that_was_deleted_meanwhile_does_not_come_back() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put(&fixture, "a", Some(n(1_796_644_800_000_i64))).await;
    let raw = fixture.raw_client();
    let (client, _) = fixture.scripted([
        Answer::Pass,
        Answer::Pass,
        Answer::Pass.after(move || async move {
            let delete = raw
                .delete_item()
                .table_name("sessions")
                .key("token", s("a"));
            delete.send().await.unwrap();
        }),
    ]);
    let report = on(&fixture, &client)
        .repair()
        .apply()
        .segments(1)
        .await
        .unwrap();
    assert_eq!((report.changed_meanwhile(), report.repaired()), (1, 0));
    assert!(contents(&fixture).await.is_empty());
}

#[tokio::test]
async fn a_repair_whose_answer_was_lost_is_a_repair() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put(&fixture, "a", Some(n(1_796_644_800_000_i64))).await;
    put(&fixture, "b", Some(n(-1))).await;
    let (client, script) = fixture.scripted([
        Answer::Pass,
        Answer::Pass,
        Answer::Lose,
        Answer::FailAfter(500),
    ]);
    let report = on(&fixture, &client)
        .repair()
        .clear_zero_or_negative()
        .apply()
        .segments(1)
        .await
        .unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(
        (
            report.repaired(),
            report.changed_meanwhile(),
            report.failed()
        ),
        (2, 0, 0)
    );
    assert_eq!(ttl_of(&fixture, "a").await, Some(n(WEEK)));
    assert_eq!(ttl_of(&fixture, "b").await, None);
}

/// FC-95.
#[tokio::test]
async fn stale_values_are_rescued_or_cleared_when_told_to() {
    let (fixture, ttl) = prepared().await;
    let grace = datetime!(2027-01-01 0:00 UTC);
    let report = ttl.repair().rescue_stale(grace).apply().await.unwrap();
    assert_eq!((report.repaired(), report.skipped()), (12, 13));
    let rescued = Some(n(grace.unix_timestamp()));
    assert_eq!(ttl_of(&fixture, "stale").await, rescued);
    assert_eq!(ttl_of(&fixture, "stale-text").await, rescued);
    // -1 is a word for "never", and 3600 a duration.
    assert_eq!(ttl_of(&fixture, "never").await, Some(n(-1)));
    assert_eq!(ttl_of(&fixture, "duration").await, Some(n(3_600)));
    let again = ttl.repair().rescue_stale(grace).apply().await.unwrap();
    assert_eq!(again.proposed(), 0);

    let (fixture, ttl) = prepared().await;
    let report = ttl
        .repair()
        .clear_stale()
        .clear_zero_or_negative()
        .apply()
        .await
        .unwrap();
    assert_eq!((report.repaired(), report.skipped()), (15, 10));
    for token in ["stale", "stale-text", "zero", "never", "year-1"] {
        assert_eq!(ttl_of(&fixture, token).await, None, "{token}");
    }
    let again = ttl
        .repair()
        .clear_stale()
        .clear_zero_or_negative()
        .apply()
        .await
        .unwrap();
    assert_eq!(again.proposed(), 0);
    assert_eq!(ttls(&fixture).await["expired"], Some(n(NOW - 60)));
}

/// FC-98: what would not be a TTL is not written.
#[tokio::test]
async fn values_are_rescued_into_a_plausible_future() {
    let (fixture, ttl) = prepared().await;
    fixture.requests().clear();
    for to in [
        datetime!(2026-11-30 12:00 UTC),
        datetime!(2020-01-01 0:00 UTC),
        datetime!(2200-01-01 0:00 UTC),
        datetime!(9999-12-31 0:00 UTC),
    ] {
        let error = ttl.repair().rescue_stale(to).apply().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidTtl);
        assert_eq!(
            error.to_string(),
            "UpdateItem on `sessions`: `expires_at`: values are rescued into the future, before the year 2200: give a later time, or use `clear_stale`"
        );
    }
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn what_fails_is_reported_by_key_and_the_rest_is_repaired() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put(&fixture, "a", Some(n(WEEK * 1_000))).await;
    put(&fixture, "b", Some(n(WEEK * 1_000))).await;
    let (client, _) = fixture.scripted([
        Answer::Pass,
        Answer::Pass,
        Answer::refuse(
            "ItemCollectionSizeLimitExceededException",
            "Collection size exceeded.",
        ),
    ]);
    let report = on(&fixture, &client)
        .repair()
        .apply()
        .segments(1)
        .await
        .unwrap();
    assert_eq!((report.repaired(), report.failed()), (1, 1));
    let [failure] = report.failures() else {
        panic!("one failure")
    };
    assert_eq!(
        failure.error.code(),
        Some("ItemCollectionSizeLimitExceededException")
    );
    assert_eq!(failure.error.key(), Some(&failure.key));
    let failed = token(&failure.key);
    assert_eq!(ttl_of(&fixture, failed).await, Some(n(WEEK * 1_000)));
    assert!(report.to_string().contains(&format!(
        "failed  at token = {failed:?}: UpdateItem on `sessions`"
    )));
    // Another run finds what is left.
    let second = handle(&fixture).repair().apply().await.unwrap();
    assert_eq!((second.repaired(), second.failed()), (1, 0));
}

#[tokio::test]
async fn a_repair_that_may_not_write_ends() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    for index in 0..150 {
        put(&fixture, &format!("t-{index}"), Some(n(WEEK * 1_000))).await;
    }
    let refusals = (0..200).map(|_| Answer::refuse("AccessDeniedException", "not authorized"));
    let (client, script) =
        fixture.scripted([Answer::Pass, Answer::Pass].into_iter().chain(refusals));
    let error = on(&fixture, &client)
        .repair()
        .apply()
        .segments(1)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Some("AccessDeniedException"));
    assert_eq!(error.operation(), "UpdateItem");
    assert_eq!(script.left(), 50);
}

#[tokio::test]
async fn a_key_is_not_repaired() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    let ttl = TimeToLive::new(fixture.client(), "sessions", "token");
    let error = ttl.repair().apply().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
}
