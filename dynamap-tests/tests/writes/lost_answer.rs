//! Attempts whose outcome is unknown: what the stored item tells about them.

use dynamap::{DynamoItem, DynamoValue, ErrorKind, unset};
use dynamap_tests::{Answer, Fixture};
use time::OffsetDateTime;

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Status {
    Pending,
    Paid,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    status: Status,
    lines: Vec<String>,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u64,
}

fn order(status: Status) -> Order {
    Order {
        id: "o".to_owned(),
        status,
        lines: Vec::new(),
        updated_at: unset(),
        version: 0,
    }
}

/// Neither version nor stamps: nothing tells two equal writes apart.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
}

fn note(text: &str) -> Note {
    Note {
        id: "n".to_owned(),
        text: text.to_owned(),
    }
}

/// Every way in which the answer to a write that happened gets lost.
fn losses() -> Vec<Answer> {
    vec![
        Answer::Lose,
        Answer::LoseByTimeout,
        Answer::FailAfter(500),
        Answer::FailAfter(503),
    ]
}

// FC-35: the SDK repeats the create, the item is the one that was sent.
#[tokio::test]
async fn a_create_finds_its_own_item() {
    for loss in losses() {
        let fixture = Fixture::new();
        fixture.create::<Order>().await;
        let name = format!("{loss:?}");
        let (orders, script) = fixture.scripted_table::<Order>([loss]);
        let written = orders
            .create(order(Status::Pending))
            .send_full()
            .await
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(written.attempts, 2, "{name}");
        assert_eq!(written.item.version, 1);
        assert_eq!(written.request_id, None, "{name}");
        assert_eq!(script.left(), 0);
        let sent = fixture.requests().take();
        assert_eq!(sent.len(), 2);
        assert_eq!(sent[0], sent[1], "an attempt repeats the same request");
    }
}

#[tokio::test]
async fn an_answer_that_never_comes_is_a_lost_one() {
    let fixture = Fixture::new();
    fixture.create::<Order>().await;
    let (orders, _) = fixture.impatient_table::<Order>([Answer::HangAfter]);
    let stored = orders.create(order(Status::Pending)).send().await.unwrap();
    assert_eq!(stored.version, 1);
    assert_eq!(fixture.requests().operations(), ["PutItem"; 2]);
}

#[tokio::test]
async fn a_put_and_an_update_of_a_version_find_their_own_work() {
    for loss in losses() {
        let fixture = Fixture::new();
        let raw = fixture.create::<Order>().await;
        let first = raw.create(order(Status::Pending)).send().await.unwrap();
        let (orders, script) = fixture.scripted_table::<Order>([loss]);
        let paid = Order {
            status: Status::Paid,
            ..first
        };
        let second = orders.put(&paid).send().await.unwrap();
        assert_eq!((second.version, second.status), (2, Status::Paid));
        script.push(Answer::Lose);
        let third = orders
            .update("o")
            .set(Order::STATUS, Status::Pending)
            .append(Order::LINES, ["a".to_owned()])
            .if_version(2)
            .send()
            .await
            .unwrap();
        assert_eq!((third.version, third.status), (3, Status::Pending));
        assert_eq!(third.lines, ["a"]);
        assert_eq!(raw.get("o").send().await.unwrap(), Some(third));
    }
}

// The stamp tells the update of a type without a version in its condition.
#[tokio::test]
async fn an_update_is_known_by_its_stamp() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Entry>().await;
    raw.create(entry("new")).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_secs(1));
    let (entries, _) = fixture.scripted_table::<Entry>([Answer::Lose]);
    let stored = entries
        .update("e")
        .set(Entry::STATE, "done")
        .condition(Entry::STATE.eq("new"))
        .send()
        .await
        .unwrap();
    assert_eq!(stored.state, "done");
    assert_eq!(fixture.requests().take().len(), 3);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "entries")]
struct Entry {
    #[partition_key]
    id: String,
    state: String,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
}

fn entry(state: &str) -> Entry {
    Entry {
        id: "e".to_owned(),
        state: state.to_owned(),
        updated_at: unset(),
    }
}

#[tokio::test]
async fn a_conditional_delete_is_known_by_the_absence() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Order>().await;
    raw.create(order(Status::Pending)).send().await.unwrap();
    let (orders, _) = fixture.scripted_table::<Order>([Answer::Lose]);
    let written = orders.delete("o").if_version(1).send_full().await.unwrap();
    assert_eq!((written.item, written.attempts), (None, 2));
    assert_eq!(raw.get("o").send().await.unwrap(), None);
}

// The write did not happen, and another writer came first: a real conflict.
#[tokio::test]
async fn another_writers_item_is_a_conflict() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Order>().await;
    let other = raw.clone();
    let rival = Answer::Pass.after(move || async move {
        other.create(order(Status::Paid)).send().await.unwrap();
    });
    let (orders, _) = fixture.scripted_table::<Order>([Answer::FailBefore(500), rival]);
    let error = orders
        .create(order(Status::Pending))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(!error.maybe_ours());
    assert_eq!(
        error.current::<Order>().unwrap().unwrap().status,
        Status::Paid
    );

    let other = raw.clone();
    let rival = Answer::Pass.after(move || async move {
        let update = other.update("o").append(Order::LINES, ["b".to_owned()]);
        update.send().await.unwrap();
    });
    let (orders, _) = fixture.scripted_table::<Order>([Answer::Break, rival]);
    let error = orders
        .update("o")
        .set(Order::STATUS, Status::Pending)
        .if_version(1)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((1, Some(2))));
}

