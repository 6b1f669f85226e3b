//! Which partitions a range touches, as `explain` shows them; nothing is sent.

use std::ops::{Bound, RangeBounds};

use dynamap::key::SortBuckets;
use dynamap::operation::{BothEnds, PlannedRequest};
use dynamap::{Error, ErrorKind};
use dynamap_tests::Fixture;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::paths::*;
use crate::row::{Row, device, device_named};

/// The plan of a range, for which no request was sent.
fn planned<I, R>(range: R) -> Result<Vec<PlannedRequest>, Error>
where
    I: RangePath<Sort = ByTime, Partition = SortBuckets>,
    R: RangeBounds<OffsetDateTime> + BothEnds,
{
    let fixture = Fixture::new();
    let plan = device::<I>(&fixture.table::<Row>()).range(range).explain();
    assert_eq!(fixture.requests().take(), []);
    plan
}

/// What follows `device#7` in the partition keys of a range's plan.
fn partitions<I, R>(range: R) -> Vec<String>
where
    I: RangePath<Sort = ByTime, Partition = SortBuckets>,
    R: RangeBounds<OffsetDateTime> + BothEnds,
{
    behind_stem(&planned::<I, R>(range).unwrap())
}

fn behind_stem(plan: &[PlannedRequest]) -> Vec<String> {
    let keys = plan.iter().map(|planned| &planned.partition_key);
    keys.map(|key| key.strip_prefix("device#7").unwrap().to_owned())
        .collect()
}

#[test]
fn a_range_touches_the_buckets_it_has_instants_in() {
    // FC-114
    assert_eq!(
        partitions::<Hours, _>(
            datetime!(2015-01-19 14:10:05 UTC)..datetime!(2015-01-19 14:11:05 UTC)
        ),
        ["#2015-01-19T14:00"]
    );
    assert_eq!(
        partitions::<Days, _>(datetime!(2025-08-16 0:00 UTC)..datetime!(2025-08-17 0:00 UTC)),
        ["#2025-08-16"]
    );
    assert_eq!(
        partitions::<Days, _>(
            datetime!(2025-03-21 23:59:59.999 UTC)..datetime!(2025-03-22 0:00:00.001 UTC)
        ),
        ["#2025-03-21", "#2025-03-22"]
    );
    // G08
    assert_eq!(
        partitions::<Days, _>(datetime!(1970-01-01 19:12 UTC)..datetime!(1970-01-03 4:48 UTC)),
        ["#1970-01-01", "#1970-01-02", "#1970-01-03"]
    );
}

#[test]
fn an_end_on_an_edge_is_in_the_later_bucket_only_if_it_is_included() {
    let (start, end) = (
        datetime!(2025-03-21 12:00 UTC),
        datetime!(2025-03-22 0:00 UTC),
    );
    assert_eq!(partitions::<Days, _>(start..end), ["#2025-03-21"]);
    assert_eq!(
        partitions::<Days, _>(start..=end),
        ["#2025-03-21", "#2025-03-22"]
    );
    let excluded = (Bound::Excluded(start), Bound::Excluded(end));
    assert_eq!(partitions::<Days, _>(excluded), ["#2025-03-21"]);
    let excluded = (Bound::Excluded(end), Bound::Included(end + Duration::HOUR));
    assert_eq!(partitions::<Days, _>(excluded), ["#2025-03-22"]);
    // Less than a unit of the key before the edge there is nothing to read in the earlier bucket.
    let start = end - Duration::MICROSECOND;
    assert_eq!(partitions::<Days, _>(start..=end), ["#2025-03-22"]);
}

#[test]
fn empty_ranges_have_no_requests_and_reversed_ones_are_an_error() {
    // G19, FC-114
    let at = datetime!(2025-03-21 12:00 UTC);
    assert_eq!(partitions::<Days, _>(at..at), [""; 0]);
    assert_eq!(partitions::<Days, _>(at..=at), ["#2025-03-21"]);
    let error = planned::<Days, _>(at..at - Duration::SECOND).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRange);
    assert_eq!(
        error.to_string(),
        "Query on `readings`: `sk`: the start of the range lies behind its end: give the ends in order"
    );
}

#[test]
fn a_pair_of_bounds_has_to_have_both_when_it_runs() {
    let at = datetime!(2025-03-21 12:00 UTC);
    for open in [
        (Bound::Included(at), Bound::Unbounded),
        (Bound::Unbounded, Bound::Excluded(at)),
    ] {
        let error = planned::<Days, _>(open).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRange);
        assert!(
            error.to_string().contains("needs a start and an end"),
            "{error}"
        );
    }
}

#[test]
fn each_bucket_has_its_shards_in_order() {
    // H05
    assert_eq!(
        partitions::<Days4, _>(datetime!(2025-03-21 22:00 UTC)..datetime!(2025-03-22 2:00 UTC)),
        [
            "#2025-03-21#0",
            "#2025-03-21#1",
            "#2025-03-21#2",
            "#2025-03-21#3",
            "#2025-03-22#0",
            "#2025-03-22#1",
            "#2025-03-22#2",
            "#2025-03-22#3",
        ]
    );
}

