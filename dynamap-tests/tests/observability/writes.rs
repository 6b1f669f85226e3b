use dynamap::{BatchWrite, Transaction};
use dynamap_tests::{Answer, Fixture, START, Spans};
use futures_util::stream;
use time::Duration;

use super::{Line, Order, line, order};

#[tokio::test]
async fn each_write_is_a_span() {
    let fixture = Fixture::embedded();
    let orders = fixture.create::<Order>().await;
    let lines = fixture.create::<Line>().await;
    let (spans, _guard) = Spans::capture();
    let stored = orders.create(order("a")).await.expect("a create");
    let stored = orders.put(stored).await.expect("a put");
    orders.replace(stored).await.expect("a replace");
    orders
        .update("a")
        .set(Order::NOTE, "inside")
        .await
        .expect("an update");
    orders.upsert(order("b")).await.expect("an upsert");
    orders
        .rescue("b", START + Duration::DAY)
        .await
        .expect("a rescue");
    lines.put(line(1)).await.expect("a put");
    lines.rekey(&line(1), line(2)).send().await.expect("a move");
    lines
        .rekey(&line(2), line(2))
        .send()
        .await
        .expect("a move to the same place");
    let frozen = orders.delete("b").prepare().expect("a frozen delete");
    frozen.send().await.expect("a delete");
    frozen.send().await.expect("a delete once more");
    assert_eq!(
        spans.take(),
        [
            "dynamap.create db.collection.name=orders db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.put db.collection.name=orders db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.replace db.collection.name=orders db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.update db.collection.name=orders db.operation.name=UpdateItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.upsert db.collection.name=orders db.operation.name=UpdateItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.rescue db.collection.name=orders db.operation.name=UpdateItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.put db.collection.name=lines db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.rekey db.collection.name=lines db.operation.name=TransactWriteItems dynamap.attempts=1 dynamap.requests=1",
            "dynamap.rekey db.collection.name=lines db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.delete db.collection.name=orders db.operation.name=DeleteItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.delete db.collection.name=orders db.operation.name=DeleteItem dynamap.attempts=1 dynamap.requests=1",
        ]
    );
}

#[tokio::test]
async fn a_span_counts_repeated_attempts_and_further_requests() {
    let fixture = Fixture::embedded();
    fixture.create::<Order>().await;
    let (orders, script) =
        fixture.scripted_table::<Order>([Answer::FailBefore(500), Answer::FailBefore(503)]);
    let (spans, _guard) = Spans::capture();
    orders.create(order("a")).await.expect("a create");
    assert_eq!(script.left(), 0);
    assert_eq!(
        spans.take(),
        [
            "dynamap.create db.collection.name=orders db.operation.name=PutItem dynamap.attempts=3 dynamap.requests=1"
        ]
    );
    // Expired remains are replaced by a second request; what was updated exactly once is read back.
    fixture
        .clock()
        .advance(std::time::Duration::from_hours(24 * 8));
    orders.upsert(order("a")).await.expect("an upsert");
    let update = orders.update("a").set(Order::NOTE, "inside");
    update.exactly_once().await.expect("an update");
    assert_eq!(
        spans.take(),
        [
            "dynamap.upsert db.collection.name=orders db.operation.name=UpdateItem dynamap.attempts=2 dynamap.requests=2",
            "dynamap.update db.collection.name=orders db.operation.name=TransactWriteItems dynamap.attempts=2 dynamap.requests=2",
        ]
    );
}

#[tokio::test]
async fn a_failed_write_tells_the_kind_of_its_error() {
    let fixture = Fixture::embedded();
    let orders = fixture.create::<Order>().await;
    orders.create(order("a")).await.expect("a create");
    let (broken, _) = fixture.scripted_table::<Order>((0..3).map(|_| Answer::Break));
    let (spans, _guard) = Spans::capture();
    orders
        .create(order("a"))
        .await
        .expect_err("a second create");
    let update = orders.update("a").if_version(7).await;
    update.expect_err("another version");
    broken.put(order("b")).await.expect_err("no connection");
    assert_eq!(
        spans.take(),
        [
            "dynamap.create db.collection.name=orders db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1 error.type=AlreadyExists otel.status_code=ERROR",
            "dynamap.update db.collection.name=orders db.operation.name=UpdateItem dynamap.attempts=1 dynamap.requests=1 error.type=VersionConflict otel.status_code=ERROR",
            "dynamap.put db.collection.name=orders db.operation.name=PutItem dynamap.attempts=3 dynamap.requests=1 error.type=Dispatch otel.status_code=ERROR",
        ]
    );
}

