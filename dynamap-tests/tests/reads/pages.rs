//! Pages, `take`, `page_size`, counts, rows that cannot be read.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind, ItemStream, Page, PageStream};
use dynamap_tests::{Answer, Fixture, Requests};
use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::rows::{AT, Event, EventByKind, EventBySize, EventTable, event, events, numbers};

/// The `Limit` of each request since the last look; null where none was sent.
fn limits(fixture: &Fixture) -> Vec<Value> {
    let requests = fixture.requests().take();
    requests
        .iter()
        .map(|request| request.get("Limit").clone())
        .collect()
}

#[tokio::test]
async fn a_query_sends_what_it_says_and_no_more() {
    let fixture = Fixture::new();
    let table = events(&fixture, 3).await;
    let page = table.query("a").send().await.unwrap();
    assert_eq!(numbers(&page.items), [1, 2, 3]);
    assert_eq!(page.scanned_count, 3);
    assert!(page.cursor.is_none() && page.failures.is_empty());
    assert!(page.consumed_capacity.is_none());
    assert_eq!(
        fixture.requests().only().body,
        json!({
            "TableName": "events",
            "KeyConditionExpression": "#n0 = :v0",
            "ExpressionAttributeNames": {"#n0": "line"},
            "ExpressionAttributeValues": {":v0": {"S": "a"}},
        })
    );
    // R29.
    let newest = table.query("a").gt(1_u32).descending().all().await.unwrap();
    assert_eq!(numbers(&newest), [3, 2]);
    let request = fixture.requests().only();
    assert_eq!(request.key_condition(), "line = 'a' AND number > 1");
    assert_eq!(request.get("ScanIndexForward"), false);
    // The request is awaited as it is sent: one page.
    let page: Page<Event> = table.query("a").page_size(2).await.unwrap();
    assert_eq!(numbers(&page.items), [1, 2]);
    let page: Page<Event> = table.scan().page_size(2).await.unwrap();
    assert_eq!(page.items.len(), 2);
}

/// FC-13, B14.
#[tokio::test]
async fn take_counts_items_and_page_size_counts_rows() {
    let fixture = Fixture::new();
    let table = events(&fixture, 10).await;
    let taken = table.query("a").take(3).all().await.unwrap();
    assert_eq!(numbers(&taken), [1, 2, 3]);
    assert_eq!(limits(&fixture), [json!(3)]);
    let taken = table.query("a").take(5).page_size(2).all().await.unwrap();
    assert_eq!(numbers(&taken), [1, 2, 3, 4, 5]);
    assert_eq!(limits(&fixture), [json!(2), json!(2), json!(1)]);
    // With a filter DynamoDB's Limit would count what the filter leaves out.
    let big = Event::SIZE.le(92_u32);
    let taken = table.query("a").filter(big.clone()).take(1).all().await;
    assert_eq!(numbers(&taken.unwrap()), [8]);
    assert_eq!(limits(&fixture), [Value::Null]);
    let first = table.query("a").filter(big.clone()).page_size(3).first();
    assert_eq!(first.await.unwrap().unwrap().number, 8);
    assert_eq!(limits(&fixture), [json!(3), json!(3), json!(3)]);
    let latest = table.query("a").filter(big).page_size(100).latest();
    assert_eq!(latest.await.unwrap().unwrap().number, 10);
    assert_eq!(limits(&fixture), [json!(100)]);
    assert_eq!(table.query("none").first().await.unwrap(), None);
    assert_eq!(table.query("none").latest().await.unwrap(), None);
}

/// FC-119.
#[tokio::test]
async fn nothing_is_read_for_nothing() {
    let fixture = Fixture::new();
    let table = events(&fixture, 1).await;
    assert_eq!(table.query("a").take(0).all().await.unwrap(), []);
    assert_eq!(table.query("a").take(0).count().await.unwrap(), 0);
    let page = table.query("a").take(0).send().await.unwrap();
    assert!(page.items.is_empty() && page.cursor.is_none());
    assert_eq!(table.scan().take(0).all().await.unwrap(), []);
    // R11, FC-24: an empty range.
    let empty = || table.query("a").within(5_u32..5);
    assert_eq!(empty().all().await.unwrap(), []);
    assert_eq!(empty().count().await.unwrap(), 0);
    assert_eq!(empty().first().await.unwrap(), None);
    let page = empty().send().await.unwrap();
    assert!(page.items.is_empty() && page.cursor.is_none());
    assert!(empty().into_sdk().unwrap().is_none());
    for error in [
        table.query("a").page_size(0).all().await.unwrap_err(),
        table.scan().page_size(0).send().await.unwrap_err(),
        table.query("a").page_size(0).count().await.unwrap_err(),
        table.query("a").page_size(0).into_sdk().unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().contains("`page_size(0)` reads nothing"));
    }
    assert!(fixture.requests().take().is_empty());
}

