//! TransactWriteItems and TransactGetItems: all or nothing, one instant, one token, each step explained.

use std::collections::HashSet;

use dynamap::{DynamoItem, ErrorKind, Transaction, TransactionGet, unset};
use dynamap_tests::{Answer, Fixture};
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "accounts")]
struct Account {
    #[partition_key]
    id: String,
    cents: i64,
    #[version]
    version: u64,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "entries")]
struct Entry {
    #[partition_key]
    id: String,
    cents: i64,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "1d")]
    expires_at: Option<OffsetDateTime>,
}

fn account(id: &str, cents: i64) -> Account {
    Account {
        id: id.to_owned(),
        cents,
        version: 0,
        updated_at: unset(),
    }
}

fn entry(id: &str) -> Entry {
    Entry {
        id: id.to_owned(),
        cents: 5,
        created_at: unset(),
        expires_at: None,
    }
}

fn transaction(fixture: &Fixture) -> Transaction {
    Transaction::new(fixture.client()).with_clock(fixture.clock().clone())
}

#[tokio::test]
async fn every_step_happens_at_one_instant() {
    // A08, FC-19, FC-102: one clock reading for all steps, however late the steps are added.
    let fixture = Fixture::new();
    let accounts = fixture.create::<Account>().await;
    let entries = fixture.create::<Entry>().await;
    accounts
        .create(account("a", 100))
        .send()
        .await
        .expect("an account");
    fixture.requests().clear();
    let first = transaction(&fixture).create(&accounts, account("b", 1));
    fixture.clock().advance(std::time::Duration::from_secs(5));
    let committed = first
        .put(&entries, entry("e"))
        .update(accounts.update("a").subtract(Account::CENTS, 5))
        .send()
        .await
        .expect("a transaction");
    assert_eq!(committed.attempts, 1);
    assert_eq!(fixture.requests().operations(), ["TransactWriteItems"]);
    let start = datetime!(2026-11-30 12:00 UTC);
    let a = accounts
        .get("a")
        .send()
        .await
        .expect("a read")
        .expect("the account");
    let b = accounts
        .get("b")
        .send()
        .await
        .expect("a read")
        .expect("the account");
    let e = entries
        .get("e")
        .send()
        .await
        .expect("a read")
        .expect("the entry");
    assert_eq!((a.cents, a.version, a.updated_at), (95, 2, start));
    assert_eq!((b.cents, b.version, b.updated_at), (1, 1, start));
    assert_eq!(
        (e.created_at, e.expires_at),
        (start, Some(datetime!(2026-12-01 12:00 UTC)))
    );
}

#[tokio::test]
async fn the_failed_step_is_told_with_the_item_in_its_way_and_nothing_is_written() {
    // FC-18, V22: the position, the reason, the current item decoded; nothing else changed.
    let fixture = Fixture::new();
    let accounts = fixture.create::<Account>().await;
    let entries = fixture.create::<Entry>().await;
    let stored = accounts
        .create(account("a", 100))
        .send()
        .await
        .expect("an account");
    let given = entry("e");
    let mut error = transaction(&fixture)
        .create(&entries, given.clone())
        .update(accounts.update("a").set(Account::CENTS, 0).if_version(7))
        .send()
        .await
        .expect_err("a stale version");
    assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
    let [(position, step)] = error.steps() else {
        panic!("one step: {error}")
    };
    assert_eq!(*position, 1);
    assert!(step.is_version_conflict());
    assert_eq!(step.versions(), Some((7, Some(1))));
    assert_eq!(
        step.current::<Account>()
            .expect("an item")
            .expect("an account"),
        stored
    );
    assert_eq!(step.table(), "accounts");
    assert!(
        error.to_string().contains("step 1 on `accounts`"),
        "{error}"
    );
    assert_eq!(error.given::<Entry>(), Some(given));
    assert_eq!(entries.get("e").send().await.expect("a read"), None);
}

#[tokio::test]
async fn a_check_writes_nothing_and_cancels() {
    let fixture = Fixture::new();
    let accounts = fixture.create::<Account>().await;
    let entries = fixture.create::<Entry>().await;
    accounts
        .create(account("a", 100))
        .send()
        .await
        .expect("an account");
    transaction(&fixture)
        .check(&accounts, "a", Account::CENTS.ge(100))
        .create(&entries, entry("e"))
        .send()
        .await
        .expect("enough cents");
    let error = transaction(&fixture)
        .check(&accounts, "a", Account::CENTS.ge(101))
        .create(&entries, entry("f"))
        .send()
        .await
        .expect_err("too few cents");
    assert!(error.steps()[0].1.is_condition_failed());
    let missing = transaction(&fixture)
        .check(&accounts, "nobody", Account::CENTS.ge(1))
        .send()
        .await
        .expect_err("no account");
    assert!(missing.steps()[0].1.is_not_found());
}

