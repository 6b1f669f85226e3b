use ::time::OffsetDateTime;
use ::time::macros::datetime;
use proptest::prelude::*;

use super::texts::{ISO_MAX, ISO_MIN};
use crate::time::BucketWidth::{Day, Hour, Minute, Month, Year};
use crate::time::{
    Bucket, BucketWidth, EpochMillis, EpochSeconds, InstantType, Moment, PointInTime,
};

const WIDTHS: [BucketWidth; 5] = [Minute, Hour, Day, Month, Year];

fn texts(buckets: impl Iterator<Item = Bucket>) -> Vec<String> {
    buckets.map(|bucket| bucket.to_string()).collect()
}

fn span(bucket: Bucket) -> (OffsetDateTime, OffsetDateTime) {
    let at = |moment| OffsetDateTime::from_moment(moment).unwrap();
    (at(bucket.start()), at(bucket.end()))
}

#[test]
fn each_width_has_its_text_and_span() {
    let at = datetime!(2025-03-21 12:30:45.678 UTC);
    for (width, text, span_of) in [
        (
            Minute,
            "2025-03-21T12:30",
            (
                datetime!(2025-03-21 12:30 UTC),
                datetime!(2025-03-21 12:31 UTC),
            ),
        ),
        (
            Hour,
            "2025-03-21T12:00",
            (
                datetime!(2025-03-21 12:00 UTC),
                datetime!(2025-03-21 13:00 UTC),
            ),
        ),
        (
            Day,
            "2025-03-21",
            (
                datetime!(2025-03-21 0:00 UTC),
                datetime!(2025-03-22 0:00 UTC),
            ),
        ),
        (
            Month,
            "2025-03",
            (
                datetime!(2025-03-01 0:00 UTC),
                datetime!(2025-04-01 0:00 UTC),
            ),
        ),
        (
            Year,
            "2025",
            (
                datetime!(2025-01-01 0:00 UTC),
                datetime!(2026-01-01 0:00 UTC),
            ),
        ),
    ] {
        let bucket = width.of(at).unwrap();
        assert_eq!(bucket.to_string(), text);
        assert_eq!(text.len(), width.text_width());
        assert_eq!(span(bucket), span_of);
        assert_eq!(bucket.width(), width);
        assert!(bucket.contains(at) && bucket.contains(bucket.start()));
        assert!(!bucket.contains(bucket.end()));
        assert_eq!(width.parse(text).unwrap(), bucket);
        assert_eq!(format!("{bucket:?}"), format!("Bucket({width} {text})"));
    }
}

// FC-71: a day is a day in UTC, whatever offset the instant came with.
#[test]
fn buckets_are_those_of_utc() {
    let evening = datetime!(2026-07-04 21:00 -4);
    assert_eq!(Day.of(evening).unwrap().to_string(), "2026-07-05");
    assert_eq!(Hour.of(evening).unwrap().to_string(), "2026-07-05T01:00");
}

// G01, G02, G04: the last millisecond of a year and the first of the next. There are no weeks (G05): a
// week belongs to no month and to no year.
#[test]
fn the_turn_of_a_year_turns_every_bucket() {
    let (before, after) = (
        EpochMillis(1_577_836_799_999),
        EpochMillis(1_577_836_800_000),
    );
    for (width, old, new) in [
        (Month, "2019-12", "2020-01"),
        (Year, "2019", "2020"),
        (Day, "2019-12-31", "2020-01-01"),
        (Hour, "2019-12-31T23:00", "2020-01-01T00:00"),
        (Minute, "2019-12-31T23:59", "2020-01-01T00:00"),
    ] {
        assert_eq!(width.of(before).unwrap().to_string(), old);
        assert_eq!(width.of(after).unwrap().to_string(), new);
    }
    // G06: the end of a half-open range is in no bucket of it.
    assert_eq!(texts(Year.covering(before..=after)), ["2019", "2020"]);
    assert_eq!(texts(Year.covering(before..after)), ["2019"]);
}

// G08, G24: from 0.8 to 2.2 days, in both directions to the end, which is the first day of all.
#[test]
fn days_end_with_the_first_one() {
    let days = Day.covering(EpochSeconds(69_120)..EpochSeconds(190_080));
    let expected = ["1970-01-01", "1970-01-02", "1970-01-03"];
    assert_eq!(texts(days.clone()), expected);
    let mut walk = days.rev().map(|day| day.to_string());
    assert_eq!(walk.next().as_deref(), Some("1970-01-03"));
    assert_eq!(walk.nth(1).as_deref(), Some("1970-01-01"));
    assert_eq!((walk.next(), walk.next()), (None, None));
}

