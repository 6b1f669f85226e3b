//! Requests that fail in the middle, rows that cannot be read, items that have expired.

use dynamap::ErrorKind;
use dynamap::aws_sdk_dynamodb::types::AttributeValue;
use dynamap_tests::{Answer, Fixture};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::paths::*;
use crate::row::{Row, device, numbers, stored};

const START: OffsetDateTime = datetime!(2025-03-20 0:00 UTC);

fn rows<I: RangePath>(count: u32) -> Vec<Row> {
    (0..count)
        .map(|n| Row::at::<I>(START + Duration::minutes(30) * n, n))
        .collect()
}

fn refusal() -> Answer {
    Answer::Refuse {
        code: "ValidationException",
        message: "no".to_owned(),
        more: serde_json::Value::Null,
    }
}

fn passes(count: usize) -> Vec<Answer> {
    std::iter::repeat_with(|| Answer::Pass)
        .take(count)
        .collect()
}

#[tokio::test]
async fn a_failed_request_ends_the_stream_behind_what_came_before_it() {
    let fixture = Fixture::new();
    stored(&fixture, rows::<Days>(96)).await;
    let mut answers = passes(1);
    answers.push(refusal());
    let (table, _) = fixture.scripted_table::<Row>(answers);
    let range = START..START + Duration::days(3);
    let mut stream = device::<Days>(&table).range(range).stream();
    for n in 0..48 {
        assert_eq!(stream.next().await.unwrap().unwrap().n, n);
    }
    let error = stream.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service);
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!((error.operation(), error.table()), ("Query", "readings"));
    let text = error.to_string();
    assert!(text.contains("in the bucket 2025-03-21: "), "{text}");
    assert!(!text.contains("device"), "{text}");
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn a_failed_shard_ends_the_stream_and_is_named() {
    let fixture = Fixture::new();
    stored(&fixture, rows::<Days4>(48)).await;
    // The requests of a bucket are sent in the order of the shards.
    let mut answers = passes(2);
    answers.push(refusal());
    let (table, _) = fixture.scripted_table::<Row>(answers);
    let range = START..START + Duration::days(1);
    let query = || device::<Days4>(&table).range(range.clone()).concurrency(1);
    let mut stream = query().stream();
    let error = stream.next().await.unwrap().unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("in the bucket 2025-03-20, shard 2: "),
        "{text}"
    );
    assert!(stream.next().await.is_none());
    // The script is through: the same range is whole again.
    assert_eq!(query().all().await.unwrap().len(), 48);
}

#[tokio::test]
async fn rows_before_a_failure_in_the_middle_of_a_bucket_are_given_out() {
    let fixture = Fixture::new();
    stored(&fixture, rows::<Days4>(48)).await;
    let mut answers = passes(4);
    answers.push(refusal());
    let (table, _) = fixture.scripted_table::<Row>(answers);
    let range = START..START + Duration::days(1);
    let query = device::<Days4>(&table).range(range).page_size(3);
    let mut stream = query.stream();
    let mut given = Vec::new();
    let error = loop {
        match stream.next().await.unwrap() {
            Ok(row) => given.push(row.n),
            Err(error) => break error,
        }
    };
    assert!(
        error
            .to_string()
            .contains("in the bucket 2025-03-20, shard "),
        "{error}"
    );
    assert!(given.len() >= 3);
    assert_eq!(
        given,
        (0..u32::try_from(given.len()).unwrap()).collect::<Vec<_>>()
    );
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn a_failure_that_was_met_ahead_waits_for_its_turn() {
    let fixture = Fixture::new();
    stored(&fixture, rows::<Days>(144)).await;
    // The first day; then the second and the third at one time.
    let mut answers = passes(2);
    answers.push(refusal());
    let (table, _) = fixture.scripted_table::<Row>(answers);
    let range = START..START + Duration::days(3);
    let mut stream = device::<Days>(&table).range(range).concurrency(2).stream();
    for n in 0..96 {
        assert_eq!(stream.next().await.unwrap().unwrap().n, n);
    }
    let error = stream.next().await.unwrap().unwrap_err();
    assert!(
        error.to_string().contains("in the bucket 2025-03-22: "),
        "{error}"
    );
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn counting_names_the_partition_that_failed() {
    let fixture = Fixture::new();
    stored(&fixture, rows::<Days4>(48)).await;
    let (table, _) = fixture.scripted_table::<Row>([Answer::Pass, refusal()]);
    let range = START..START + Duration::days(1);
    let query = device::<Days4>(&table).range(range).concurrency(1);
    let error = query.count().await.unwrap_err();
    assert!(
        error
            .to_string()
            .contains("in the bucket 2025-03-20, shard 1: "),
        "{error}"
    );
}

#[tokio::test]
async fn a_request_is_retried_by_the_sdk_alone() {
    let fixture = Fixture::new();
    stored(&fixture, rows::<Days>(48)).await;
    let (table, script) =
        fixture.scripted_table::<Row>([Answer::FailBefore(500), Answer::FailBefore(500)]);
    let range = START..START + Duration::days(1);
    let found = device::<Days>(&table).range(range).all().await.unwrap();
    assert_eq!(found.len(), 48);
    assert_eq!((script.left(), fixture.requests().take().len()), (0, 3));
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_one_error_and_the_stream_goes_on() {
    let fixture = Fixture::new();
    let rows = rows::<Days4>(60);
    let broken = rows[20].clone();
    let table = stored(&fixture, rows).await;
    let client = fixture.raw_client();
    client
        .update_item()
        .table_name("readings")
        .key("pk", AttributeValue::S(broken.pk))
        .key("sk", AttributeValue::S(broken.sk))
        .update_expression("SET n = :n")
        .expression_attribute_values(":n", AttributeValue::S("twenty".to_owned()))
        .send()
        .await
        .unwrap();
    let range = START..START + Duration::days(2);
    let query = || device::<Days4>(&table).range(range.clone());
    let mut stream = query().stream();
    for n in 0..60 {
        match stream.next().await.unwrap() {
            Ok(row) => assert_eq!(row.n, n),
            Err(error) => {
                assert_eq!((n, error.kind()), (20, ErrorKind::Decode));
                assert!(error.key().is_some());
            }
        }
    }
    assert!(stream.next().await.is_none());
    assert_eq!(query().all().await.unwrap_err().kind(), ErrorKind::Decode);
    let found = query().skip_failures().all().await.unwrap();
    assert_eq!(found.len(), 59);
    // A skipped row does not count for `take`.
    let found = query().skip_failures().take(21).all().await.unwrap();
    assert_eq!(numbers(&found), (0..20).chain([21]).collect::<Vec<_>>());
    let mut pages = query().skip_failures().pages();
    let page = pages.next().await.unwrap().unwrap();
    assert_eq!((page.items.len(), page.failures.len()), (47, 1));
}
