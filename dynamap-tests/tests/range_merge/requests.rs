//! The requests of a range: how many, what they ask, when they stop.

use dynamap::ErrorKind;
use dynamap_tests::{Fixture, Request};
use serde_json::json;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::paths::*;
use crate::row::{Row, device, numbers, stored};

const MIDNIGHT: OffsetDateTime = datetime!(2025-03-22 0:00 UTC);

/// So many rows, one every ten minutes, from 2025-03-20T00:00 on: 144 a day.
fn rows<I: RangePath>(count: u32) -> Vec<Row> {
    let start = MIDNIGHT - Duration::days(2);
    (0..count)
        .map(|n| Row::at::<I>(start + Duration::minutes(10) * n, n))
        .collect()
}

/// What follows `device#7#` in the partition keys of requests.
fn partitions(requests: &[Request]) -> Vec<String> {
    requests
        .iter()
        .map(|request| {
            assert_eq!(request.operation, "Query");
            let condition = request.key_condition();
            let partition = condition.split('\'').nth(1).unwrap();
            partition.strip_prefix("device#7#").unwrap().to_owned()
        })
        .collect()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts
}

#[tokio::test]
async fn one_query_per_partition_of_the_range() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(432)).await;
    // G09: closed, and in part in each of three buckets.
    let range = MIDNIGHT - Duration::hours(30)..=MIDNIGHT + Duration::minutes(10);
    let found = device::<Days4>(&table).range(range).all().await.unwrap();
    assert_eq!(numbers(&found), (108..=289).collect::<Vec<_>>());
    let requests = fixture.requests().take();
    assert_eq!(
        sorted(partitions(&requests)),
        [
            "2025-03-20#0",
            "2025-03-20#1",
            "2025-03-20#2",
            "2025-03-20#3",
            "2025-03-21#0",
            "2025-03-21#1",
            "2025-03-21#2",
            "2025-03-21#3",
            "2025-03-22#0",
            "2025-03-22#1",
            "2025-03-22#2",
            "2025-03-22#3",
        ]
    );
    assert_eq!(
        requests[0].renamed(),
        json!({
            "TableName": "readings",
            "KeyConditionExpression": "#1 = :1 AND #2 BETWEEN :2 AND :3",
            "ExpressionAttributeNames": {"#1": "pk", "#2": "sk"},
            "ExpressionAttributeValues": {
                ":1": {"S": "device#7#2025-03-20#0"},
                ":2": {"S": "time#2025-03-20T18:00:00.000Z"},
                ":3": {"S": "time#2025-03-21T00:00:00.000Z"},
            },
        })
    );
}

#[tokio::test]
async fn newest_first_reads_the_newest_bucket_before_its_first_item() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(432)).await;
    let range = MIDNIGHT - Duration::days(2)..MIDNIGHT + Duration::days(1);
    let query = device::<Days4>(&table).range(range).newest_first();
    let mut stream = query.concurrency(16).page_size(20).stream();
    assert_eq!(stream.next().await.unwrap().unwrap().n, 431);
    let requests = fixture.requests().take();
    assert_eq!(
        sorted(partitions(&requests)),
        [
            "2025-03-22#0",
            "2025-03-22#1",
            "2025-03-22#2",
            "2025-03-22#3"
        ]
    );
    for request in &requests {
        assert_eq!(request.get("ScanIndexForward"), &json!(false));
        assert_eq!(request.get("Limit"), &json!(20));
    }
    for n in (0..431).rev() {
        assert_eq!(stream.next().await.unwrap().unwrap().n, n);
    }
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn empty_buckets_are_passed_one_after_the_other_until_the_first_item() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(10)).await;
    let range = MIDNIGHT - Duration::days(5)..MIDNIGHT + Duration::days(1);
    let query = device::<Days4>(&table).range(range).newest_first();
    let page = query.send().await.unwrap();
    assert_eq!(numbers(&page.items), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    let requests = partitions(&fixture.requests().take());
    let buckets: Vec<_> = requests.iter().map(|key| &key[..10]).collect();
    let four = |day| [day; 4];
    assert_eq!(
        buckets,
        [four("2025-03-22"), four("2025-03-21"), four("2025-03-20")].concat()
    );
    assert!(page.cursor.is_some());
}

#[tokio::test]
async fn take_stops_asking() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(432)).await;
    let range = MIDNIGHT - Duration::days(2)..MIDNIGHT + Duration::days(1);
    let query = || device::<Days4>(&table).range(range.clone()).oldest_first();
    let found = query().take(10).concurrency(9).all().await.unwrap();
    assert_eq!(numbers(&found), (0..10).collect::<Vec<_>>());
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 4);
    for request in &requests {
        assert_eq!(request.get("Limit"), &json!(10));
    }
    // Into the next bucket, and there as many as are left.
    let found = query().take(150).concurrency(9).all().await.unwrap();
    assert_eq!(numbers(&found), (0..150).collect::<Vec<_>>());
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 8);
    for request in &requests[4..] {
        assert!(request.key_condition().contains("#2025-03-21#"));
        assert_eq!(request.get("Limit"), &json!(6));
    }
    assert_eq!(query().take(0).all().await.unwrap(), []);
    assert_eq!(fixture.requests().take(), []);
    // FC-12, FC-13: with a filter too, and then without a Limit.
    let filtered = query().filter(Row::N.ge(100_u32)).take(3);
    assert_eq!(numbers(&filtered.all().await.unwrap()), [100, 101, 102]);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 4);
    assert!(
        requests
            .iter()
            .all(|request| request.get("Limit").is_null())
    );
}

