//! `exactly_once`: a transaction of one step with a token.

use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::{Answer, Fixture};
use serde_json::json;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "counters")]
struct Counter {
    #[partition_key]
    id: String,
    hits: u64,
}

async fn counters(answers: Vec<Answer>) -> (Fixture, CounterTable, CounterTable) {
    let fixture = Fixture::new();
    let raw = fixture.create::<Counter>().await;
    let counter = Counter {
        id: "c".to_owned(),
        hits: 0,
    };
    raw.create(counter).send().await.unwrap();
    fixture.requests().clear();
    let (table, _) = fixture.scripted_table::<Counter>(answers);
    (fixture, table, raw)
}

#[tokio::test]
async fn the_update_is_a_transaction_and_is_read_back() {
    let (fixture, table, _) = counters(vec![]).await;
    let update = table.update("c").add(Counter::HITS, 1_u64).exactly_once();
    assert_eq!(update.send().await.unwrap().hits, 1);
    let sent = fixture.requests().take();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].operation, "TransactWriteItems");
    let token = sent[0].get("ClientRequestToken").as_str().unwrap();
    assert!(!token.is_empty() && token.len() <= 36);
    assert_eq!(
        sent[0].inlined()["TransactItems"],
        json!([{"Update": {
            "TableName": "counters",
            "Key": {"id": {"S": "c"}},
            "UpdateExpression": "SET hits = if_not_exists(hits, 0) + 1",
            "ConditionExpression": "attribute_exists(id)",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }}])
    );
    assert_eq!(
        sent[1].body,
        json!({"TableName": "counters", "Key": {"id": {"S": "c"}}, "ConsistentRead": true})
    );
}

#[tokio::test]
async fn a_lost_answer_counts_once() {
    for loss in [Answer::Lose, Answer::LoseByTimeout, Answer::FailAfter(500)] {
        let (fixture, table, raw) = counters(vec![loss]).await;
        let update = table.update("c").add(Counter::HITS, 1_u64).exactly_once();
        assert_eq!(update.send().await.unwrap().hits, 1);
        let sent = fixture.requests().take();
        assert_eq!(sent.len(), 3);
        assert_eq!(sent[0], sent[1], "the same token");
        assert_eq!(raw.get("c").send().await.unwrap().unwrap().hits, 1);
    }
}

#[tokio::test]
async fn two_updates_have_two_tokens() {
    let (fixture, table, _) = counters(vec![]).await;
    let update = || table.update("c").add(Counter::HITS, 1_u64).exactly_once();
    update().send().await.unwrap();
    assert_eq!(update().send().await.unwrap().hits, 2);
    let sent = fixture.requests().take();
    assert_ne!(
        sent[0].get("ClientRequestToken"),
        sent[2].get("ClientRequestToken")
    );
}

#[tokio::test]
async fn a_refusal_is_told_as_of_an_update() {
    let (_fixture, table, raw) = counters(vec![]).await;
    let update = table
        .update("c")
        .add(Counter::HITS, 1_u64)
        .condition(Counter::HITS.gt(5_u64))
        .exactly_once();
    let error = update.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
    assert_eq!(error.operation(), "TransactWriteItems");
    assert_eq!(error.current::<Counter>().unwrap().unwrap().hits, 0);
    raw.delete("c").send().await.unwrap();
    let update = table.update("c").add(Counter::HITS, 1_u64).exactly_once();
    let error = update.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

// The token lives ten minutes; a prepared transaction is not sent later than nine.
#[tokio::test]
async fn a_prepared_one_grows_too_old() {
    let (fixture, table, raw) = counters(vec![]).await;
    let prepared = table
        .update("c")
        .add(Counter::HITS, 1_u64)
        .exactly_once()
        .prepare()
        .unwrap();
    // Before its first sending it may wait.
    fixture.clock().advance(std::time::Duration::from_hours(1));
    prepared.send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_mins(9));
    prepared.clone().send().await.unwrap();
    assert_eq!(raw.get("c").send().await.unwrap().unwrap().hits, 1);
    fixture.requests().clear();
    fixture.clock().advance(std::time::Duration::from_secs(1));
    let error = prepared.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PreparedTooOld);
    assert!(fixture.requests().take().is_empty());
}

// The write happened; only reading it back failed.
#[tokio::test]
async fn an_error_after_the_write_says_so() {
    let refuse = || Answer::refuse("AccessDeniedException", "no");
    let (_fixture, table, raw) = counters(vec![Answer::Pass, refuse()]).await;
    let update = table.update("c").add(Counter::HITS, 1_u64).exactly_once();
    let error = update.send().await.unwrap_err();
    assert!(error.write_applied());
    assert_eq!(error.code(), Some("AccessDeniedException"));
    assert_eq!(raw.get("c").send().await.unwrap().unwrap().hits, 1);
}