#[tokio::test]
async fn a_write_that_is_given_up_ends_its_span() {
    let fixture = Fixture::embedded();
    fixture.create::<Order>().await;
    let (orders, _script) = fixture.scripted_table::<Order>([Answer::Hang]);
    let (spans, _guard) = Spans::capture();
    let write = orders.create(order("a")).send();
    let given_up = tokio::time::timeout(std::time::Duration::from_millis(50), write).await;
    assert!(given_up.is_err());
    assert_eq!(
        spans.take(),
        [
            "dynamap.create db.collection.name=orders db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn batches_and_loads_count_what_they_were_given_and_wrote() {
    let fixture = Fixture::embedded();
    fixture.create::<Order>().await;
    fixture.create::<Line>().await;
    let (client, _script) = fixture.scripted([Answer::Unprocessed(1)]);
    let (orders, lines) = (Order::table(&client), Line::table(&client));
    let (spans, _guard) = Spans::capture();
    let many = lines.batch_write().put_all((0..30).map(line));
    assert!(
        many.concurrency(1)
            .send()
            .await
            .expect("a batch")
            .is_complete()
    );
    let several = BatchWrite::new(&client)
        .put(&lines, line(40))
        .put(
            &lines,
            Line {
                order: String::new(),
                ..line(41)
            },
        )
        .put_ignoring_version(&orders, order("a"));
    assert_eq!(several.await.expect("a batch").written(), 2);
    let load = lines.batch_write().load(stream::iter((50..60).map(line)));
    assert!(load.send().await.is_complete());
    let twice = lines.batch_write().put(line(1)).put(line(1)).send().await;
    twice.expect_err("one key twice");
    assert_eq!(
        spans.take(),
        [
            "dynamap.batch_write db.collection.name=lines db.operation.batch.size=30 db.operation.name=BatchWriteItem dynamap.attempts=2 dynamap.requests=2 dynamap.written=30",
            "dynamap.batch_write aws.dynamodb.table_names=lines, orders db.operation.batch.size=3 db.operation.name=BatchWriteItem dynamap.attempts=1 dynamap.requests=1 dynamap.written=2",
            "dynamap.load db.collection.name=lines db.operation.batch.size=10 db.operation.name=BatchWriteItem dynamap.attempts=1 dynamap.requests=1 dynamap.written=10",
            "dynamap.batch_write db.collection.name=lines db.operation.batch.size=2 db.operation.name=BatchWriteItem error.type=InvalidRequest otel.status_code=ERROR",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_is_not_carried_out_says_why() {
    let fixture = Fixture::embedded();
    fixture.create::<Line>().await;
    let (lines, _script) = fixture.scripted_table::<Line>((0..8).map(|_| Answer::Unprocessed(25)));
    let (spans, _guard) = Spans::capture();
    let batch = lines.batch_write().put_all((0..3).map(line)).send().await;
    assert_eq!(batch.expect("an outcome").unprocessed.len(), 3);
    // A call that is refused, with all that it carries.
    let (lines, _script) = fixture.scripted_table::<Line>([Answer::refuse(
        "ValidationException",
        "One or more parameter values were invalid",
    )]);
    let load = lines.batch_write().load(stream::iter((0..3).map(line)));
    assert_eq!(load.send().await.left.len(), 3);
    assert_eq!(
        spans.take(),
        [
            "dynamap.batch_write db.collection.name=lines db.operation.batch.size=3 db.operation.name=BatchWriteItem dynamap.attempts=8 dynamap.requests=8 dynamap.written=0 error.type=Throttled otel.status_code=ERROR",
            "dynamap.load db.collection.name=lines db.operation.batch.size=3 db.operation.name=BatchWriteItem dynamap.attempts=1 dynamap.requests=1 dynamap.written=0 error.type=Service otel.status_code=ERROR",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_load_that_ends_early_says_why() {
    let fixture = Fixture::embedded();
    fixture.create::<Line>().await;
    let (lines, _script) = fixture.scripted_table::<Line>((0..8).map(|_| Answer::Unprocessed(25)));
    let (spans, _guard) = Spans::capture();
    let load = lines.batch_write().load(stream::iter((0..3).map(line)));
    assert!(!load.send().await.is_complete());
    assert_eq!(
        spans.take(),
        [
            "dynamap.load db.collection.name=lines db.operation.batch.size=3 db.operation.name=BatchWriteItem dynamap.attempts=8 dynamap.requests=8 dynamap.written=0 error.type=Throttled otel.status_code=ERROR"
        ]
    );
}

#[tokio::test]
async fn a_transaction_is_a_span_over_its_tables() {
    let fixture = Fixture::embedded();
    let orders = fixture.create::<Order>().await;
    let lines = fixture.create::<Line>().await;
    let (spans, _guard) = Spans::capture();
    let transaction = Transaction::new(fixture.client())
        .create(&orders, order("a"))
        .put(&lines, line(1))
        .put(&lines, line(2))
        .return_consumed_capacity();
    let committed = transaction.await.expect("a transaction");
    assert_eq!(committed.consumed_capacity.len(), 2);
    let again = Transaction::new(fixture.client()).create(&orders, order("a"));
    again.await.expect_err("a second create");
    assert_eq!(
        spans.take(),
        [
            // Two units an item, and one more for the index that an order is in.
            "dynamap.transaction aws.dynamodb.table_names=lines, orders db.operation.batch.size=3 db.operation.name=TransactWriteItems dynamap.attempts=1 dynamap.consumed_capacity=7.0 dynamap.requests=1",
            "dynamap.transaction db.collection.name=orders db.operation.batch.size=1 db.operation.name=TransactWriteItems dynamap.attempts=1 dynamap.requests=1 error.type=TransactionCancelled otel.status_code=ERROR",
        ]
    );
}