fn row(number: u32) -> Value {
    json!({
        "line": {"S": "a"}, "number": {"N": number.to_string()}, "kind": {"S": "odd"},
        "at": {"N": "0"}, "size": {"N": "1"},
    })
}

fn position(number: u32) -> Value {
    json!({"line": {"S": "a"}, "number": {"N": number.to_string()}})
}

/// FC-14, B16: the end is where there is no LastEvaluatedKey.
#[tokio::test]
async fn an_empty_page_is_not_the_end() {
    let fixture = Fixture::new();
    let answers = || {
        [
            Answer::Json(json!({
                "Items": [row(1), row(2), row(3)], "Count": 3, "ScannedCount": 3,
                "LastEvaluatedKey": position(3),
            })),
            Answer::Json(json!({
                "Items": [], "Count": 0, "ScannedCount": 4, "LastEvaluatedKey": position(7),
            })),
            Answer::Json(json!({"Items": [row(8), row(9)], "Count": 2, "ScannedCount": 2})),
        ]
    };
    let (client, script) = fixture.scripted(answers());
    let items = Event::table(&client).query("a").all().await.unwrap();
    assert_eq!(numbers(&items), [1, 2, 3, 8, 9]);
    assert_eq!(script.left(), 0);
    let starts: Vec<_> = fixture.requests().take();
    let starts: Vec<_> = starts
        .iter()
        .map(|request| request.get("ExclusiveStartKey"))
        .collect();
    assert_eq!(starts, [&Value::Null, &position(3), &position(7)]);

    let (client, _) = fixture.scripted(answers());
    let pages: Vec<_> = Event::table(&client).query("a").pages().collect().await;
    let pages: Vec<_> = pages.into_iter().map(Result::unwrap).collect();
    let counts: Vec<_> = pages
        .iter()
        .map(|page| (page.items.len(), page.scanned_count, page.cursor.is_some()))
        .collect();
    assert_eq!(counts, [(3, 3, true), (0, 4, true), (2, 2, false)]);

    // An empty LastEvaluatedKey is none.
    let (client, script) = fixture.scripted([
        Answer::Json(json!({"Items": [row(1)], "Count": 1, "LastEvaluatedKey": {}})),
        Answer::Json(json!({"Items": [row(2)], "Count": 1})),
    ]);
    let items = Event::table(&client).query("a").all().await.unwrap();
    assert_eq!(numbers(&items), [1]);
    assert_eq!(script.left(), 1);
}

/// FC-118.
#[tokio::test]
async fn a_count_sums_all_pages() {
    let fixture = Fixture::new();
    let page = |count: u32, more: bool| {
        let mut page = json!({"Count": count, "ScannedCount": count});
        if more {
            page["LastEvaluatedKey"] = position(count);
        }
        Answer::Json(page)
    };
    let (client, _) = fixture.scripted([page(5_191, true), page(5_191, true), page(118, false)]);
    assert_eq!(
        Event::table(&client).query("a").count().await.unwrap(),
        10_500
    );
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 3);
    for request in requests {
        assert_eq!(request.get("Select"), "COUNT");
        assert_eq!(request.get("ProjectionExpression"), &Value::Null);
    }
    // `take` ends it.
    let (client, script) = fixture.scripted([page(5, true), page(5, true), page(5, false)]);
    let few = Event::table(&client).query("a").take(7).count().await;
    assert_eq!(few.unwrap(), 7);
    assert_eq!(script.left(), 1);

    let table = events(&fixture, 5).await;
    assert_eq!(table.query("a").page_size(2).count().await.unwrap(), 5);
    assert_eq!(table.scan().count().await.unwrap(), 5);
    let odd = table.scan().filter(Event::KIND.eq("odd")).count();
    assert_eq!(odd.await.unwrap(), 3);
}

