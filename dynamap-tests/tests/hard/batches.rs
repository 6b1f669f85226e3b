//! Batches, transactions and cursors that are used against the grain.

use std::collections::HashMap;
use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue as Av;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use dynamap::{Cursor, DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use futures_util::future::join_all;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "rows",
    index(name = "by_group", partition_key = "group", sort_key = "rank")
)]
struct Row {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: i64,
    group: Option<String>,
    rank: Option<i64>,
}

fn row(pk: &str, sk: i64) -> Row {
    Row {
        pk: pk.to_owned(),
        sk,
        group: Some("g".to_owned()),
        rank: Some(sk),
    }
}

#[tokio::test]
async fn thousands_of_items_go_and_come_in_batches() {
    let fixture = Fixture::new();
    let rows = fixture.create::<Row>().await;
    let all: Vec<Row> = (0..3000).map(|sk| row("a", sk)).collect();
    let outcome = rows
        .batch_write()
        .put_all(all.clone())
        .concurrency(usize::MAX)
        .send()
        .await
        .unwrap();
    assert!(outcome.is_complete());
    assert_eq!(outcome.written, 3000);
    let got = rows
        .batch_get((0..3000).map(|sk| ("a", sk)))
        .send()
        .await
        .unwrap();
    assert_eq!(got.into_iter().flatten().collect::<Vec<_>>(), all);
    // Dropped half way, it leaves no more than whole items behind.
    let batch = rows
        .batch_write()
        .put_all((0..1000).map(|sk| row("b", sk)))
        .send();
    let _ = tokio::time::timeout(std::time::Duration::from_millis(5), batch).await;
    let some = rows.query("b").all().await.unwrap();
    assert!(some.iter().all(|found| *found == row("b", found.sk)));
}

fn encoded(json: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(json)
}

