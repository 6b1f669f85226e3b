use ::time::macros::datetime;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::ErrorKind;
use crate::time::{BucketWidth, PointInTime, day_in, month_in};

fn zone(name: &str) -> TimeZone {
    jiff::tz::db().get(name).unwrap()
}

fn assert_day(zone: &TimeZone, day: Date, start: &str, end: &str, hours: i64) {
    let range = day_in(zone, day).unwrap();
    assert_eq!(range.start.to_string(), start);
    assert_eq!(range.end.to_string(), end);
    assert_eq!(
        range.start.duration_until(range.end),
        SignedDuration::from_hours(hours)
    );
}

// FC-110
#[test]
fn a_day_has_23_or_25_hours_where_clocks_change() {
    let new_york = zone("America/New_York");
    let (spring, plain, autumn) = (date(2027, 3, 14), date(2027, 3, 15), date(2026, 11, 1));
    assert_day(
        &new_york,
        spring,
        "2027-03-14T05:00:00Z",
        "2027-03-15T04:00:00Z",
        23,
    );
    assert_day(
        &new_york,
        plain,
        "2027-03-15T04:00:00Z",
        "2027-03-16T04:00:00Z",
        24,
    );
    assert_day(
        &new_york,
        autumn,
        "2026-11-01T04:00:00Z",
        "2026-11-02T05:00:00Z",
        25,
    );
}

// FC-71: the same instant on two calendars.
#[test]
fn an_evening_belongs_to_the_local_day() {
    let at: Timestamp = "2026-07-05T01:00:00Z".parse().unwrap();
    assert!(
        day_in(&TimeZone::UTC, date(2026, 7, 5))
            .unwrap()
            .contains(&at)
    );
    assert!(
        !day_in(&TimeZone::UTC, date(2026, 7, 4))
            .unwrap()
            .contains(&at)
    );
    let new_york = zone("America/New_York");
    assert!(day_in(&new_york, date(2026, 7, 4)).unwrap().contains(&at));
    assert!(!day_in(&new_york, date(2026, 7, 5)).unwrap().contains(&at));
}

// FC-112: the hours of a local day are counted in UTC, so the repeated one is there twice.
#[test]
fn the_day_of_the_repeated_hour_has_25_hour_buckets() {
    let day = day_in(&zone("Europe/Athens"), date(2026, 10, 25)).unwrap();
    let hours: Vec<String> = BucketWidth::Hour
        .covering(day)
        .map(|hour| hour.to_string())
        .collect();
    assert_eq!(hours.len(), 25);
    assert_eq!(hours.first().unwrap(), "2026-10-24T21:00");
    assert_eq!(hours.last().unwrap(), "2026-10-25T21:00");
    assert!(hours.is_sorted_by(|a, b| a < b), "no hour is there twice");
}

#[test]
fn a_day_without_midnight_starts_at_its_first_instant() {
    let day = day_in(&zone("America/Sao_Paulo"), date(2018, 11, 4)).unwrap();
    assert_eq!(
        day.start.to_moment(),
        datetime!(2018-11-04 1:00 -2).to_moment()
    );
    assert_eq!(
        day.end.to_moment(),
        datetime!(2018-11-05 0:00 -2).to_moment()
    );
}

#[test]
fn a_day_that_the_calendar_leaves_out_is_empty() {
    let apia = zone("Pacific/Apia");
    let skipped = day_in(&apia, date(2011, 12, 30)).unwrap();
    assert!(skipped.is_empty());
    assert_eq!(
        skipped.start,
        day_in(&apia, date(2011, 12, 29)).unwrap().end
    );
    assert_eq!(BucketWidth::Day.covering(skipped).total(), 0);
}

#[test]
fn days_and_months_lie_side_by_side() {
    // Clocks went back at one minute past midnight there, into the day before.
    for name in ["America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "UTC"] {
        let zone = zone(name);
        let mut day = date(2010, 11, 1);
        while day < date(2012, 2, 1) {
            let next = day.tomorrow().unwrap();
            assert_eq!(
                day_in(&zone, day).unwrap().end,
                day_in(&zone, next).unwrap().start,
                "{name} {day}"
            );
            let month = month_in(&zone, day).unwrap();
            assert_eq!(
                month.start,
                day_in(&zone, day.first_of_month()).unwrap().start
            );
            assert_eq!(month.end, day_in(&zone, day.last_of_month()).unwrap().end);
            day = next;
        }
    }
}

#[test]
fn times_before_1970_and_the_ends_of_the_calendar() {
    let paris = zone("Europe/Paris");
    assert_day(
        &paris,
        date(1969, 12, 31),
        "1969-12-30T23:00:00Z",
        "1969-12-31T23:00:00Z",
        24,
    );
    let first = month_in(&TimeZone::UTC, date(0, 1, 31)).unwrap();
    assert_eq!(
        first.start.to_moment(),
        datetime!(0000-01-01 0:00 UTC).to_moment()
    );
    for range in [
        day_in(&TimeZone::UTC, date(9999, 12, 31)),
        month_in(&TimeZone::UTC, date(9999, 12, 1)),
        day_in(&TimeZone::UTC, Date::MAX),
    ] {
        assert_eq!(range.unwrap_err().kind(), ErrorKind::InvalidRange);
    }
}