// FC-113
#[test]
fn months_and_years_step_from_their_first_day() {
    let january = Month.of(datetime!(2026-01-31 0:00 UTC)).unwrap();
    assert_eq!(january.to_string(), "2026-01");
    assert_eq!(january.next().unwrap().to_string(), "2026-02");
    assert_eq!(january.previous().unwrap().to_string(), "2025-12");
    assert_eq!(
        span(january.next().unwrap()).1,
        datetime!(2026-03-01 0:00 UTC)
    );

    let leap_day = datetime!(2024-02-29 23:59:59.999_999_999 UTC);
    assert_eq!(
        Year.of(leap_day).unwrap().next().unwrap().to_string(),
        "2025"
    );
    assert_eq!(
        Month.of(leap_day).unwrap().next().unwrap().to_string(),
        "2024-03"
    );
    assert_eq!(
        Day.of(leap_day).unwrap().next().unwrap().to_string(),
        "2024-03-01"
    );
    let months = Month.covering(datetime!(2026-01-31 0:00 UTC)..datetime!(2026-05-31 0:00 UTC));
    assert_eq!(
        texts(months),
        ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"]
    );
}

// FC-114
#[test]
fn a_range_touches_neither_one_bucket_too_many_nor_one_too_few() {
    for (width, range, expected) in [
        (
            Hour,
            datetime!(2015-01-19 14:10:05 UTC)..datetime!(2015-01-19 14:11:05 UTC),
            vec!["2015-01-19T14:00"],
        ),
        (
            Day,
            datetime!(2015-08-16 0:00 UTC)..datetime!(2015-08-17 0:00 UTC),
            vec!["2015-08-16"],
        ),
        (
            Day,
            datetime!(2015-08-16 23:59:59.999 UTC)..datetime!(2015-08-17 0:00:00.001 UTC),
            vec!["2015-08-16", "2015-08-17"],
        ),
        (
            Day,
            datetime!(2015-08-16 12:00 UTC)..datetime!(2015-08-16 12:00 UTC),
            vec![],
        ),
        (
            Day,
            datetime!(2015-08-17 0:00 UTC)..datetime!(2015-08-16 0:00 UTC),
            vec![],
        ),
    ] {
        let buckets = width.covering(range.clone());
        assert_eq!(buckets.total(), expected.len() as u64, "{range:?}");
        assert_eq!(buckets.size_hint(), (expected.len(), Some(expected.len())));
        let mut reversed = texts(buckets.clone().rev());
        reversed.reverse();
        assert_eq!(reversed, expected, "{range:?}");
        assert_eq!(texts(buckets), expected, "{range:?}");
    }
}

#[test]
fn an_end_counts_if_the_range_has_it() {
    use std::ops::Bound::{Excluded, Included};

    let midnight = datetime!(2025-03-22 0:00 UTC);
    let noon = datetime!(2025-03-21 12:00 UTC);
    assert_eq!(texts(Day.covering(noon..midnight)), ["2025-03-21"]);
    assert_eq!(
        texts(Day.covering(noon..=midnight)),
        ["2025-03-21", "2025-03-22"]
    );
    assert_eq!(texts(Day.covering(midnight..=midnight)), ["2025-03-22"]);
    let last_nano = Moment::from_nanos(midnight.to_moment().as_nanos() - 1);
    assert_eq!(
        texts(Day.covering((Excluded(last_nano), Included(midnight.to_moment())))),
        ["2025-03-22"]
    );
    assert_eq!(
        Day.covering((Excluded(midnight), Excluded(midnight)))
            .total(),
        0
    );
}

#[test]
fn times_before_1970_round_down() {
    for (width, text) in [
        (Minute, "1969-12-31T23:59"),
        (Hour, "1969-12-31T23:00"),
        (Day, "1969-12-31"),
        (Month, "1969-12"),
        (Year, "1969"),
    ] {
        let bucket = width.of(Moment::from_nanos(-1)).unwrap();
        assert_eq!(bucket.to_string(), text);
        assert_eq!(bucket.end(), Moment::EPOCH);
        assert_eq!(bucket.next().unwrap().start(), Moment::EPOCH);
    }
    let range = datetime!(1969-12-30 23:00 UTC)..datetime!(1970-01-01 1:00 UTC);
    assert_eq!(
        texts(Day.covering(range)),
        ["1969-12-30", "1969-12-31", "1970-01-01"]
    );
}

