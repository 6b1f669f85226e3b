//! Updates that would count twice are not sent again after an unknown outcome.

use std::collections::BTreeSet;

use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::{Answer, Fixture};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "counters")]
struct Counter {
    #[partition_key]
    id: String,
    hits: u64,
    best: u64,
    log: Vec<String>,
    tags: BTreeSet<String>,
}

fn counter() -> Counter {
    Counter {
        id: "c".to_owned(),
        hits: 0,
        best: 0,
        log: vec!["a".to_owned(), "b".to_owned()],
        tags: BTreeSet::new(),
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "documents")]
struct Document {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
}

async fn lossy(answer: Answer) -> (Fixture, CounterTable, CounterTable) {
    let fixture = Fixture::new();
    let raw = fixture.create::<Counter>().await;
    raw.create(counter()).send().await.unwrap();
    fixture.requests().clear();
    let (counters, _) = fixture.scripted_table::<Counter>([answer]);
    (fixture, counters, raw)
}

#[tokio::test]
async fn a_counter_is_sent_once() {
    for answer in [
        Answer::Lose,
        Answer::LoseByTimeout,
        Answer::FailAfter(500),
        Answer::FailBefore(500),
        Answer::Break,
    ] {
        let name = format!("{answer:?}");
        let happened = matches!(
            answer,
            Answer::Lose | Answer::LoseByTimeout | Answer::FailAfter(_)
        );
        let (fixture, counters, raw) = lossy(answer).await;
        let error = counters
            .update("c")
            .add(Counter::HITS, 1_u64)
            .send()
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutcomeUnknown, "{name}");
        assert!(error.is_outcome_unknown() && !error.write_applied());
        assert_eq!(fixture.requests().operations(), ["UpdateItem"], "{name}");
        assert!(std::error::Error::source(&error).is_some(), "{name}");
        assert_eq!(
            error.to_string(),
            "UpdateItem on `counters`: the update may have been carried out, and sending it again could \
             count twice: read the item, or use `.exactly_once()` or `.if_version(n)`"
        );
        let stored = raw.get("c").send().await.unwrap().unwrap();
        assert_eq!(stored.hits, u64::from(happened), "{name}");
    }
}

// An element that is removed moves the others up; one set beyond the end is appended.
#[tokio::test]
async fn what_is_not_idempotent_is_sent_once() {
    type Change = fn(CounterTable) -> dynamap::operation::Update<Counter>;
    let changes: [Change; 7] = [
        |table| table.update("c").subtract(Counter::HITS, 0_u64),
        |table| table.update("c").append(Counter::LOG, ["z".to_owned()]),
        |table| table.update("c").prepend(Counter::LOG, ["z".to_owned()]),
        |table| table.update("c").remove(Counter::LOG.index(0)),
        |table| table.update("c").set(Counter::LOG.index(9), "z"),
        |table| table.update("c").set_if_absent(Counter::LOG.index(9), "z"),
        // The second sending would take what the first one set.
        |table| {
            let kept = table.update("c").set_from(Counter::BEST, Counter::HITS);
            kept.set(Counter::HITS, 5_u64)
        },
    ];
    for change in changes {
        let (fixture, counters, _) = lossy(Answer::Lose).await;
        let error = change(counters).send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutcomeUnknown);
        assert_eq!(fixture.requests().operations(), ["UpdateItem"]);
    }
}

#[tokio::test]
async fn what_is_idempotent_is_repeated() {
    let (fixture, counters, _) = lossy(Answer::Lose).await;
    let stored = counters
        .update("c")
        .set(Counter::HITS, 5_u64)
        .insert(Counter::TAGS, ["x".to_owned()])
        .send()
        .await
        .unwrap();
    assert_eq!(stored.hits, 5);
    assert_eq!(fixture.requests().operations(), ["UpdateItem"; 2]);

    let (fixture, counters, _) = lossy(Answer::Lose).await;
    let update = counters.update("c").set_from(Counter::BEST, Counter::HITS);
    assert_eq!(update.await.unwrap().best, 0);
    assert_eq!(fixture.requests().operations(), ["UpdateItem"; 2]);
}

#[tokio::test]
async fn a_throttled_counter_is_repeated() {
    let (fixture, counters, _) = lossy(Answer::throttle("x", "y")).await;
    let stored = counters
        .update("c")
        .add(Counter::HITS, 1_u64)
        .send()
        .await
        .unwrap();
    assert_eq!(stored.hits, 1);
    assert_eq!(fixture.requests().operations(), ["UpdateItem"; 2]);
}

// A bare bump counts; one that expects a version does not.
#[tokio::test]
async fn a_bare_bump_of_the_version_is_sent_once() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Document>().await;
    let document = Document {
        id: "d".to_owned(),
        text: "x".to_owned(),
        version: 0,
    };
    raw.create(document).send().await.unwrap();
    let (documents, script) = fixture.scripted_table::<Document>([Answer::Lose]);
    let error = documents
        .update("d")
        .set(Document::TEXT, "y")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutcomeUnknown);
    script.push(Answer::Lose);
    let stored = documents
        .update("d")
        .set(Document::TEXT, "z")
        .if_version(2)
        .send()
        .await
        .unwrap();
    assert_eq!(stored.version, 3);
}

#[tokio::test]
async fn an_attempt_that_times_out_is_not_repeated() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Counter>().await;
    raw.create(counter()).send().await.unwrap();
    fixture.requests().clear();
    let (counters, _) = fixture.impatient_table::<Counter>([Answer::Hang]);
    let error = counters
        .update("c")
        .add(Counter::HITS, 1_u64)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutcomeUnknown);
    assert_eq!(fixture.requests().operations(), ["UpdateItem"]);
}
