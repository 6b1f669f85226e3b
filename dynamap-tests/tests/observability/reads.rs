use dynamap::{BatchGet, DynamoItem, TransactionGet};
use dynamap_tests::{Answer, Fixture, START, Spans};
use serde_json::json;
use time::{Duration, OffsetDateTime};

use super::{Line, Order, line, order};

async fn lines(fixture: &Fixture, count: u32) -> super::LineTable {
    let lines = fixture.create::<Line>().await;
    let batch = lines.batch_write().put_all((0..count).map(line));
    assert!(batch.send().await.expect("a batch").is_complete());
    lines
}

#[tokio::test]
async fn a_get_tells_whether_there_was_an_item() {
    let fixture = Fixture::embedded();
    let lines = lines(&fixture, 1).await;
    let (spans, _guard) = Spans::capture();
    let found = lines.get(("a", 0_u32)).return_consumed_capacity();
    assert!(found.await.expect("a read").is_some());
    assert!(lines.get(("a", 9_u32)).await.expect("a read").is_none());
    assert_eq!(
        spans.take(),
        [
            "dynamap.get db.collection.name=lines db.operation.name=GetItem db.response.returned_rows=1 dynamap.attempts=1 dynamap.consumed_capacity=0.5 dynamap.requests=1",
            "dynamap.get db.collection.name=lines db.operation.name=GetItem db.response.returned_rows=0 dynamap.attempts=1 dynamap.requests=1",
        ]
    );
}

#[tokio::test]
async fn a_stream_is_one_span_over_its_pages() {
    let fixture = Fixture::embedded();
    let lines = lines(&fixture, 7).await;
    let (spans, _guard) = Spans::capture();
    let mut stream = lines.query("a").page_size(3).stream();
    assert!(spans.all().is_empty(), "nothing was asked for yet");
    let mut read = 0;
    while let Some(line) = stream.next().await {
        line.expect("a line");
        read += 1;
    }
    assert_eq!(read, 7);
    // The stream has ended; that it is still there does not keep the span open.
    assert_eq!(
        spans.take(),
        [
            "dynamap.query aws.dynamodb.scanned_count=7 db.collection.name=lines db.operation.name=Query db.response.returned_rows=7 dynamap.attempts=3 dynamap.requests=3"
        ]
    );
    assert!(stream.next().await.is_none());
    assert!(
        spans.take().is_empty(),
        "an ended stream does not begin again"
    );
}

#[tokio::test]
async fn a_stream_that_is_dropped_ends_its_span() {
    let fixture = Fixture::embedded();
    let lines = lines(&fixture, 7).await;
    let (spans, _guard) = Spans::capture();
    let mut stream = lines.query("a").page_size(3).stream();
    for _ in 0..4 {
        stream.next().await.expect("a line").expect("a line");
    }
    let open: Vec<bool> = spans
        .all()
        .iter()
        .filter(|span| span.told.target == "dynamap")
        .map(|span| span.is_closed)
        .collect();
    assert_eq!(open, [false]);
    drop(stream);
    assert_eq!(
        spans.take(),
        [
            "dynamap.query aws.dynamodb.scanned_count=6 db.collection.name=lines db.operation.name=Query db.response.returned_rows=4 dynamap.attempts=2 dynamap.requests=2"
        ]
    );
    drop(lines.scan().stream());
    assert!(spans.take().is_empty(), "nothing was asked for");
}

#[tokio::test]
async fn a_stream_may_be_read_elsewhere_than_it_was_made() {
    let fixture = Fixture::embedded();
    let lines = lines(&fixture, 3).await;
    let (spans, _guard) = Spans::capture();
    let outer = tracing::info_span!(target: "test", "caller");
    let stream = outer.in_scope(|| lines.query("a").stream());
    let mut task = {
        let mut stream = stream;
        Box::pin(async move {
            let mut read = 0;
            while let Some(line) = stream.next().await {
                line.expect("a line");
                // Whatever the caller does between two items is not in the span of the read.
                tracing::info!(target: "test", "between");
                tokio::task::yield_now().await;
                read += 1;
            }
            read
        })
    };
    assert_eq!((&mut task).await, 3);
    drop(task);
    drop(outer);
    let entered = spans.all();
    let read = entered
        .iter()
        .find(|span| span.told.name == "dynamap.query")
        .expect("a span");
    assert_eq!(read.parent, None, "it began where it was first polled");
    assert_eq!(spans.take().len(), 1);
}

