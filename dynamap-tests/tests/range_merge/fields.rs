//! Keys that are bucketed by another field than the sort key: whole buckets, the sort key free.

use dynamap_tests::Fixture;
use serde_json::json;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::paths::*;
use crate::row::{Row, device, stored};

const START: OffsetDateTime = datetime!(2025-03-20 0:00 UTC);

/// So many rows, one an hour, their levels in no order, some of them equal.
fn rows<I: RangePath>(count: i64) -> Vec<Row> {
    (0..count)
        .map(|n| {
            let at = START + Duration::hours(n);
            Row::indexed::<I>(at, n * 7 % 10, u32::try_from(n).unwrap())
        })
        .collect()
}

/// The day and the level of each row.
fn order(rows: &[Row]) -> Vec<(u8, i64)> {
    let of = |row: &Row| (row.at.day(), row.level.unwrap());
    rows.iter().map(of).collect()
}

#[tokio::test]
async fn whole_buckets_are_read_in_the_order_of_the_sort_key() {
    let fixture = Fixture::new();
    let rows = rows::<LevelDays4>(72);
    let table = stored(&fixture, rows.clone()).await;
    let range = START + Duration::hours(3)..START + Duration::hours(25);
    let query = || device::<LevelDays4>(&table).buckets(range.clone());
    let mut expected = order(&rows[..48]);
    expected.sort_unstable();
    assert_eq!(order(&query().all().await.unwrap()), expected);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 8);
    assert_eq!(
        requests[0].renamed(),
        json!({
            "TableName": "readings",
            "IndexName": "by_level",
            "KeyConditionExpression": "#1 = :1",
            "ExpressionAttributeNames": {"#1": "gpk"},
            "ExpressionAttributeValues": {":1": {"S": "device#7#2025-03-20#0"}},
        })
    );
    expected.reverse();
    assert_eq!(order(&query().descending().all().await.unwrap()), expected);
}

#[tokio::test]
async fn the_sort_key_is_narrowed_in_every_bucket() {
    let fixture = Fixture::new();
    let rows = rows::<LevelDays4>(72);
    let table = stored(&fixture, rows.clone()).await;
    let query = || device::<LevelDays4>(&table).buckets(START..=START + Duration::days(1));
    let found = query().within(3..5).all().await.unwrap();
    let mut expected = order(&rows[..48]);
    expected.retain(|(_, level)| (3..5).contains(level));
    expected.sort_unstable();
    assert_eq!(order(&found), expected);
    for request in fixture.requests().take() {
        assert!(
            request
                .key_condition()
                .ends_with(" AND level BETWEEN 3 AND 4")
        );
    }
    assert_eq!(query().ge(8).count().await.unwrap(), 10);
    assert_eq!(query().eq(0).newest_first().all().await.unwrap().len(), 5);
    fixture.requests().clear();
    assert_eq!(query().within(3..3).all().await.unwrap(), []);
    assert_eq!(fixture.requests().take(), []);
    // The field itself is filtered on, where the range is to be exact.
    let exact = query().filter(Row::AT.ge(START + Duration::hours(30)));
    assert_eq!(exact.count().await.unwrap(), 18);
}

fn partitions(range: std::ops::RangeInclusive<OffsetDateTime>, newest_first: bool) -> Vec<String> {
    let fixture = Fixture::new();
    let table = fixture.table::<Row>();
    behind_stem(&table, range, newest_first)
}

fn behind_stem(
    table: &dynamap::Table<Row>,
    range: std::ops::RangeInclusive<OffsetDateTime>,
    newest_first: bool,
) -> Vec<String> {
    let query = device::<LevelGrown>(table).buckets(range);
    let query = if newest_first {
        query.newest_first()
    } else {
        query
    };
    let plan = query.explain().unwrap();
    let keys = plan.iter().map(|planned| &planned.partition_key);
    keys.map(|key| key.strip_prefix("device#7").unwrap().to_owned())
        .collect()
}