async fn with_bad_rows(fixture: &Fixture) -> EventTable {
    let table = events(fixture, 5).await;
    for number in ["2", "4"] {
        let mut bad = event("a", 0).to_item().unwrap();
        bad.insert("number".into(), AttributeValue::N(number.into()));
        bad.insert("size".into(), AttributeValue::N("-7".into()));
        let raw = fixture.raw_client();
        let put = raw.put_item().table_name("events").set_item(Some(bad));
        put.send().await.unwrap();
    }
    fixture.requests().clear();
    table
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_one_error() {
    let fixture = Fixture::new();
    let table = with_bad_rows(&fixture).await;
    let seen = |results: Vec<dynamap::Result<Event>>| -> Vec<Option<u32>> {
        results
            .into_iter()
            .map(|result| result.ok().map(|event| event.number))
            .collect()
    };
    let all: Vec<_> = table.query("a").stream().collect().await;
    let error = all[1].as_ref().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.table(), "events");
    assert_eq!(error.operation(), "Query");
    assert!(!format!("{error} {error:?}").contains("-7"));
    assert_eq!(seen(all), [Some(1), None, Some(3), None, Some(5)]);
    let all: Vec<_> = table.query("a").page_size(1).stream().collect().await;
    assert_eq!(seen(all), [Some(1), None, Some(3), None, Some(5)]);

    assert!(table.query("a").all().await.unwrap_err().is_decode());
    assert!(table.query("a").send().await.unwrap_err().is_decode());
    // `take` counts the error of a row as it counts the row.
    let some: Vec<_> = table.query("a").take(3).stream().collect().await;
    assert_eq!(seen(some), [Some(1), None, Some(3)]);

    let skipping = || table.query("a").skip_failures();
    assert_eq!(numbers(&skipping().all().await.unwrap()), [1, 3, 5]);
    let page = skipping().send().await.unwrap();
    assert_eq!(
        (numbers(&page.items), page.failures.len()),
        (vec![1, 3, 5], 2)
    );
    assert!(page.failures.iter().all(dynamap::Error::is_decode));
    // A page of `pages` lists them in any case.
    let page = table.query("a").pages().next().await.unwrap().unwrap();
    assert_eq!(
        (numbers(&page.items), page.failures.len()),
        (vec![1, 3, 5], 2)
    );

    // Rows that are skipped are not taken.
    assert_eq!(numbers(&skipping().take(2).all().await.unwrap()), [1, 3]);
    let first = skipping().ge(2_u32).first().await.unwrap();
    assert_eq!(first.unwrap().number, 3);
    let latest = skipping().lt(5_u32).latest().await.unwrap();
    assert_eq!(latest.unwrap().number, 3);
    // Where the client cuts a page, it goes on behind the last row taken.
    let filtered = || skipping().filter(Event::NOTE.not_exists());
    let page = filtered().take(2).send().await.unwrap();
    assert_eq!((numbers(&page.items), page.failures.len()), (vec![1, 3], 1));
    let rest = filtered()
        .start_at(page.cursor.unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!((numbers(&rest.items), rest.failures.len()), (vec![5], 1));
    // A count does not look into rows.
    assert_eq!(table.query("a").count().await.unwrap(), 5);
}

#[tokio::test]
async fn a_failed_request_ends_the_stream() {
    let fixture = Fixture::new();
    events(&fixture, 5).await;
    let refused = || Answer::refuse("ResourceNotFoundException", "Requested resource not found");
    let (client, script) = fixture.scripted([Answer::Pass, refused()]);
    let table = Event::table(&client);
    let mut stream = table.query("a").page_size(2).stream();
    assert_eq!(stream.next().await.unwrap().unwrap().number, 1);
    assert_eq!(stream.next().await.unwrap().unwrap().number, 2);
    let error = stream.next().await.unwrap().unwrap_err();
    assert!(error.is_table_not_found());
    assert_eq!((error.operation(), error.table()), ("Query", "events"));
    assert!(stream.next().await.is_none());
    assert!(stream.next().await.is_none());
    assert_eq!(fixture.requests().take().len(), 2);
    script.push(refused());
    let mut pages = table.scan().pages();
    let error = pages.next().await.unwrap().unwrap_err();
    assert_eq!(error.operation(), "Scan");
    assert!(pages.next().await.is_none());
    // A fault found before sending is the only element too.
    let mut stream = table.query("").stream();
    let error = stream.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert!(stream.next().await.is_none());
    assert_eq!(fixture.requests().take().len(), 1);
}

/// R24: what DynamoDB would refuse is found before it is sent.
#[tokio::test]
async fn keys_are_checked_before_they_are_sent() {
    let fixture = Fixture::new();
    let table = events(&fixture, 0).await;
    // FC-137.
    let error = table.query("x".repeat(2_049)).all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(error.attribute(), Some("line"));
    table.query("x".repeat(2_048)).all().await.unwrap();
    fixture.requests().only();
    let error = table.query("").count().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert!(fixture.requests().take().is_empty());
}

fn is_sent_between_tasks<S: Send + 'static>(value: S) -> S {
    value
}