#[tokio::test]
async fn every_way_to_end_a_read_is_one_span() {
    let fixture = Fixture::embedded();
    let lines = lines(&fixture, 5).await;
    let orders = fixture.create::<Order>().await;
    orders.create(order("a")).await.expect("a create");
    let (spans, _guard) = Spans::capture();
    let page = lines.query("a").page_size(2).return_consumed_capacity();
    assert_eq!(page.send().await.expect("a page").items.len(), 2);
    lines.query("a").first().await.expect("a first");
    lines.query("a").latest().await.expect("a latest");
    assert_eq!(lines.query("a").count().await.expect("a count"), 5);
    let filtered = lines.scan().filter(Line::NUMBER.ge(3_u32));
    assert_eq!(filtered.all().await.expect("a scan").len(), 2);
    let segments = lines.scan().segments(2);
    assert_eq!(segments.all().await.expect("a scan").len(), 5);
    let indexed = orders.query_by_customer("anna").within(START..);
    assert_eq!(indexed.all().await.expect("a query").len(), 1);
    // An empty range sends nothing.
    let nothing = orders.query_by_customer("anna").within(START..START);
    assert!(nothing.all().await.expect("a query").is_empty());
    assert_eq!(
        spans.take(),
        [
            "dynamap.query aws.dynamodb.scanned_count=2 db.collection.name=lines db.operation.name=Query db.response.returned_rows=2 dynamap.attempts=1 dynamap.consumed_capacity=0.5 dynamap.requests=1",
            "dynamap.query aws.dynamodb.scanned_count=1 db.collection.name=lines db.operation.name=Query db.response.returned_rows=1 dynamap.attempts=1 dynamap.requests=1",
            "dynamap.query aws.dynamodb.scanned_count=1 db.collection.name=lines db.operation.name=Query db.response.returned_rows=1 dynamap.attempts=1 dynamap.requests=1",
            "dynamap.query aws.dynamodb.count=5 aws.dynamodb.scanned_count=5 db.collection.name=lines db.operation.name=Query dynamap.attempts=1 dynamap.requests=1",
            "dynamap.scan aws.dynamodb.scanned_count=5 db.collection.name=lines db.operation.name=Scan db.response.returned_rows=2 dynamap.attempts=1 dynamap.requests=1",
            "dynamap.scan aws.dynamodb.scanned_count=5 db.collection.name=lines db.operation.name=Scan db.response.returned_rows=5 dynamap.attempts=2 dynamap.requests=2",
            "dynamap.query aws.dynamodb.index_name=by_customer aws.dynamodb.scanned_count=1 db.collection.name=orders db.operation.name=Query db.response.returned_rows=1 dynamap.attempts=1 dynamap.requests=1",
            "dynamap.query aws.dynamodb.index_name=by_customer db.collection.name=orders db.operation.name=Query",
        ]
    );
}

#[tokio::test]
async fn a_read_that_fails_tells_the_kind_of_its_error() {
    let fixture = Fixture::embedded();
    let lines = lines(&fixture, 4).await;
    let (refused, _) = fixture.scripted_table::<Line>([
        Answer::Pass,
        Answer::refuse("ValidationException", "something is wrong"),
    ]);
    let (spans, _guard) = Spans::capture();
    let mut stream = refused.query("a").page_size(2).stream();
    for _ in 0..2 {
        stream.next().await.expect("a line").expect("a line");
    }
    stream.next().await.expect("an end").expect_err("a refusal");
    assert_eq!(
        spans.take(),
        [
            "dynamap.query aws.dynamodb.scanned_count=2 db.collection.name=lines db.operation.name=Query db.response.returned_rows=2 dynamap.attempts=2 dynamap.requests=2 error.type=Service otel.status_code=ERROR"
        ]
    );
    assert!(stream.next().await.is_none());
    let cursor = "bm90aGluZw".parse::<dynamap::Cursor>();
    cursor.expect_err("no cursor, and no operation");
    lines.get(("", 1_u32)).await.expect_err("an empty key");
    // A row that cannot be read does not end the stream, and is told all the same.
    let (faulty, _) = fixture.scripted_table::<Line>([Answer::edit(|mut answer| {
        answer["Items"][0]["sku"] = json!({"BOOL": true});
        answer
    })]);
    let mut stream = faulty.query("a").stream();
    let mut rows = Vec::new();
    while let Some(row) = stream.next().await {
        rows.push(row.is_ok());
    }
    assert_eq!(rows, [false, true, true, true]);
    assert_eq!(
        spans.take(),
        [
            "dynamap.get db.collection.name=lines db.operation.name=GetItem error.type=InvalidKey otel.status_code=ERROR",
            "dynamap.query aws.dynamodb.scanned_count=4 db.collection.name=lines db.operation.name=Query db.response.returned_rows=3 dynamap.attempts=1 dynamap.requests=1 error.type=Decode otel.status_code=ERROR",
        ]
    );
}