#[test]
fn the_years_0000_to_9999_have_buckets() {
    let (first, last) = (Moment::from_nanos(ISO_MIN), Moment::from_nanos(ISO_MAX));
    for (width, oldest, newest) in [
        (Minute, "0000-01-01T00:00", "9999-12-31T23:59"),
        (Hour, "0000-01-01T00:00", "9999-12-31T23:00"),
        (Day, "0000-01-01", "9999-12-31"),
        (Month, "0000-01", "9999-12"),
        (Year, "0000", "9999"),
    ] {
        let (low, high) = (width.of(first).unwrap(), width.of(last).unwrap());
        assert_eq!(
            (low.to_string(), high.to_string()),
            (oldest.into(), newest.into())
        );
        assert_eq!((low.previous(), high.next()), (None, None));
        assert_eq!(
            (low.start(), high.end()),
            (first, Moment::from_nanos(ISO_MAX + 1))
        );
        assert_eq!(width.parse(newest).unwrap(), high);

        for outside in [
            Moment::from_nanos(ISO_MIN - 1),
            Moment::from_nanos(ISO_MAX + 1),
            Moment::MIN,
            Moment::MAX,
        ] {
            let error = width.of(outside).unwrap_err();
            assert_eq!(
                error.reason(),
                "the time is outside of the years 0000 to 9999, which have no bucket; correct it"
            );
        }
        // Nothing can be stored outside of them, so a range ends with them.
        let all = width.covering::<Moment>(..);
        assert_eq!(all.clone().next(), Some(low));
        assert_eq!(all.clone().next_back(), Some(high));
        for same in [
            width.covering(Moment::MIN..Moment::MAX),
            width.covering(Moment::MIN..=Moment::MAX),
        ] {
            assert_eq!(same.total(), all.total());
            assert_eq!(same.clone().next_back(), Some(high));
        }
        assert_eq!(width.covering(Moment::MIN..first).total(), 0);
        assert_eq!(width.covering(high.end()..).total(), 0);
    }
    assert_eq!(Year.covering::<Moment>(..).total(), 10_000);
    assert_eq!(Month.covering::<Moment>(..).total(), 120_000);
    assert_eq!(Day.covering::<Moment>(..).total(), 3_652_425);
}

#[test]
fn only_the_written_text_is_read() {
    for (width, refused) in [
        (
            Minute,
            &[
                "2025-03-21T12:60",
                "2025-03-21 12:30",
                "2025-03-21t12:30",
                "2025-03-21T12:30:00",
            ][..],
        ),
        (
            Hour,
            &["2025-03-21T12:30", "2025-03-21T24:00", "2025-03-21T12"],
        ),
        (
            Day,
            &[
                "2025-02-29",
                "2025-3-21",
                "2025-03-21T",
                "2025-03",
                "+025-03-21",
                "",
            ],
        ),
        (Month, &["2025-13", "2025-00", "202503", "2025-03-21"]),
        (Year, &["202", "20255", "12é", "2O25"]),
    ] {
        for text in refused {
            let error = width.parse(text).unwrap_err();
            assert!(error.expected().contains(width.as_str()), "{text}");
            assert_eq!(error.found(), "another text");
        }
    }
}

fn any_width() -> impl Strategy<Value = BucketWidth> {
    prop::sample::select(WIDTHS.to_vec())
}

fn any_written() -> impl Strategy<Value = Moment> {
    prop_oneof![
        ISO_MIN..=ISO_MAX,
        // Around the epoch, and so close that two often share a bucket.
        -200_000_000_000_000_i128..200_000_000_000_000,
    ]
    .prop_map(Moment::from_nanos)
}

proptest! {
    #[test]
    fn buckets_partition_time_and_their_texts_keep_its_order(
        width in any_width(),
        a in any_written(),
        b in any_written(),
    ) {
        let (bucket_a, bucket_b) = (width.of(a).unwrap(), width.of(b).unwrap());
        prop_assert!(bucket_a.start() <= a && a < bucket_a.end());
        prop_assert_eq!(bucket_a == bucket_b, bucket_a.contains(b));
        prop_assert_eq!(
            bucket_a.to_string().as_bytes().cmp(bucket_b.to_string().as_bytes()),
            bucket_a.start().cmp(&bucket_b.start())
        );
        prop_assert_eq!(width.parse(&bucket_a.to_string()).unwrap(), bucket_a);
        if let Some(next) = bucket_a.next() {
            prop_assert_eq!(next.start(), bucket_a.end());
            prop_assert_eq!(next.previous(), Some(bucket_a));
        }
    }

    #[test]
    fn a_range_is_covered_exactly(width in any_width(), a in any_written(), length in 0_i128..4_000_000_000_000_000) {
        let end = Moment::from_nanos(a.as_nanos() + length);
        let mut walked = Vec::new();
        let mut bucket = width.of(a).ok().filter(|_| length > 0);
        while let Some(each) = bucket.filter(|each| each.start() < end && walked.len() < 100) {
            walked.push(each);
            bucket = each.next();
        }
        let buckets = width.covering(a..end);
        if walked.len() < 100 {
            prop_assert_eq!(buckets.total(), walked.len() as u64);
        }
        prop_assert!(buckets.take(100).eq(walked));
    }

    #[test]
    fn damaged_texts_are_refused_and_do_not_panic(width in any_width(), text in "[-+0-9:TtZé ]{0,20}") {
        if let Ok(bucket) = width.parse(&text) {
            prop_assert_eq!(bucket.to_string(), text);
        }
    }
}
