//! The tag is written with every item, and no write of one type touches an item of another.

use dynamap::{ErrorKind, Transaction};

use super::store::{Counter, Note, counter, note, order, store};

fn tag(item: Option<dynamap::Item>) -> String {
    item.unwrap()["_type"].as_s().unwrap().clone()
}

#[tokio::test]
async fn every_write_that_may_insert_writes_the_tag() {
    let store = store().await;
    store.notes.create(note("create")).await.unwrap();
    store.notes.put(note("put")).await.unwrap();
    store.notes.upsert(note("upsert")).await.unwrap();
    store
        .notes
        .update(("ann", "or_insert"))
        .set(Note::TEXT, "new")
        .or_insert(note("or_insert"))
        .await
        .unwrap();
    store
        .notes
        .batch_write()
        .put(note("batch"))
        .send()
        .await
        .unwrap();
    Transaction::new(store.fixture.client())
        .put(&store.notes, note("transaction"))
        .send()
        .await
        .unwrap();
    for sk in [
        "create",
        "put",
        "upsert",
        "or_insert",
        "batch",
        "transaction",
    ] {
        assert_eq!(tag(store.stored(sk).await), "NOTE", "{sk}");
    }
    store.counters.create(counter("counter")).await.unwrap();
    store
        .counters
        .rekey(
            &Counter {
                version: 1,
                ..counter("counter")
            },
            counter("moved"),
        )
        .await
        .unwrap();
    assert_eq!(tag(store.stored("moved").await), "COUNTER");
}

#[tokio::test]
async fn a_write_of_an_item_expects_its_own_type() {
    let store = store().await;
    store.notes.create(note("a")).await.unwrap();
    let there = "attribute_exists(pk) AND _type = 'NOTE'";
    store.fixture.requests().clear();
    store
        .notes
        .update(("ann", "a"))
        .set(Note::TEXT, "b")
        .await
        .unwrap();
    assert_eq!(store.fixture.requests().only().condition(), there);
    store.fixture.requests().clear();
    store.notes.replace(note("a")).await.unwrap();
    assert_eq!(store.fixture.requests().only().condition(), there);
    store.fixture.requests().clear();
    store.notes.upsert(note("a")).await.unwrap();
    assert_eq!(
        store.fixture.requests().only().condition(),
        "attribute_not_exists(pk) OR _type = 'NOTE'"
    );
    // What replaces or removes whatever is there asks nothing.
    for request in [
        {
            store.fixture.requests().clear();
            store.notes.put(note("a")).await.unwrap();
            store.fixture.requests().only()
        },
        {
            store.fixture.requests().clear();
            store.notes.delete(("ann", "a")).await.unwrap();
            store.fixture.requests().only()
        },
    ] {
        assert!(request.get("ConditionExpression").is_null());
    }
}

#[tokio::test]
async fn another_item_is_not_written_over() {
    let store = store().await;
    store.notes.create(note("a")).await.unwrap();
    let before = store.stored("a").await;
    let key = || ("ann", "a");
    let message = "`_type`: the item under this key is not of the entity `COUNTER`: \
                   `Error::current_item` has it as it is stored";
    let update = store
        .counters
        .update(key())
        .set(Counter::COUNT, 8_u64)
        .await
        .unwrap_err();
    assert_eq!(
        update.to_string(),
        format!("UpdateItem on `store`: {message}")
    );
    let others = [
        store
            .counters
            .update(key())
            .set(Counter::COUNT, 8_u64)
            .if_version(1)
            .await
            .unwrap_err(),
        store.counters.replace(counter("a")).await.unwrap_err(),
        store.counters.upsert(counter("a")).await.unwrap_err(),
        store
            .counters
            .put(Counter {
                version: 3,
                ..counter("a")
            })
            .await
            .unwrap_err(),
        store
            .counters
            .delete(key())
            .if_version(1)
            .await
            .unwrap_err(),
        store
            .counters
            .update(key())
            .set(Counter::COUNT, 8_u64)
            .or_insert(counter("a"))
            .await
            .unwrap_err(),
    ];
    for error in others.iter().chain([&update]) {
        assert_eq!(error.kind(), ErrorKind::OtherEntity, "{error}");
        assert_eq!(error.current_item(), before.as_ref(), "{error}");
        assert_eq!(
            error.current::<Counter>().unwrap().unwrap_err().kind(),
            ErrorKind::OtherEntity
        );
        assert_eq!(error.current::<Note>().unwrap().unwrap(), note("a"));
    }
    let error = store.counters.create(counter("a")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let error = Transaction::new(store.fixture.client())
        .update(store.counters.update(key()).set(Counter::COUNT, 8_u64))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
    assert_eq!(error.steps()[0].1.kind(), ErrorKind::OtherEntity);
    assert_eq!(store.stored("a").await, before);
    // Where nothing is, nothing of another type is.
    let error = store.orders.replace(order(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