#[tokio::test]
async fn what_dynamodb_would_refuse_is_refused_before_sending() {
    // FC-45, FC-68, B09, B10, B13.
    let fixture = Fixture::new();
    let accounts = fixture.create::<Account>().await;
    fixture.requests().clear();
    let empty = transaction(&fixture).send().await.expect_err("no steps");
    assert_eq!(empty.kind(), ErrorKind::InvalidRequest);
    let twice = transaction(&fixture)
        .check(&accounts, "a", Account::CENTS.exists())
        .put(&accounts, account("a", 1))
        .send()
        .await
        .expect_err("one item twice");
    assert!(
        twice.to_string().contains("condition on the write"),
        "{twice}"
    );
    let mut many = transaction(&fixture);
    for number in 0..101 {
        many = many.put(&accounts, account(&number.to_string(), 1));
    }
    let many = many.send().await.expect_err("too many");
    assert!(many.to_string().contains("101 steps"), "{many}");
    let bad = transaction(&fixture)
        .put(&accounts, account("a", 1))
        .put(&accounts, account("", 1))
        .send()
        .await
        .expect_err("an empty key");
    assert_eq!((bad.kind(), bad.steps()[0].0), (ErrorKind::InvalidKey, 1));
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn a_hundred_steps_are_one_request() {
    // FC-68: never split.
    let fixture = Fixture::new();
    let accounts = fixture.create::<Account>().await;
    fixture.requests().clear();
    let mut all = transaction(&fixture);
    for number in 0..100 {
        all = all.put(&accounts, account(&number.to_string(), 1));
    }
    all.send().await.expect("a transaction");
    assert_eq!(fixture.requests().take().len(), 1);
    assert_eq!(accounts.scan().count().await.expect("a count"), 100);
}

#[tokio::test(start_paused = true)]
async fn one_token_goes_with_all_attempts_and_conflicts_are_tried_again() {
    let fixture = Fixture::embedded();
    fixture.create::<Account>().await;
    let conflict = || Answer::Refuse {
        code: "TransactionCanceledException",
        message: "Transaction cancelled".to_owned(),
        more: json!({"CancellationReasons": [{"Code": "TransactionConflict"}]}),
    };
    let (client, script) = fixture.scripted([Answer::Lose, conflict(), conflict(), Answer::Pass]);
    let accounts = Account::table(&client).with_clock(fixture.clock().clone());
    fixture.requests().clear();
    let committed = Transaction::new(&client)
        .with_clock(fixture.clock().clone())
        .update(
            accounts
                .update("a")
                .add(Account::CENTS, 5)
                .or_insert(account("a", 0)),
        )
        .send()
        .await
        .expect("carried out once");
    assert_eq!(script.left(), 0);
    assert_eq!(committed.attempts, 4);
    let requests = fixture.requests().take();
    let tokens: Vec<_> = requests
        .iter()
        .map(|request| request.get("ClientRequestToken"))
        .collect();
    assert!(
        tokens.windows(2).all(|pair| pair[0] == pair[1]),
        "{tokens:?}"
    );
    let stored = accounts
        .get("a")
        .send()
        .await
        .expect("a read")
        .expect("the account");
    assert_eq!(stored.cents, 5, "counted once");
}

#[tokio::test]
async fn a_prepared_transaction_happens_once_and_grows_too_old() {
    let fixture = Fixture::embedded();
    let accounts = fixture.create::<Account>().await;
    accounts
        .create(account("a", 100))
        .send()
        .await
        .expect("an account");
    let prepared = transaction(&fixture)
        .update(accounts.update("a").add(Account::CENTS, 5))
        .prepare()
        .expect("a prepared transaction");
    prepared.send().await.expect("the first sending");
    fixture.clock().advance(std::time::Duration::from_mins(9));
    prepared.clone().send().await.expect("the second sending");
    let stored = accounts
        .get("a")
        .send()
        .await
        .expect("a read")
        .expect("the account");
    assert_eq!(stored.cents, 105);
    fixture.clock().advance(std::time::Duration::from_secs(1));
    let error = prepared.send().await.expect_err("too old");
    assert_eq!(error.kind(), ErrorKind::PreparedTooOld);
}

#[tokio::test]
async fn a_token_stands_for_one_payload() {
    // B12: equal transactions have tokens of their own, and the service's refusal of a reused one is told.
    let fixture = Fixture::embedded();
    fixture.create::<Account>().await;
    let (client, script) = fixture.scripted([]);
    let accounts = Account::table(&client).with_clock(fixture.clock().clone());
    fixture.requests().clear();
    let mut tokens = HashSet::new();
    for _ in 0..10 {
        Transaction::new(&client)
            .put(&accounts, account("a", 1))
            .send()
            .await
            .expect("a put");
        Transaction::new(&client)
            .delete(accounts.delete("a"))
            .send()
            .await
            .expect("a deletion");
    }
    for request in fixture.requests().take() {
        let token = request.get("ClientRequestToken").as_str().expect("a token");
        assert!((1..=36).contains(&token.len()), "{token}");
        tokens.insert(token.to_owned());
    }
    assert_eq!(tokens.len(), 20);

    script.push(Answer::refuse(
        "IdempotentParameterMismatchException",
        "The request uses the same client token as a previous, but non-identical request.",
    ));
    let given = account("b", 1);
    let mut error = Transaction::new(&client)
        .create(&accounts, given.clone())
        .send()
        .await
        .expect_err("a token of another payload");
    assert_eq!(error.code(), Some("IdempotentParameterMismatchException"));
    assert_eq!(script.left(), 0);
    assert_eq!(error.given::<Account>(), Some(given));
    assert_eq!(accounts.get("b").send().await.expect("a read"), None);
}

#[tokio::test]
async fn a_transactional_read_answers_in_order() {
    let fixture = Fixture::new();
    let accounts = fixture.create::<Account>().await;
    let entries = fixture.create::<Entry>().await;
    let a = accounts
        .create(account("a", 100))
        .send()
        .await
        .expect("an account");
    let e = entries.create(entry("e")).send().await.expect("an entry");
    let mut read = TransactionGet::new(fixture.client()).with_clock(fixture.clock().clone());
    let missing = read.get(&accounts, "nobody");
    let account = read.get(&accounts, "a");
    let entry = read.get(&entries, "e");
    let mut got = read.send().await.expect("a read");
    assert_eq!(got.take(missing).expect("an answer"), None);
    assert_eq!(got.take(entry).expect("an answer"), Some(e));
    assert_eq!(got.take(account).expect("an answer"), Some(a));
    assert_eq!(got.take(account).expect("taken before"), None);

    fixture.clock().advance(std::time::Duration::from_hours(24));
    let mut read = TransactionGet::new(fixture.client()).with_clock(fixture.clock().clone());
    let entry = read.get(&entries, "e");
    assert_eq!(
        read.send()
            .await
            .expect("a read")
            .take(entry)
            .expect("expired"),
        None
    );

    let mut twice = TransactionGet::new(fixture.client());
    let _ = (twice.get(&accounts, "a"), twice.get(&accounts, "a"));
    assert_eq!(
        twice.send().await.expect_err("twice").kind(),
        ErrorKind::InvalidRequest
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_transfers_keep_the_sum() {
    let fixture = Fixture::new();
    let accounts = fixture.create::<Account>().await;
    for id in ["a", "b", "c"] {
        accounts
            .create(account(id, 1_000))
            .send()
            .await
            .expect("an account");
    }
    let transfers = (0..50).map(|number| {
        let (accounts, client, clock) = (
            accounts.clone(),
            fixture.client().clone(),
            fixture.clock().clone(),
        );
        tokio::spawn(async move {
            let ids = ["a", "b", "c"];
            let (from, to) = (ids[number % 3], ids[(number + 1) % 3]);
            loop {
                let sent = Transaction::new(&client)
                    .with_clock(clock.clone())
                    .update(accounts.update(from).subtract(Account::CENTS, 7))
                    .update(accounts.update(to).add(Account::CENTS, 7))
                    .send()
                    .await;
                match sent {
                    Ok(_) => return,
                    Err(error) if error.kind() == ErrorKind::TransactionConflict => {}
                    Err(error) => panic!("{error}"),
                }
            }
        })
    });
    for transfer in transfers.collect::<Vec<_>>() {
        transfer.await.expect("a transfer");
    }
    let all = accounts.scan().all().await.expect("all accounts");
    assert_eq!(all.iter().map(|account| account.cents).sum::<i64>(), 3_000);
    assert_eq!(
        all.iter().map(|account| account.version).sum::<u64>(),
        3 + 100
    );
}