#[tokio::test]
async fn reads_of_many_keys_count_keys_and_items() {
    let fixture = Fixture::embedded();
    let lines = lines(&fixture, 120).await;
    let orders = fixture.create::<Order>().await;
    let (spans, _guard) = Spans::capture();
    let keys = (0..130).map(|number| ("a", number));
    let got = lines.batch_get(keys).return_consumed_capacity();
    assert_eq!(got.send().await.expect("a read").len(), 130);
    let mut read = BatchGet::new(fixture.client());
    let _ = (read.get(&lines, ("a", 1_u32)), read.get(&orders, "x"));
    let _ = read.await.expect("a read");
    let mut read = TransactionGet::new(fixture.client());
    let _ = (
        read.get(&lines, ("a", 1_u32)),
        read.get(&lines, ("a", 500_u32)),
    );
    let _ = read.send().await.expect("a read");
    assert_eq!(
        spans.take(),
        [
            "dynamap.batch_get db.collection.name=lines db.operation.batch.size=130 db.operation.name=BatchGetItem db.response.returned_rows=120 dynamap.attempts=2 dynamap.consumed_capacity=65.0 dynamap.requests=2",
            "dynamap.batch_get aws.dynamodb.table_names=lines, orders db.operation.batch.size=2 db.operation.name=BatchGetItem db.response.returned_rows=1 dynamap.attempts=1 dynamap.requests=1",
            "dynamap.transaction_get db.collection.name=lines db.operation.batch.size=2 db.operation.name=TransactGetItems db.response.returned_rows=1 dynamap.attempts=1 dynamap.requests=1",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_batch_without_all_its_answers_says_why() {
    let fixture = Fixture::embedded();
    lines(&fixture, 2).await;
    let left = |_| {
        let key = json!({"order": {"S": "a"}, "number": {"N": "0"}});
        Answer::Json(json!({"Responses": {}, "UnprocessedKeys": {"lines": {"Keys": [key]}}}))
    };
    let (lines, _script) = fixture.scripted_table::<Line>((0..8).map(left));
    let (faulty, _script) = fixture.scripted_table::<Line>([Answer::edit(|mut answer| {
        answer["Responses"]["lines"][0]["sku"] = json!({"BOOL": true});
        answer
    })]);
    let (spans, _guard) = Spans::capture();
    let unprocessed = lines.batch_get([("a", 0_u32)]).send().await;
    unprocessed.expect_err("a key that is left over");
    let unreadable = faulty.batch_get([("a", 0_u32), ("a", 1_u32)]).send().await;
    unreadable.expect_err("an item that cannot be read");
    assert_eq!(
        spans.take(),
        [
            "dynamap.batch_get db.collection.name=lines db.operation.batch.size=1 db.operation.name=BatchGetItem db.response.returned_rows=0 dynamap.attempts=8 dynamap.requests=8 error.type=Throttled otel.status_code=ERROR",
            "dynamap.batch_get db.collection.name=lines db.operation.batch.size=2 db.operation.name=BatchGetItem db.response.returned_rows=1 dynamap.attempts=1 dynamap.requests=1 error.type=Decode otel.status_code=ERROR",
        ]
    );
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Reading {
    #[partition_key(bucket = day, of = "at", shards = 2)]
    #[dynamo(rename = "pk")]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

#[tokio::test]
async fn a_range_is_one_span_over_all_its_partitions() {
    let fixture = Fixture::embedded();
    let readings = fixture.create::<Reading>().await;
    for hour in 0..4 {
        let reading = Reading {
            device: "d".to_owned(),
            at: START + Duration::hours(hour * 6),
        };
        readings.put(reading).await.expect("a put");
    }
    let (spans, _guard) = Spans::capture();
    let range = || readings.range("d", START..START + Duration::DAY);
    assert_eq!(range().all().await.expect("a range").len(), 4);
    assert_eq!(range().count().await.expect("a count"), 4);
    // Two days in two shards each.
    assert_eq!(
        spans.take(),
        [
            "dynamap.range aws.dynamodb.scanned_count=4 db.collection.name=devices db.operation.name=Query db.response.returned_rows=4 dynamap.attempts=4 dynamap.requests=4",
            "dynamap.range aws.dynamodb.count=4 aws.dynamodb.scanned_count=4 db.collection.name=devices db.operation.name=Query dynamap.attempts=4 dynamap.requests=4",
        ]
    );
}