#[tokio::test]
async fn streams_outlive_their_handles() {
    let fixture = Fixture::new();
    let stream: ItemStream<Event> = {
        let table = events(&fixture, 3).await;
        let line = "a".to_owned();
        is_sent_between_tasks(table.query(&line).stream())
    };
    let task = tokio::spawn(
        stream
            .map(|event| event.unwrap().number)
            .collect::<Vec<_>>(),
    );
    assert_eq!(task.await.unwrap(), [1, 2, 3]);
    let pages: PageStream<Event> = {
        let table = fixture.table::<Event>();
        is_sent_between_tasks(table.scan().page_size(2).pages())
    };
    let task = tokio::spawn(
        pages
            .map(|page| page.unwrap().items.len())
            .collect::<Vec<_>>(),
    );
    assert_eq!(task.await.unwrap(), [2, 1]);
    let table = fixture.table::<Event>();
    let future = is_sent_between_tasks(table.query("a").all());
    drop(table);
    assert_eq!(tokio::spawn(future).await.unwrap().unwrap().len(), 3);
}

/// R21: tables and local indexes have consistent reads.
#[tokio::test]
async fn consistent_reads() {
    let fixture = Fixture::new();
    let table = events(&fixture, 2).await;
    table.query("a").consistent_read(true).all().await.unwrap();
    assert_eq!(fixture.requests().only().get("ConsistentRead"), true);
    let smallest = table.query_by_size("a").consistent_read(true).all().await;
    assert_eq!(numbers(&smallest.unwrap()), [2, 1]);
    let request = fixture.requests().only();
    assert_eq!(request.get("ConsistentRead"), true);
    assert_eq!(request.get("IndexName"), "by_size");
    table.scan().consistent_read(true).all().await.unwrap();
    assert_eq!(fixture.requests().only().get("ConsistentRead"), true);
    let scan = table.scan_index(EventBySize).consistent_read(true);
    scan.all().await.unwrap();
    assert_eq!(fixture.requests().only().get("IndexName"), "by_size");
    table.get(("a", 1_u32)).consistent_read(true).await.unwrap();
    assert_eq!(fixture.requests().only().get("ConsistentRead"), true);
    table
        .get(("a", 1_u32))
        .consistent_read(false)
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().get("ConsistentRead"),
        &Value::Null
    );
}