#[tokio::test]
async fn the_latest_item_is_looked_for_bucket_by_bucket() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(200)).await;
    let until = |end| device::<Days4>(&table).latest_within(MIDNIGHT - Duration::days(9)..end);
    let latest = until(MIDNIGHT + Duration::days(1)).await.unwrap();
    assert_eq!(latest.unwrap().n, 199);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 8);
    for (index, request) in requests.iter().enumerate() {
        assert_eq!(request.get("Limit"), &json!(1));
        assert_eq!(request.get("ScanIndexForward"), &json!(false));
        let bucket = if index < 4 {
            "#2025-03-22#"
        } else {
            "#2025-03-21#"
        };
        assert!(request.key_condition().contains(bucket));
    }
    // The newest of the newest bucket, whatever its shard.
    for n in [37, 143, 144, 150] {
        let at = MIDNIGHT - Duration::days(2) + Duration::minutes(10) * n;
        let latest = device::<Days4>(&table).latest_within(MIDNIGHT - Duration::days(2)..=at);
        assert_eq!(latest.await.unwrap().unwrap().n, n);
        assert_eq!(fixture.requests().take().len(), 4);
    }
    let none = until(MIDNIGHT - Duration::days(5)).await.unwrap();
    assert_eq!(none, None);
    assert_eq!(fixture.requests().take().len(), 16);
}

#[tokio::test]
async fn shards_without_buckets_are_one_ordered_stream() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Sharded>(60)).await;
    let range = MIDNIGHT - Duration::days(2) + Duration::minutes(50)..;
    let found = device::<Sharded>(&table)
        .range(range.clone())
        .all()
        .await
        .unwrap();
    assert_eq!(numbers(&found), (5..60).collect::<Vec<_>>());
    assert_eq!(
        sorted(partitions(&fixture.requests().take())),
        ["0", "1", "2", "3", "4"]
    );
    let latest = device::<Sharded>(&table)
        .latest_within(range)
        .await
        .unwrap();
    assert_eq!(latest.unwrap().n, 59);
    assert_eq!(fixture.requests().take().len(), 5);
    let reversed = (
        std::ops::Bound::Excluded(MIDNIGHT),
        std::ops::Bound::Included(MIDNIGHT - Duration::days(1)),
    );
    let error = device::<Sharded>(&table)
        .range(reversed)
        .all()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRange);
    assert_eq!(fixture.requests().take(), []);
}

#[tokio::test]
async fn dynamodb_counts_where_it_can() {
    // FC-118
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(432)).await;
    let range = MIDNIGHT - Duration::days(2)..MIDNIGHT + Duration::days(1);
    let query = || device::<Days4>(&table).range(range.clone());
    assert_eq!(query().count().await.unwrap(), 432);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 12);
    assert!(
        requests
            .iter()
            .all(|request| request.get("Select") == "COUNT")
    );
    // Over the pages of each partition too.
    assert_eq!(query().page_size(20).count().await.unwrap(), 432);
    assert!(fixture.requests().take().len() > 24);
    assert_eq!(query().filter(Row::N.lt(7_u32)).count().await.unwrap(), 7);
    fixture.requests().clear();
    // No further than `take`.
    assert_eq!(query().take(20).count().await.unwrap(), 20);
    assert_eq!(fixture.requests().take().len(), 1);
    assert_eq!(query().take(1_000).count().await.unwrap(), 432);
    let empty = device::<Days4>(&table).range(MIDNIGHT..MIDNIGHT);
    fixture.requests().clear();
    assert_eq!(empty.count().await.unwrap(), 0);
    assert_eq!(fixture.requests().take(), []);
}

#[tokio::test]
async fn a_page_adds_up_what_its_requests_read_and_cost() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(144)).await;
    let range = MIDNIGHT - Duration::days(2)..MIDNIGHT;
    let query = device::<Days4>(&table).range(range).consistent_read(true);
    let query = query.filter(Row::N.lt(10_u32)).return_consumed_capacity();
    let page = query.send().await.unwrap();
    assert_eq!(page.items.len(), 10);
    assert_eq!(page.scanned_count, 144);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 4);
    for request in &requests {
        assert_eq!(request.get("ConsistentRead"), &json!(true));
        assert_eq!(request.get("ReturnConsumedCapacity"), "TOTAL");
        assert_eq!(request.filter(), "n < 10");
    }
    let capacity = page.consumed_capacity.unwrap();
    assert_eq!(capacity.table_name(), Some("readings"));
    // Each of the four reads a few kilobytes, consistently.
    assert!(capacity.capacity_units() >= Some(4.0), "{capacity:?}");
}

#[tokio::test]
async fn attributes_are_projected_with_what_the_merge_needs() {
    let fixture = Fixture::new();
    let table = stored(&fixture, rows::<Days4>(20)).await;
    let range = MIDNIGHT - Duration::days(2)..MIDNIGHT - Duration::days(1);
    let query = device::<Days4>(&table)
        .range(range)
        .project_attributes(Row::N);
    let numbers = query.all().await.unwrap();
    assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    for request in fixture.requests().take() {
        assert_eq!(request.projection(), "n, pk, sk");
    }
}

#[test]
fn streams_of_ranges_are_static_and_send() {
    fn is_static_and_send<F: Send + 'static>(_: &F) {}
    let stream = {
        let fixture = Fixture::new();
        let table = fixture.table::<Row>();
        let query = || device::<Days4>(&table).range(MIDNIGHT..=MIDNIGHT);
        is_static_and_send(&query().pages());
        is_static_and_send(&query().all());
        is_static_and_send(&device::<Days4>(&table).latest_within(MIDNIGHT..=MIDNIGHT));
        query().stream()
    };
    is_static_and_send(&stream);
}