#[test]
fn descending_is_the_same_set_reversed_by_bucket() {
    // FC-114
    let fixture = Fixture::new();
    let table = fixture.table::<Row>();
    let range = datetime!(2025-02-27 12:00 UTC)..datetime!(2025-03-02 12:00 UTC);
    let query = || device::<Days>(&table).range(range.clone());
    let mut ascending = behind_stem(&query().oldest_first().explain().unwrap());
    assert_eq!(
        ascending,
        ["#2025-02-27", "#2025-02-28", "#2025-03-01", "#2025-03-02"]
    );
    ascending.reverse();
    let plan = query().newest_first().explain().unwrap();
    assert_eq!(behind_stem(&plan), ascending);
    assert!(plan.iter().all(|planned| planned.descending));
}

#[test]
fn months_and_years_step_by_the_calendar() {
    // FC-113, G01, G02, G06
    assert_eq!(
        partitions::<Months2, _>(datetime!(2024-01-31 0:00 UTC)..=datetime!(2024-03-01 0:00 UTC)),
        [
            "#2024-01#0",
            "#2024-01#1",
            "#2024-02#0",
            "#2024-02#1",
            "#2024-03#0",
            "#2024-03#1"
        ]
    );
    let millis = |millis: i64| {
        OffsetDateTime::from_unix_timestamp(0).unwrap() + Duration::milliseconds(millis)
    };
    let (last_of_2019, first_of_2020) = (millis(1_577_836_799_999), millis(1_577_836_800_000));
    assert_eq!(
        partitions::<Years, _>(last_of_2019..=first_of_2020),
        ["#2019", "#2020"]
    );
    assert_eq!(
        partitions::<Years, _>(last_of_2019..first_of_2020),
        ["#2019"]
    );
    assert_eq!(
        partitions::<Hours, _>(last_of_2019..=first_of_2020),
        ["#2019-12-31T23:00", "#2020-01-01T00:00"]
    );
}

#[test]
fn times_before_1970_have_buckets_like_any_other() {
    assert_eq!(
        partitions::<Hours, _>(datetime!(1969-12-31 22:30 UTC)..datetime!(1970-01-01 0:30 UTC)),
        [
            "#1969-12-31T22:00",
            "#1969-12-31T23:00",
            "#1970-01-01T00:00"
        ]
    );
    assert_eq!(
        partitions::<Years, _>(datetime!(0001-06-01 0:00 UTC)..datetime!(0002-06-01 0:00 UTC)),
        ["#0001", "#0002"]
    );
}

#[test]
fn buckets_end_with_the_years_that_a_key_can_hold() {
    // G24
    let fixture = Fixture::new();
    let table = fixture.table::<Row>();
    for range in [
        datetime!(-0001-06-01 0:00 UTC)..datetime!(0001-06-01 0:00 UTC),
        datetime!(9998-06-01 0:00 UTC)..datetime!(9999-12-31 23:59:59.999999999 UTC),
    ] {
        let year = if range.start.year() < 0 {
            ["#0000", "#0001"]
        } else {
            ["#9998", "#9999"]
        };
        let query = || device::<Years>(&table).range(range.clone());
        let ascending = query().explain().unwrap();
        assert_eq!(behind_stem(&ascending), year);
        let mut descending = behind_stem(&query().newest_first().explain().unwrap());
        descending.reverse();
        assert_eq!(descending, year);
    }
    assert_eq!(
        partitions::<Days, _>(datetime!(-0003-01-01 0:00 UTC)..datetime!(-0001-01-01 0:00 UTC)),
        [""; 0]
    );
}

#[test]
fn the_sort_key_is_cut_to_each_bucket() {
    let plan =
        planned::<Days, _>(datetime!(2025-03-20 18:00 UTC)..=datetime!(2025-03-22 6:30:15.25 UTC))
            .unwrap();
    let conditions: Vec<_> = plan.iter().map(|planned| &*planned.key_condition).collect();
    assert_eq!(
        conditions,
        [
            "pk = 'device#7#2025-03-20' AND sk BETWEEN 'time#2025-03-20T18:00:00.000Z' AND 'time#2025-03-21T00:00:00.000Z'",
            "pk = 'device#7#2025-03-21' AND sk BETWEEN 'time#2025-03-21T00:00:00.000Z' AND 'time#2025-03-22T00:00:00.000Z'",
            "pk = 'device#7#2025-03-22' AND sk BETWEEN 'time#2025-03-22T00:00:00.000Z' AND 'time#2025-03-22T06:30:15.250Z$'",
        ]
    );
}