#[tokio::test]
async fn scans_have_filters_on_keys_and_read_indexes() {
    let fixture = Fixture::new();
    let table = events(&fixture, 4).await;
    table.put(event("b", 9)).send().await.unwrap();
    fixture.requests().clear();
    // FC-94: a scan's filter may name keys.
    let filter = Event::LINE.eq("a") & Event::NUMBER.is_in([2_u32, 3, 9]) & Event::KIND.eq("odd");
    let items = table.scan().filter(filter).all().await.unwrap();
    assert_eq!(numbers(&items), [3]);
    assert_eq!(
        fixture.requests().only().filter(),
        "line = 'a' AND number IN (2, 3, 9) AND kind = 'odd'"
    );
    let odd = table.scan_index(EventByKind).filter(Event::AT.ge(AT)).all();
    assert_eq!(odd.await.unwrap().len(), 5);
    let request = fixture.requests().only();
    assert_eq!(request.get("IndexName"), "by_kind");
    assert_eq!(request.filter(), "at >= 1796040000000");
    // A query's filter may name the keys of another path.
    let items = table.query("a").filter(Event::KIND.eq("odd")).all();
    assert_eq!(numbers(&items.await.unwrap()), [1, 3]);
    let items = table.query_by_kind("odd").filter(Event::LINE.eq("b")).all();
    assert_eq!(numbers(&items.await.unwrap()), [9]);
    // Several filters are joined.
    let items = table.query("a");
    let items = items
        .filter(Event::SIZE.lt(99_u32))
        .filter(Event::KIND.eq("odd"));
    fixture.requests().clear();
    assert_eq!(numbers(&items.all().await.unwrap()), [3]);
    assert_eq!(
        fixture.requests().only().filter(),
        "size < 99 AND kind = 'odd'"
    );
}

#[tokio::test]
async fn consumed_capacity_is_asked_for() {
    let fixture = Fixture::new();
    let capacity = json!({"TableName": "events", "CapacityUnits": 2.5});
    let (client, _) = fixture.scripted([
        Answer::Json(json!({"Items": [], "Count": 0, "ConsumedCapacity": capacity})),
        Answer::Json(json!({"Item": row(1), "ConsumedCapacity": capacity})),
    ]);
    let table = Event::table(&client);
    let page = table.query("a").return_consumed_capacity().send().await;
    let units = page.unwrap().consumed_capacity.unwrap().capacity_units;
    assert_eq!(units, Some(2.5));
    let get = table.get(("a", 1_u32)).return_consumed_capacity();
    let got = get.send_full().await.unwrap();
    assert_eq!(got.item.unwrap().number, 1);
    assert_eq!(got.consumed_capacity.unwrap().capacity_units, Some(2.5));
    for request in fixture.requests().take() {
        assert_eq!(request.get("ReturnConsumedCapacity"), "TOTAL");
    }
}

#[tokio::test]
async fn the_sdk_takes_over_with_everything_filled_in() {
    let fixture = Fixture::new();
    let table = events(&fixture, 5).await;
    let query = table.query("a").within(2_u32..).newest_first().take(3);
    let builder = query.filter(Event::SIZE.gt(1_u32)).into_sdk().unwrap();
    let builder = builder.unwrap();
    let input = builder.as_input();
    assert_eq!(
        input.get_key_condition_expression().as_deref(),
        Some("#n0 = :v0 AND #n1 >= :v1")
    );
    assert_eq!(input.get_scan_index_forward(), &Some(false));
    assert_eq!(builder.send().await.unwrap().count(), 4);
    let builder = table.scan().page_size(2).into_sdk().unwrap();
    assert_eq!(builder.send().await.unwrap().count(), 2);
    let get = table.get(("a", 3_u32)).into_sdk().unwrap();
    let item = get.send().await.unwrap().item.unwrap();
    assert_eq!(Event::from_item(&item).unwrap(), event("a", 3));
    let error = table.query("").into_sdk().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    let error = table.get(("", 3_u32)).into_sdk().unwrap_err();
    assert_eq!(
        (error.kind(), error.operation()),
        (ErrorKind::InvalidKey, "GetItem")
    );
}

#[tokio::test]
async fn each_request_is_customized() {
    let fixture = Fixture::new();
    let table = events(&fixture, 3).await;
    let own = Requests::default();
    let noted = own.clone();
    let query = table.query("a").page_size(2);
    let query = query.customize(move |config| config.interceptor(noted));
    assert_eq!(query.all().await.unwrap().len(), 3);
    assert_eq!(own.operations(), ["Query", "Query"]);
    let noted = own.clone();
    let scan = table
        .scan()
        .customize(move |config| config.interceptor(noted));
    assert_eq!(scan.count().await.unwrap(), 3);
    assert_eq!(own.operations(), ["Scan"]);
    let noted = own.clone();
    let get = table.get(("a", 1_u32));
    let get = get.customize(move |config| config.interceptor(noted));
    assert!(get.send().await.unwrap().is_some());
    assert_eq!(own.operations(), ["GetItem"]);
}