// Written, then overwritten by another: the item no longer tells.
#[tokio::test]
async fn a_write_that_was_overwritten_is_a_conflict() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Order>().await;
    raw.create(order(Status::Pending)).send().await.unwrap();
    let other = raw.clone();
    let rival = Answer::Pass.after(move || async move {
        let update = other.update("o").set(Order::STATUS, Status::Pending);
        update.send().await.unwrap();
    });
    let (orders, _) = fixture.scripted_table::<Order>([Answer::Lose, rival]);
    let error = orders
        .update("o")
        .set(Order::STATUS, Status::Paid)
        .if_version(1)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((1, Some(3))));
}

#[tokio::test]
async fn an_equal_item_without_version_or_stamps_is_perhaps_ours() {
    let fixture = Fixture::new();
    fixture.create::<Note>().await;
    let (notes, script) = fixture.scripted_table::<Note>([Answer::Lose]);
    let mut error = notes.create(note("x")).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(error.is_conflict() && error.maybe_ours());
    assert_eq!(error.current::<Note>().unwrap().unwrap(), note("x"));
    assert_eq!(error.given::<Note>(), Some(note("x")));

    script.push(Answer::FailBefore(500));
    let error = notes.create(note("y")).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(!error.maybe_ours());

    script.push(Answer::Lose);
    let update = notes
        .update("n")
        .set(Note::TEXT, "z")
        .condition(Note::TEXT.eq("x"));
    let error = update.send().await.unwrap_err();
    assert!(error.is_conflict() && error.maybe_ours());
}

// Without an attempt of unknown outcome an equal item is somebody else's.
#[tokio::test]
async fn an_equal_item_is_no_excuse_by_itself() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    orders.create(order(Status::Pending)).send().await.unwrap();
    let error = orders
        .create(order(Status::Pending))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    // A throttled attempt changed nothing, so its outcome is known.
    let throttle = Answer::throttle("TableWriteKeyRangeThroughputExceeded", "orders");
    let (orders, _) = fixture.scripted_table::<Order>([throttle]);
    let error = orders
        .create(order(Status::Pending))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn throttled_attempts_are_repeated_and_counted() {
    let fixture = Fixture::new();
    fixture.create::<Order>().await;
    let throttle = || Answer::throttle("TableWriteKeyRangeThroughputExceeded", "orders");
    let (orders, script) = fixture.scripted_table::<Order>([throttle(), throttle()]);
    let written = orders
        .create(order(Status::Pending))
        .send_full()
        .await
        .unwrap();
    assert_eq!(written.attempts, 3);
    assert!(written.request_id.is_some());

    for _ in 0..3 {
        script.push(throttle());
    }
    let error = orders.put(order(Status::Paid)).send().await.unwrap_err();
    assert!(error.is_throttled());
    assert_eq!(error.code(), Some("ThrottlingException"));
    let reason = &error.throttling_reasons()[0];
    assert_eq!(
        (reason.reason(), reason.resource()),
        (Some("TableWriteKeyRangeThroughputExceeded"), Some("orders"))
    );
}

// An element set beyond the end lands elsewhere, so the version alone tells.
#[tokio::test]
async fn an_appended_element_is_known_by_the_version() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Order>().await;
    raw.create(order(Status::Pending)).send().await.unwrap();
    let (orders, _) = fixture.scripted_table::<Order>([Answer::Lose]);
    let stored = orders
        .update("o")
        .set(Order::LINES.index(5), "a")
        .if_version(1)
        .send()
        .await
        .unwrap();
    assert_eq!((stored.lines, stored.version), (vec!["a".to_owned()], 2));
}

// The service accepted the write, and the answer cannot be read.
#[tokio::test]
async fn an_answer_that_is_cut_says_that_the_write_happened() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Order>().await;
    raw.create(order(Status::Pending)).send().await.unwrap();
    let (orders, _) = fixture.scripted_table::<Order>([Answer::CutAfter]);
    let error = orders
        .update("o")
        .set(Order::STATUS, Status::Paid)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Dispatch);
    assert!(error.write_applied());
    assert_eq!(
        error.to_string(),
        "UpdateItem on `orders`: the answer could not be read: it was cut off or is not DynamoDB's; the \
         write was applied"
    );
    let stored = raw.get("o").send().await.unwrap().unwrap();
    assert_eq!((stored.version, stored.status), (2, Status::Paid));
}

// Somebody else's answer, a proxy's for one, says nothing.
#[tokio::test]
async fn an_answer_of_somebody_else_leaves_the_outcome_open() {
    let fixture = Fixture::new();
    let raw = fixture.create::<Order>().await;
    raw.create(order(Status::Pending)).send().await.unwrap();
    fixture.requests().clear();
    let (orders, script) = fixture.scripted_table::<Order>([Answer::Malformed]);
    let update = || orders.update("o").set(Order::STATUS, Status::Paid);
    let error = update().send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutcomeUnknown);
    assert!(!error.write_applied());
    script.push(Answer::Malformed);
    let error = update().if_version(1).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Dispatch);
    assert!(!error.write_applied());
    assert_eq!(fixture.requests().operations(), ["UpdateItem"; 2]);
}
