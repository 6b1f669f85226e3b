use dynamap::capacity::{CapacityTotal, CapacityUsed, Units};
use dynamap::{BatchGet, BatchWrite, Transaction, TransactionGet};
use dynamap_tests::{Answer, Fixture, Request};
use futures_util::stream;
use serde_json::{Value, json};

use super::{Line, Order, line, order};

fn units(units: Units) -> (f64, f64) {
    (units.read_units, units.write_units)
}

/// Requests, then read and write units.
fn sums(used: &CapacityUsed) -> (u64, f64, f64) {
    (used.requests, used.units.read_units, used.units.write_units)
}

fn asked(requests: &[Request]) -> Vec<&Value> {
    let asked = requests
        .iter()
        .map(|request| request.get("ReturnConsumedCapacity"));
    asked.collect()
}

#[tokio::test]
async fn only_a_handle_with_a_total_asks_for_capacity() {
    let fixture = Fixture::embedded();
    let orders = fixture.create::<Order>().await;
    let total = CapacityTotal::new();
    let counted = orders.with_capacity_total(&total);
    fixture.requests().clear();
    orders.create(order("a")).await.expect("a create");
    orders.get("a").await.expect("a get");
    orders
        .get("a")
        .return_consumed_capacity()
        .await
        .expect("a get");
    counted.get("a").await.expect("a get");
    counted
        .get("a")
        .return_consumed_capacity()
        .await
        .expect("a get");
    let requests = fixture.requests().take();
    assert_eq!(
        asked(&requests),
        [
            &Value::Null,
            &Value::Null,
            &json!("TOTAL"),
            &json!("INDEXES"),
            &json!("INDEXES")
        ]
    );
    assert_eq!(sums(&total.snapshot()), (2, 1.0, 0.0));
}

#[tokio::test]
async fn a_total_tells_reads_writes_tables_and_indexes_apart() {
    let fixture = Fixture::embedded();
    let total = CapacityTotal::new();
    let orders = fixture.create::<Order>().await.with_capacity_total(&total);
    let lines = fixture.create::<Line>().await.with_capacity_total(&total);
    orders.create(order("a")).await.expect("a create");
    orders.get("a").consistent_read(true).await.expect("a get");
    orders
        .query_by_customer("anna")
        .all()
        .await
        .expect("a query");
    lines.put(line(1)).await.expect("a put");
    let used = total.snapshot();
    assert_eq!(sums(&used), (4, 1.5, 3.0));
    let names: Vec<&str> = used.tables.keys().map(String::as_str).collect();
    assert_eq!(names, ["lines", "orders"]);
    let of_orders = &used.tables["orders"];
    assert_eq!(units(of_orders.units), (1.5, 2.0));
    assert_eq!(units(of_orders.table), (1.0, 1.0));
    assert_eq!(units(of_orders.global_indexes["by_customer"]), (0.5, 1.0));
    assert!(of_orders.local_indexes.is_empty());
    let of_lines = &used.tables["lines"];
    assert_eq!(units(of_lines.units), (0.0, 1.0));
    assert_eq!(units(of_lines.table), (0.0, 1.0));
    assert!(of_lines.global_indexes.is_empty());
}

#[tokio::test]
async fn clones_share_a_total_and_taking_starts_it_again() {
    let fixture = Fixture::embedded();
    let lines = fixture.create::<Line>().await;
    let total = CapacityTotal::new();
    let counted = lines.with_capacity_total(&total);
    let clone = counted.clone();
    let renamed = clone.with_clock(fixture.clock().clone());
    counted.put(line(1)).await.expect("a put");
    let task = tokio::spawn(async move { clone.put(line(2)).await.map(drop) });
    task.await.expect("no panic").expect("a put");
    renamed.put(line(3)).await.expect("a put");
    lines.put(line(4)).await.expect("a put that is not counted");
    assert_eq!(sums(&total.snapshot()), (3, 0.0, 3.0));
    assert_eq!(sums(&total.take()), (3, 0.0, 3.0));
    assert_eq!(total.snapshot(), CapacityUsed::default());
    counted.query("a").all().await.expect("a query");
    assert_eq!(sums(&total.clone().take()), (1, 0.5, 0.0));
    // The handle of another total.
    let other = CapacityTotal::new();
    counted
        .with_capacity_total(&other)
        .put(line(5))
        .await
        .expect("a put");
    assert_eq!(sums(&total.snapshot()), (0, 0.0, 0.0));
    assert_eq!(sums(&other.snapshot()), (1, 0.0, 1.0));
}