#[tokio::test]
async fn cursors_from_outside_are_refused_or_stay_in_their_partition() {
    let fixture = Fixture::new();
    let rows = fixture.create::<Row>().await;
    for sk in 0..10 {
        rows.put(row("a", sk)).await.unwrap();
        rows.put(row("b", sk)).await.unwrap();
    }
    let page = rows.query("a").take(3).send().await.unwrap();
    let text = page.cursor.unwrap().to_string();
    let json = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(&text).unwrap()).unwrap();
    let deep = |opening: &str| json.replace(r#"{"N":"2"}"#, &opening.repeat(50_000));
    let malformed = "this is not a cursor: give back the text of `Page::cursor` unchanged";
    for changed in [
        json.replace(r#"{"N":"2"}"#, r#"{"M":{}}"#),
        format!("{json}x"),
        json[..json.len() - 1].to_owned(),
        String::new(),
        "{}".to_owned(),
        "[".repeat(100_000),
        r#"{"p":{"M":"#.repeat(50_000),
        deep(r#"{"L":["#),
        deep(r#"{"M":{"a":"#),
    ] {
        let error = encoded(&changed).parse::<Cursor>().unwrap_err();
        assert!(error.is_invalid_cursor());
        assert_eq!(error.to_string(), malformed);
    }
    for changed in [
        json.replace(r#"{"N":"2"}"#, r#"{"S":"2"}"#),
        json.replace("\"sk\"", "\"pk\""),
        json.replace("\"2\"", "\"x\""),
        json.replace("\"2\"", "\"1E200\""),
        json.replace(r#"{"N":"2"}"#, r#"{"N":"2"},"more":{"S":"x"}"#),
    ] {
        let cursor: Cursor = encoded(&changed).parse().unwrap();
        let error = rows.query("a").start_at(cursor).all().await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "Query on `rows`: the cursor does not have the key attributes of this query: give it to the query it came from"
        );
    }
    // Another place of the same partition may be asked for, another partition may not.
    for (changed, rest) in [
        (json.replace("\"2\"", "\"7\""), 2),
        (
            json.replace(r#"{"N":"2"}"#, r#"{"N":"2"},"pk":{"S":"b"}"#),
            7,
        ),
        (format!("{json} "), 7),
    ] {
        let cursor: Cursor = encoded(&changed).parse().unwrap();
        let found = rows.query("a").start_at(cursor).all().await.unwrap();
        assert!(found.iter().all(|row| row.pk == "a"));
        assert_eq!(found.len(), rest);
    }
    for text in ["=", "é", "\u{0}", "a", "AAAA", "////"] {
        assert!(text.parse::<Cursor>().unwrap_err().is_invalid_cursor());
    }
    let scan = rows.scan().take(3).send().await.unwrap().cursor.unwrap();
    assert!(
        rows.query("a")
            .start_at(scan.clone())
            .all()
            .await
            .unwrap_err()
            .is_invalid_cursor()
    );
    let index = rows
        .query_by_group("g")
        .take(3)
        .send()
        .await
        .unwrap()
        .cursor
        .unwrap();
    assert!(
        rows.query("a")
            .start_at(index.clone())
            .all()
            .await
            .unwrap_err()
            .is_invalid_cursor()
    );
    let rest = rows
        .query_by_group("g")
        .start_at(index)
        .all()
        .await
        .unwrap();
    assert_eq!(rest.len(), 17);
    let rest = rows.scan().start_at(scan).all().await.unwrap();
    assert_eq!(rest.len(), 17);
}

#[tokio::test]
async fn numbers_of_any_spelling_are_read_and_addressed() {
    let fixture = Fixture::new();
    let rows = fixture.create::<Row>().await;
    for (number, text) in [
        ("+5", 5),
        ("005", 5),
        ("5.0", 5),
        ("0.5E1", 5),
        ("50e-1", 5),
        ("-0", 0),
        ("-0.0", 0),
        ("9.223372036854775807E18", i64::MAX),
    ] {
        let item = HashMap::from([
            ("pk".to_owned(), Av::S("n".to_owned())),
            ("sk".to_owned(), Av::N(number.to_owned())),
            ("rank".to_owned(), Av::N(number.to_owned())),
        ]);
        fixture
            .raw_client()
            .put_item()
            .table_name("rows")
            .set_item(Some(item))
            .send()
            .await
            .unwrap();
        let got = rows.get(("n", text)).await.unwrap().unwrap();
        assert_eq!((got.sk, got.rank, got.group), (text, Some(text), None));
        let got = rows.batch_get([("n", text)]).send().await.unwrap();
        assert_eq!(got[0].as_ref().unwrap().sk, text);
    }
    for (number, found) in [
        ("9223372036854775808", "out of range"),
        ("-9223372036854775809", "out of range"),
        ("1E125", "out of range"),
        (
            "-9.9999999999999999999999999999999999999E+125",
            "out of range",
        ),
        ("12345678901234567890123456789012345678", "out of range"),
        ("1E-130", "with a fraction"),
        ("0.1", "with a fraction"),
    ] {
        let item = HashMap::from([
            ("pk".to_owned(), Av::S("m".to_owned())),
            ("sk".to_owned(), Av::N("1".to_owned())),
            ("rank".to_owned(), Av::N(number.to_owned())),
        ]);
        fixture
            .raw_client()
            .put_item()
            .table_name("rows")
            .set_item(Some(item))
            .send()
            .await
            .unwrap();
        let error = rows.get(("m", 1)).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("GetItem on `rows`: `rank`: expected an integer in i64, found N {found}")
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn transactions_of_many_writers_keep_their_sum() {
    let fixture = Fixture::new();
    let rows = Arc::new(fixture.create::<Row>().await);
    for sk in 0..2 {
        let mut account = row("account", sk);
        account.rank = Some(1000);
        rows.put(account).await.unwrap();
    }
    let tasks = (0..50).map(|task| {
        let rows = Arc::clone(&rows);
        tokio::spawn(async move {
            let (from, to) = if task % 3 == 0 { (0, 1) } else { (1, 0) };
            dynamap::Transaction::new(rows.client())
                .update(
                    rows.update(("account", from))
                        .subtract(Row::RANK, 1)
                        .condition(Row::RANK.ge(990)),
                )
                .update(rows.update(("account", to)).add(Row::RANK, 1))
                .send()
                .await
        })
    });
    let (mut done, mut refused) = (0, 0);
    for result in join_all(tasks).await {
        match result.unwrap() {
            Ok(_) => done += 1,
            Err(error) => {
                assert_eq!(
                    error.steps()[0].1.kind(),
                    ErrorKind::ConditionFailed,
                    "{error}"
                );
                refused += 1;
            }
        }
    }
    assert_eq!(done + refused, 50);
    let both = rows.query("account").all().await.unwrap();
    let ranks: Vec<i64> = both.iter().filter_map(|row| row.rank).collect();
    assert_eq!(ranks.iter().sum::<i64>(), 2000);
    // Nothing was taken from less than 990.
    assert!(ranks.iter().all(|rank| *rank >= 989), "{ranks:?}");
}
