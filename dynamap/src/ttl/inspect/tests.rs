use proptest::prelude::*;

use super::*;
use crate::time::EpochSeconds;
use crate::ttl::{Magnitude, inspect_at, presets_at};

/// 2026-11-30T12:00:00Z.
const NOW: EpochSeconds = EpochSeconds(1_796_040_000);

fn at(text: &str) -> Inspection {
    inspect_at(text, NOW).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn stored(text: &str) -> (Option<i64>, Vec<Warning>) {
    let inspection = at(text);
    (inspection.store, inspection.warnings)
}

#[test]
fn fc_1_every_unit_is_told_by_its_magnitude() {
    for (text, unit, warnings) in [
        ("1796644800", Resolution::Seconds, vec![]),
        (
            "1796644800000",
            Resolution::Millis,
            vec![Warning::Milliseconds],
        ),
        (
            "1796644800000000",
            Resolution::Micros,
            vec![Warning::Microseconds],
        ),
        (
            "1796644800000000000",
            Resolution::Nanos,
            vec![Warning::Nanoseconds],
        ),
    ] {
        let inspection = at(text);
        assert_eq!(inspection.store, Some(1_796_644_800), "{text}");
        assert_eq!(inspection.utc.as_deref(), Some("2026-12-07T12:00:00Z"));
        assert_eq!(inspection.relative.as_deref(), Some("in 7 days"));
        assert_eq!(inspection.seconds_from_now, Some(604_800));
        assert_eq!(inspection.unit, Some(unit), "{text}");
        assert_eq!(inspection.form, Form::Number);
        assert_eq!(inspection.wire_type, None);
        assert_eq!(inspection.warnings, warnings, "{text}");
    }
}

#[test]
fn fc_21_fc_22_a_string_is_ignored_by_ttl_whatever_it_holds() {
    for text in [
        r#"{"S":"1796644800"}"#,
        "S 1796644800",
        r#"{"S":"2026-12-07T12:00:00.000Z"}"#,
        "S 2026-12-07T13:00:00+01:00",
        r#"S "2026-12-07T12:00:00Z""#,
        "  {\"S\" : \"1796644800\"}\n",
    ] {
        let inspection = at(text);
        assert_eq!(inspection.store, Some(1_796_644_800), "{text}");
        assert_eq!(inspection.warnings, [Warning::StringType], "{text}");
        assert_eq!(inspection.wire_type, Some(WireType::S), "{text}");
    }
    assert_eq!(
        stored("S 1796644800000"),
        (
            Some(1_796_644_800),
            vec![Warning::StringType, Warning::Milliseconds]
        )
    );
    assert_eq!(
        stored(r#"{"S":"2026-12-07"}"#),
        (
            Some(1_796_601_600),
            vec![Warning::StringType, Warning::NoOffset]
        )
    );
}

#[test]
fn a_number_with_its_type_is_a_number() {
    for text in [
        r#"{"N":"1796644800"}"#,
        "N 1796644800",
        r#"N "1796644800""#,
        "N\t1.7966448E9",
    ] {
        let inspection = at(text);
        assert_eq!(inspection.store, Some(1_796_644_800), "{text}");
        assert_eq!(inspection.warnings, [], "{text}");
        assert_eq!(inspection.wire_type, Some(WireType::N), "{text}");
    }
}

#[test]
fn fc_64_a_small_number_looks_like_a_duration() {
    for text in ["3600", "N 3600", "+3600", "1", "315532799"] {
        assert_eq!(
            stored(text),
            (None, vec![Warning::LooksLikeDuration]),
            "{text}"
        );
    }
}

#[test]
fn fc_65_zero_and_negative_numbers_are_never_stored() {
    for text in ["0", "-1", "-0", "N -1796644800", "-1e100"] {
        assert_eq!(stored(text), (None, vec![Warning::NotPositive]), "{text}");
    }
    assert_eq!(
        stored("-0.5"),
        (None, vec![Warning::NotPositive, Warning::Fraction])
    );
}

#[test]
fn fc_95_more_than_five_years_past_is_never_deleted() {
    let five_years = 5 * 365 * 86_400;
    assert_eq!(
        stored("1171734022"),
        (Some(1_171_734_022), vec![Warning::MoreThanFiveYearsPast])
    );
    assert_eq!(
        at("1171734022").utc.as_deref(),
        Some("2007-02-17T17:40:22Z")
    );
    for (seconds, warning) in [
        (
            1_796_040_000 - five_years - 1,
            Some(Warning::MoreThanFiveYearsPast),
        ),
        (1_796_040_000 - five_years, Some(Warning::AlreadyExpired)),
        (1_796_040_000, Some(Warning::AlreadyExpired)),
        (1_796_040_001, None),
    ] {
        let warnings: Vec<Warning> = warning.into_iter().collect();
        assert_eq!(stored(&seconds.to_string()), (Some(seconds), warnings));
    }
    assert_eq!(
        stored("1960-01-01T00:00:00Z"),
        (
            Some(-315_619_200),
            vec![Warning::NotPositive, Warning::MoreThanFiveYearsPast]
        )
    );
}

#[test]
fn fc_99_offsets_count() {
    for text in [
        "2026-12-07T12:00:00Z",
        "2026-12-07T13:00:00+01:00",
        "2026-12-07T13:00:00+0100",
        "2026-12-07T13:00:00+01",
        "2026-12-07T13:00+01:00",
        "2026-12-07 13:00 +01",
        "2026-12-07T12:00Z",
        "2026-12-07t12:00:00z",
        "2026-12-07 12:00:00 UTC",
        "2026-12-07T12:00:00.999999999999Z",
        "2026-12-06T22:00:00-14:00",
        "2026-12-08T02:00:00.000+14:00",
    ] {
        assert_eq!(stored(text), (Some(1_796_644_800), vec![]), "{text}");
        assert_eq!(at(text).form, Form::Time, "{text}");
    }
}

#[test]
fn without_an_offset_a_time_is_read_as_utc_with_a_warning() {
    for text in [
        "2026-12-07T12:00:00",
        "2026-12-07 12:00:00",
        "2026-12-07T12:00",
        "2026-12-07 12:00:00.5",
    ] {
        assert_eq!(
            stored(text),
            (Some(1_796_644_800), vec![Warning::NoOffset]),
            "{text}"
        );
    }
    let date = at("2025-01-01");
    assert_eq!(date.store, Some(1_735_689_600));
    assert_eq!(date.warnings, [Warning::NoOffset, Warning::AlreadyExpired]);
    assert_eq!(date.form, Form::Date);
    assert_eq!(date.store, at("2025-01-01T02:00:00+02:00").store);
}

#[test]
fn distances_are_sums_counted_from_now() {
    for (text, seconds, relative) in [
        ("+7d", 604_800, "in 7 days"),
        ("-1h", -3_600, "1 hour ago"),
        ("+1d12h", 129_600, "in 1 day and 12 hours"),
        ("+1w2d3h4m5s", 788_645, "in 9 days and 3 hours"),
        ("+90s", 90, "in 1 minute and 30 seconds"),
        ("+1h1h", 7_200, "in 2 hours"),
        ("+0s", 0, "now"),
        ("-1s", -1, "1 second ago"),
    ] {
        let inspection = at(text);
        assert_eq!(inspection.store, Some(1_796_040_000 + seconds), "{text}");
        assert_eq!(inspection.seconds_from_now, Some(seconds), "{text}");
        assert_eq!(inspection.relative.as_deref(), Some(relative), "{text}");
        assert_eq!(inspection.form, Form::Relative, "{text}");
        assert_eq!(inspection.warnings.is_empty(), seconds > 0, "{text}");
    }
    // The part of the second that has passed is rounded away, not up.
    let later = inspect_at("+7d", Moment::from_parts(1_796_040_000, 999_999_999)).unwrap();
    assert_eq!(later.store, Some(1_796_644_800));
    assert_eq!(later.relative.as_deref(), Some("in 7 days"));
}

#[test]
fn fc_98_distances_do_not_wrap() {
    for text in [
        "+18446744073709551616s",
        "+18446744073709551615s",
        "-18446744073709551615s",
        "+1000000000000000000w",
        "+18446744073709551615s1s",
    ] {
        let error = inspect_at(text, NOW).unwrap_err();
        assert_eq!(error.reason(), "the distance is too long", "{text}");
    }
    // 10¹² days are beyond every calendar, but not beyond counting.
    let inspection = at("+1000000000000d");
    assert_eq!(
        (inspection.store, inspection.utc, inspection.relative),
        (None, None, None)
    );
    assert_eq!(inspection.warnings, [Warning::BeyondYear9999]);
}

#[test]
fn fc_127_fc_128_fractions_are_exact_and_rounded_down() {
    assert_eq!(
        stored("1796644799.9999999999"),
        (Some(1_796_644_799), vec![Warning::Fraction])
    );
    assert_eq!(stored("1796644800.0"), (Some(1_796_644_800), vec![]));
    assert_eq!(
        stored("1796644800999.5"),
        (
            Some(1_796_644_800),
            vec![Warning::Milliseconds, Warning::Fraction]
        )
    );
    assert_eq!(
        stored("1796644800999"),
        (Some(1_796_644_800), vec![Warning::Milliseconds])
    );
}

#[test]
fn fc_129_nanoseconds_reach_beyond_64_bits() {
    // 2262-04-11T23:47:16.855Z is the first millisecond that 64 signed bits do not reach.
    let inspection = at("9223372036855000000");
    // The magnitude tells a unit up to the year 2199 only, so that it is never wrong.
    assert_eq!(
        (inspection.store, inspection.warnings),
        (None, vec![Warning::BeyondYear9999])
    );
    assert_eq!(at("2262-04-11T23:47:16.855Z").store, Some(9_223_372_036));
    assert_eq!(at("1677-09-20T00:00:00Z").store, Some(-9_223_459_200));
}

#[test]
fn fc_132_the_unit_is_told_or_refused() {
    let millis = at("762265258239");
    assert_eq!(millis.utc.as_deref(), Some("1994-02-26T12:20:58Z"));
    assert_eq!(
        millis.warnings,
        [Warning::Milliseconds, Warning::MoreThanFiveYearsPast]
    );
    let nanos = at("1784694237438743460");
    assert_eq!(nanos.utc.as_deref(), Some("2026-07-22T04:23:57Z"));
    assert_eq!(stored("-1500"), (None, vec![Warning::NotPositive]));
    for text in ["100000000000", "9999999999", "N 253402300800"] {
        assert_eq!(
            stored(text),
            (None, vec![Warning::AmbiguousMagnitude]),
            "{text}"
        );
    }
    assert_eq!(
        stored("9999999999999999999999"),
        (None, vec![Warning::BeyondYear9999])
    );
}

#[test]
fn the_year_9999_is_the_last() {
    let last = at("9999-12-31T23:59:59Z");
    assert_eq!((last.store, last.warnings), (Some(253_402_300_799), vec![]));
    let beyond = at("9999-12-31T23:59:59-00:01");
    assert_eq!(
        (beyond.store, beyond.warnings),
        (None, vec![Warning::BeyondYear9999])
    );
    assert_eq!(at("0000-01-01T00:00:00Z").store, Some(-62_167_219_200));
    let before = at("0000-01-01T00:00:00+00:01");
    assert_eq!(before.store, None);
    assert_eq!(
        before.warnings,
        [Warning::NotPositive, Warning::MoreThanFiveYearsPast]
    );
}

#[test]
fn errors_say_what_is_wrong_and_what_is_accepted() {
    for (text, reason) in [
        ("", "nothing is given"),
        ("  \n", "nothing is given"),
        ("tomorrow", "no time can be read in this"),
        ("7d", "no time can be read in this"),
        ("1735689600s", "no time can be read in this"),
        (
            "2025-02-30",
            "this is a date or time of day that does not exist",
        ),
        (
            "2025-01-01T25:00:00Z",
            "this is a date or time of day that does not exist",
        ),
        (
            "2025-01-01T00:00:60Z",
            "this is a date or time of day that does not exist",
        ),
        (
            "2025-13-01T00:00:00",
            "this is a date or time of day that does not exist",
        ),
        ("2025-1-1", "this is a text of another form"),
        ("2025-01-01T", "this is a text of another form"),
        ("2025-01-01Tü", "this is a text of another form"),
        ("2025-01-0ü", "this is a text of another form"),
        ("+7y", "the distance has an unknown unit"),
        ("+d", "the distance has a unit without a number"),
        ("+1.5h", "the distance has an unknown unit"),
        ("+1d 12h", "the distance has an unknown unit"),
        ("N seconds", "the N is not a number"),
        ("N +7d", "the N is not a number"),
        ("S +7d", "no time can be read in this"),
        ("S ", "no time can be read in this"),
        ("BOOL true", "a value of type BOOL holds no time"),
        (r#"{"NULL":true}"#, "a value of type NULL holds no time"),
        (r#"{"M":{}}"#, "a value of type M holds no time"),
        (r#"{"N":"1"#, "this is not one DynamoDB value with its type"),
        (
            r#"{"N":1735689600}"#,
            "this is not one DynamoDB value with its type",
        ),
        (
            r#"{"N":"1"} x"#,
            "this is not one DynamoDB value with its type",
        ),
        (
            r#"{"expires_at":{"N":"1"}}"#,
            "this is not one DynamoDB value with its type",
        ),
    ] {
        let error = inspect_at(text, NOW).expect_err(text);
        assert_eq!(error.reason(), reason, "{text}");
        assert!(error.to_string().contains("`+7d`"), "{error}");
    }
}

#[test]
fn an_inspection_prints_as_lines() {
    assert_eq!(
        at("1735689600000").to_string(),
        "store     1735689600\n\
         UTC       2025-01-01T00:00:00Z\n\
         relative  1 year and 333 days ago\n\
         warning   the number counts milliseconds: as seconds it lies tens of thousands of years \
         ahead, and the item never expires\n\
         warning   the time has passed: DynamoDB deletes the item, typically within a few days"
    );
    assert_eq!(
        at("100000000000").to_string(),
        "store     nothing\n\
         warning   the unit cannot be told: the number is a far time in one unit or an early one \
         in the next; give a date, or the number in seconds"
    );
}

#[test]
fn distances_in_words_follow_the_calendar() {
    let utc = |text: &str| at(text).moment().unwrap();
    for (now, then, words) in [
        ("2027-02-28T00:00:00Z", "2028-02-28T00:00:00Z", "in 1 year"),
        ("2028-02-29T00:00:00Z", "2029-02-28T00:00:00Z", "in 1 year"),
        (
            "2028-02-29T00:00:00Z",
            "2029-02-27T23:59:59Z",
            "in 364 days and 23 hours",
        ),
        (
            "2027-01-01T00:00:00Z",
            "2028-12-31T00:00:00Z",
            "in 1 year and 365 days",
        ),
        (
            "2028-12-31T00:00:00Z",
            "2027-01-01T00:00:00Z",
            "1 year and 365 days ago",
        ),
        (
            "2026-12-31T23:59:59Z",
            "2027-01-01T00:00:00Z",
            "in 1 second",
        ),
        ("2026-01-01T00:00:00Z", "2026-01-01T01:00:05Z", "in 1 hour"),
        (
            "1970-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
            "in 8029 years and 364 days",
        ),
    ] {
        let inspection = inspect_at(then, utc(now)).unwrap();
        assert_eq!(inspection.relative.as_deref(), Some(words), "{now} {then}");
    }
    // Beyond the calendar there are days.
    let far = inspect_at("2026-01-01T00:00:00Z", Moment::from_parts(i64::MAX, 0)).unwrap();
    assert_eq!(
        far.relative.as_deref(),
        Some("106751991146846 days and 15 hours ago")
    );
}

#[test]
fn presets_are_counted_from_now() {
    let presets = presets_at(NOW).map(|preset| (preset.name, preset.inspection.store.unwrap()));
    assert_eq!(
        presets,
        [
            ("5 minutes", 1_796_040_300),
            ("1 hour", 1_796_043_600),
            ("1 day", 1_796_126_400),
            ("7 days", 1_796_644_800),
            ("30 days", 1_798_632_000),
            ("90 days", 1_803_816_000),
            ("1 year", 1_827_576_000),
        ]
    );
    for preset in presets_at(NOW) {
        assert_eq!(preset.inspection.warnings, []);
        assert_eq!(
            preset.inspection.relative,
            Some(format!("in {}", preset.name))
        );
    }
    let leap = at("2028-02-29T06:00:00Z").moment().unwrap();
    let [.., year] = presets_at(leap);
    assert_eq!(year.inspection.utc.as_deref(), Some("2029-02-28T06:00:00Z"));
    let [.., end] = presets_at(at("9999-06-01T00:00:00Z").moment().unwrap());
    assert_eq!(end.inspection.store, None);
    let _ = presets_at(Moment::MAX);
    let _ = presets_at(Moment::MIN);
}

#[cfg(feature = "jiff")]
#[test]
fn the_local_time_is_that_of_the_zone_at_that_time() {
    let zone = jiff::tz::TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
    let local = |text: &str| at(text).in_zone(&zone).local;
    assert_eq!(
        local("2025-01-01T00:00:00Z").as_deref(),
        Some("2025-01-01T01:00:00+01:00")
    );
    assert_eq!(
        local("2025-07-01T00:00:00Z").as_deref(),
        Some("2025-07-01T02:00:00+02:00")
    );
    assert_eq!(local("100000000000"), None);
}

proptest! {
    #[test]
    fn a_number_in_any_unit_and_its_text_store_the_same(
        seconds in 315_532_800_i64..7_258_118_400,
        nanos in 0_u32..1_000_000_000,
        offset in -1_439_i32..=1_439,
    ) {
        let moment = Moment::from_parts(seconds, nanos);
        for unit in [Resolution::Seconds, Resolution::Millis, Resolution::Micros, Resolution::Nanos] {
            let number = TimeFormat::Epoch(unit).text(moment).unwrap();
            let inspection = at(&number);
            prop_assert_eq!(inspection.store, Some(seconds));
            prop_assert_eq!(inspection.unit, Some(unit));
            let typed = format!(r#"{{"N":"{number}"}}"#);
            prop_assert_eq!(&at(&typed).warnings, &inspection.warnings);
            let text = TimeFormat::Iso(unit).text(moment).unwrap();
            prop_assert_eq!(at(&text).store, Some(seconds));
        }
        // The same instant at any offset.
        let shifted = Moment::from_parts(seconds + i64::from(offset) * 60, nanos);
        let local = TimeFormat::Iso(Resolution::Millis).text(shifted).unwrap();
        let sign = if offset < 0 { '-' } else { '+' };
        let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
        let text = format!("{}{sign}{hours:02}:{minutes:02}", local.trim_end_matches('Z'));
        prop_assert_eq!(at(&text).store, Some(seconds));
    }

    #[test]
    fn what_is_stored_says_the_same_again(number in any::<i64>(), shift in 0_u32..40) {
        let inspection = at(&(number >> shift).to_string());
        prop_assert_eq!(inspection.store.is_some(), inspection.utc.is_some());
        prop_assert_eq!(inspection.store.is_some(), inspection.relative.is_some());
        if let Some(store) = inspection.store {
            let again = at(&store.to_string());
            prop_assert_eq!(again.store, Some(store));
            prop_assert_eq!(Magnitude::of(i128::from(store)).unit(), Some(Resolution::Seconds));
            prop_assert_eq!(&at(&again.utc.unwrap()).store, &Some(store));
        } else {
            prop_assert!(!inspection.warnings.is_empty());
        }
    }

    #[test]
    fn a_distance_goes_there_and_back(seconds in 1_u64..200_000_000_000, now in -1_000_000_000_i64..1_000_000_000) {
        let now = Moment::from_parts(now, 0);
        let text = format!(
            "{}w{}d{}h{}m{}s",
            seconds / 604_800,
            seconds / 86_400 % 7,
            seconds / 3_600 % 24,
            seconds / 60 % 60,
            seconds % 60,
        );
        let ahead = inspect_at(&format!("+{text}"), now).unwrap();
        prop_assert_eq!(ahead.seconds_from_now, i64::try_from(seconds).ok());
        let back = inspect_at(&format!("-{text}"), ahead.moment().unwrap()).unwrap();
        prop_assert_eq!(back.moment(), Some(now));
    }

    #[test]
    fn nothing_panics(text in "[-+0-9smhdwTZeE:. {}\"NS]{0,24}|\\PC{0,30}", now: i128) {
        let _ = inspect_at(&text, Moment::from_nanos(now));
    }
}