#[tokio::test]
async fn batches_transactions_streams_and_tools_are_counted() {
    let fixture = Fixture::embedded();
    let total = CapacityTotal::new();
    let orders = fixture.create::<Order>().await.with_capacity_total(&total);
    let lines = fixture.create::<Line>().await.with_capacity_total(&total);
    let client = fixture.client();

    lines
        .batch_write()
        .put_all((0..30).map(line))
        .send()
        .await
        .expect("a batch");
    assert_eq!(sums(&total.take()), (2, 0.0, 30.0));
    let load = lines.batch_write().load(stream::iter((30..40).map(line)));
    assert!(load.send().await.is_complete());
    assert_eq!(sums(&total.take()), (1, 0.0, 10.0));
    lines
        .batch_get((0..4).map(|number| ("a", number)))
        .send()
        .await
        .expect("a read");
    assert_eq!(sums(&total.take()), (1, 2.0, 0.0));

    // One call on two tables is an answer for each.
    let batch = BatchWrite::new(client)
        .put(&lines, line(50))
        .put_ignoring_version(&orders, order("b"));
    assert!(batch.await.expect("a batch").is_complete());
    let used = total.take();
    assert_eq!(sums(&used), (2, 0.0, 3.0));
    assert_eq!(units(used.tables["orders"].units), (0.0, 2.0));
    let mut read = BatchGet::new(client);
    let _ = (read.get(&lines, ("a", 1_u32)), read.get(&orders, "b"));
    let _ = read.await.expect("a read");
    assert_eq!(sums(&total.take()), (2, 1.0, 0.0));

    let transaction = Transaction::new(client)
        .create(&orders, order("c"))
        .put(&lines, line(60));
    transaction.await.expect("a transaction");
    assert_eq!(sums(&total.take()), (2, 0.0, 5.0));
    let mut read = TransactionGet::new(client);
    let _ = (read.get(&lines, ("a", 1_u32)), read.get(&orders, "b"));
    let _ = read.send().await.expect("a read");
    assert_eq!(sums(&total.take()), (2, 4.0, 0.0));

    let mut stream = lines.query("a").page_size(20).stream();
    while let Some(line) = stream.next().await {
        line.expect("a line");
    }
    assert_eq!(total.take().requests, 3);
    orders.ttl().audit().segments(1).await.expect("an audit");
    assert_eq!(sums(&total.take()), (1, 0.5, 0.0));
}

#[tokio::test]
async fn a_table_without_a_total_is_not_counted_with_its_neighbour() {
    let fixture = Fixture::embedded();
    let (mine, theirs) = (CapacityTotal::new(), CapacityTotal::new());
    let orders = fixture.create::<Order>().await;
    let lines = fixture.create::<Line>().await;
    let batch = BatchWrite::new(fixture.client())
        .put(&lines.with_capacity_total(&mine), line(1))
        .put_ignoring_version(&orders, order("a"));
    batch.await.expect("a batch");
    assert_eq!(sums(&mine.take()), (1, 0.0, 1.0));
    let transaction = Transaction::new(fixture.client())
        .put(&lines.with_capacity_total(&mine), line(2))
        .put(&orders.with_capacity_total(&theirs), order("b"));
    transaction.await.expect("a transaction");
    assert_eq!(sums(&mine.take()), (1, 0.0, 2.0));
    assert_eq!(sums(&theirs.take()), (1, 0.0, 3.0));
}

#[tokio::test]
async fn local_indexes_and_repeated_attempts() {
    // DynamoDB's answer to a write of a table with both kinds of index; the first attempt failed.
    let fixture = Fixture::embedded();
    fixture.create::<Line>().await;
    let answer = Answer::edit(|mut answer| {
        answer["ConsumedCapacity"] = json!({
            "TableName": "lines",
            "CapacityUnits": 6.0,
            "Table": {"CapacityUnits": 3.0},
            "LocalSecondaryIndexes": {"by_sku": {"CapacityUnits": 1.0}},
            "GlobalSecondaryIndexes": {"by_day": {"CapacityUnits": 2.0}},
        });
        answer
    });
    let (lines, script) = fixture.scripted_table::<Line>([Answer::FailBefore(500), answer]);
    let total = CapacityTotal::new();
    lines
        .with_capacity_total(&total)
        .put(line(1))
        .await
        .expect("a put");
    assert_eq!(script.left(), 0);
    let used = total.take();
    assert_eq!(sums(&used), (1, 0.0, 6.0));
    let of_lines = &used.tables["lines"];
    assert_eq!(units(of_lines.table), (0.0, 3.0));
    assert_eq!(units(of_lines.local_indexes["by_sku"]), (0.0, 1.0));
    assert_eq!(units(of_lines.global_indexes["by_day"]), (0.0, 2.0));
}

#[tokio::test]
async fn a_refused_write_is_not_told_and_not_counted() {
    let fixture = Fixture::embedded();
    let total = CapacityTotal::new();
    let orders = fixture.create::<Order>().await.with_capacity_total(&total);
    orders.create(order("a")).await.expect("a create");
    orders.create(order("a")).await.expect_err("a second one");
    assert_eq!(sums(&total.snapshot()), (1, 0.0, 2.0));
    assert_eq!(
        format!("{total:?}"),
        format!("CapacityTotal({:?})", total.snapshot())
    );
}