#[test]
fn a_layout_is_read_for_the_time_it_was_in_force() {
    // FC-116
    let plan = planned::<Grown, _>(datetime!(2025-01-01 0:00 UTC)..datetime!(2025-03-24 0:00 UTC))
        .unwrap();
    assert_eq!(
        behind_stem(&plan),
        [
            "", // before the 20th of February
            "#2025-02#0",
            "#2025-02#1",
            "#2025-03#0",
            "#2025-03#1",
            "#2025-03-22#0",
            "#2025-03-22#1",
            "#2025-03-22#2",
            "#2025-03-22#3",
            "#2025-03-23#0",
            "#2025-03-23#1",
            "#2025-03-23#2",
            "#2025-03-23#3",
        ]
    );
    let condition = |index: usize| plan[index].key_condition.split_once("AND").unwrap().1;
    for (index, from, to) in [
        (0, "2025-01-01", "2025-02-20"),
        (1, "2025-02-20", "2025-03-01"),
        (3, "2025-03-01", "2025-03-22"),
        (5, "2025-03-22", "2025-03-23"),
    ] {
        assert_eq!(
            condition(index),
            format!(" sk BETWEEN 'time#{from}T00:00:00.000Z' AND 'time#{to}T00:00:00.000Z'")
        );
    }
    // Where only the number of shards changes, the bucket is read under each for its time.
    let plan =
        planned::<Reshard, _>(datetime!(2025-03-21 0:00 UTC)..datetime!(2025-03-23 0:00 UTC));
    assert_eq!(
        behind_stem(&plan.unwrap()),
        [
            "#2025-03#0",
            "#2025-03#1",
            "#2025-03#0",
            "#2025-03#1",
            "#2025-03#2",
            "#2025-03#3",
            "#2025-03#4",
        ]
    );
}

#[test]
fn too_many_buckets_are_refused_before_sending() {
    // G20
    let fixture = Fixture::new();
    let table = fixture.table::<Row>();
    let start = datetime!(2025-01-01 0:00 UTC);
    let query = |hours| device::<Hours3>(&table).range(start..start + Duration::hours(hours));
    assert_eq!(query(1000).explain().unwrap().len(), 3000);
    let error = query(1001).explain().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRange);
    assert_eq!(
        error.to_string(),
        "Query on `readings`: the range touches 1001 buckets, each read by a request per shard, and \
         `max_buckets` is 1000: narrow the range, or allow more with `.max_buckets(1001)`"
    );
    assert_eq!(query(1001).max_buckets(1001).explain().unwrap().len(), 3003);
    assert!(query(3).max_buckets(2).explain().is_err());
    // The count takes no time, however long the range is.
    let ever = datetime!(0000-01-01 0:00 UTC)..datetime!(9999-12-31 23:59 UTC);
    let error = device::<Minutes>(&table).range(ever).explain().unwrap_err();
    assert!(
        error.to_string().contains("touches 5259491999 buckets"),
        "{error}"
    );
}

#[tokio::test]
async fn what_is_refused_is_refused_by_every_end_without_a_request() {
    let fixture = Fixture::new();
    let table = fixture.table::<Row>();
    let start = datetime!(2025-01-01 0:00 UTC);
    let query = || {
        let range = start..start + Duration::hours(5);
        device::<Hours>(&table).range(range).max_buckets(4)
    };
    for error in [
        query().send().await.unwrap_err(),
        query().all().await.unwrap_err(),
        query().first().await.unwrap_err(),
        query().count().await.unwrap_err(),
        query().pages().next().await.unwrap().unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRange);
        assert_eq!(error.table(), "readings");
    }
    let error = query()
        .max_buckets(5)
        .concurrency(0)
        .all()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(fixture.requests().take(), []);
}

#[test]
fn a_key_that_cannot_be_made_is_refused() {
    let fixture = Fixture::new();
    let table = fixture.table::<Row>();
    let partitions = device_named::<Days>(&table, "");
    let at = datetime!(2025-01-01 0:00 UTC);
    let error = partitions.range(at..=at).explain().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_eq!(fixture.requests().take(), []);
}

#[test]
fn a_plan_is_shown_in_full_and_debugged_without_values() {
    let fixture = Fixture::new();
    let at = datetime!(2025-03-21 12:00 UTC);
    let query = device::<Days4>(&fixture.table::<Row>()).range(at..=at);
    assert_eq!(
        format!("{query:?}"),
        r#"RangeQuery { table: "readings", index: None, .. }"#
    );
    let plan = query.newest_first().take(10).explain().unwrap();
    assert_eq!(
        plan[3].to_string(),
        "Query readings: pk = 'device#7#2025-03-21#3' AND sk BETWEEN 'time#2025-03-21T12:00:00.000Z' AND \
         'time#2025-03-21T12:00:00.000Z$', descending, limit 10"
    );
    assert_eq!(plan[3].bucket.as_deref(), Some("2025-03-21"));
    assert_eq!((plan[3].shard, plan[3].limit), (Some(3), Some(10)));
    assert!(!format!("{plan:?}").contains("device"), "{plan:?}");
}