#[test]
fn no_partition_is_read_twice_however_the_layout_changed() {
    // One partition before the 20th of February and from the 21st of April on; months, with days of
    // three shards from the 19th to the 24th of March; then months of two shards.
    let all = [
        "",
        "#2025-02",
        "#2025-03",
        "#2025-03#0",
        "#2025-03#1",
        "#2025-03-19#0",
        "#2025-03-19#1",
        "#2025-03-19#2",
        "#2025-03-20#0",
        "#2025-03-20#1",
        "#2025-03-20#2",
        "#2025-03-21#0",
        "#2025-03-21#1",
        "#2025-03-21#2",
        "#2025-03-22#0",
        "#2025-03-22#1",
        "#2025-03-22#2",
        "#2025-03-23#0",
        "#2025-03-23#1",
        "#2025-03-23#2",
        "#2025-03-24#0",
        "#2025-03-24#1",
        "#2025-03-24#2",
        "#2025-04#0",
        "#2025-04#1",
    ];
    let range = datetime!(2025-01-01 0:00 UTC)..=datetime!(2025-06-01 0:00 UTC);
    assert_eq!(partitions(range.clone(), false), all);
    let mut descending = partitions(range, true);
    assert_eq!(descending.len(), all.len());
    descending.sort_unstable();
    let mut ascending = all.map(str::to_owned);
    ascending.sort_unstable();
    assert_eq!(descending, ascending);
    // A layout that the range does not touch adds nothing.
    assert_eq!(
        partitions(
            datetime!(2025-03-02 0:00 UTC)..=datetime!(2025-03-18 23:00 UTC),
            false
        ),
        ["#2025-03"]
    );
    assert_eq!(
        partitions(
            datetime!(2025-03-24 12:00 UTC)..=datetime!(2025-03-26 0:00 UTC),
            false
        ),
        [
            "#2025-03-24#0",
            "#2025-03-24#1",
            "#2025-03-24#2",
            "#2025-03#0",
            "#2025-03#1"
        ]
    );
    assert_eq!(
        partitions(
            datetime!(2025-05-01 0:00 UTC)..=datetime!(2025-06-26 0:00 UTC),
            false
        ),
        [""]
    );
}

#[tokio::test]
async fn a_bucket_of_several_layouts_is_one_ordered_bucket() {
    let fixture = Fixture::new();
    let rows: Vec<_> = (0..62)
        .map(|n| {
            let at = datetime!(2025-03-01 0:00 UTC) + Duration::hours(12) * n;
            Row::indexed::<LevelReshard>(at, i64::from(n * 13 % 31), n)
        })
        .collect();
    let table = stored(&fixture, rows.clone()).await;
    let range = datetime!(2025-03-01 0:00 UTC)..datetime!(2025-04-01 0:00 UTC);
    let query = || device::<LevelReshard>(&table).buckets(range.clone());
    let levels = |rows: &[Row]| -> Vec<_> { rows.iter().map(|row| row.level.unwrap()).collect() };
    let mut expected = levels(&rows);
    expected.sort_unstable();
    assert_eq!(levels(&query().all().await.unwrap()), expected);
    // Without a shard, and the most of the shards.
    assert_eq!(fixture.requests().take().len(), 6);
    let mut numbers: Vec<_> = query()
        .all()
        .await
        .unwrap()
        .iter()
        .map(|row| row.n)
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..62).collect::<Vec<_>>());
}

#[tokio::test]
async fn equal_sort_keys_in_several_shards_are_each_given_once() {
    // The layouts of one month put the same level into different partitions.
    let fixture = Fixture::new();
    let day = |day: i64| datetime!(2025-03-01 0:00 UTC) + Duration::days(day);
    let rows = [2, 3, 4, 15, 16, 17, 25, 26, 27].map(day);
    let rows = rows.into_iter().enumerate();
    let rows = rows.map(|(n, at)| Row::indexed::<LevelReshard>(at, 3, u32::try_from(n).unwrap()));
    let rows: Vec<_> = rows.collect();
    let mut partitions: Vec<_> = rows.iter().map(|row| row.gpk.clone()).collect();
    partitions.dedup();
    assert_eq!(partitions.len(), 3);
    let table = stored(&fixture, rows).await;
    for newest_first in [false, true] {
        let mut given = Vec::new();
        let mut cursor = None;
        for _ in 0..20 {
            let query = device::<LevelReshard>(&table)
                .buckets(day(0)..day(30))
                .page_size(1);
            let query = if newest_first {
                query.newest_first()
            } else {
                query
            };
            let query = match cursor {
                Some(cursor) => query.start_at(cursor),
                None => query,
            };
            let page = query.send().await.unwrap();
            given.extend(page.items.iter().map(|row| row.n));
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert!(cursor.is_none());
        given.sort_unstable();
        assert_eq!(given, (0..9).collect::<Vec<_>>());
    }
}
