use ::time::OffsetDateTime;
use ::time::macros::datetime;

use crate::time::{Moment, PointInTime, Reading, Resolution, TimeFormat};

pub(super) const RESOLUTIONS: [Resolution; 4] = [
    Resolution::Seconds,
    Resolution::Millis,
    Resolution::Micros,
    Resolution::Nanos,
];
pub(super) const READINGS: [Reading; 3] = [Reading::Canonical, Reading::Lenient, Reading::Floor];

const MILLIS: TimeFormat = TimeFormat::Epoch(Resolution::Millis);
const ISO: TimeFormat = TimeFormat::Iso(Resolution::Millis);
pub(super) const ISO_SECONDS: TimeFormat = TimeFormat::Iso(Resolution::Seconds);
pub(super) const ISO_NANOS: TimeFormat = TimeFormat::Iso(Resolution::Nanos);

pub(super) const ISO_MIN: i128 = -62_167_219_200_000_000_000;
pub(super) const ISO_MAX: i128 = 253_402_300_799_999_999_999;

pub(super) fn formats() -> impl Iterator<Item = TimeFormat> {
    RESOLUTIONS
        .into_iter()
        .flat_map(|resolution| [TimeFormat::Epoch(resolution), TimeFormat::Iso(resolution)])
}

fn moment(at: OffsetDateTime) -> Moment {
    at.to_moment()
}

fn found(format: TimeFormat, text: &str, reading: Reading) -> String {
    format
        .parse(text, reading)
        .expect_err(text)
        .found()
        .to_owned()
}

#[test]
fn texts_of_every_resolution() {
    let at = moment(datetime!(2025-03-21 12:30:00.123456789 UTC));
    for (format, text) in [
        (TimeFormat::Epoch(Resolution::Seconds), "1742560200"),
        (TimeFormat::Epoch(Resolution::Millis), "1742560200123"),
        (TimeFormat::Epoch(Resolution::Micros), "1742560200123456"),
        (TimeFormat::Epoch(Resolution::Nanos), "1742560200123456789"),
        (ISO_SECONDS, "2025-03-21T12:30:00Z"),
        (ISO, "2025-03-21T12:30:00.123Z"),
        (
            TimeFormat::Iso(Resolution::Micros),
            "2025-03-21T12:30:00.123456Z",
        ),
        (ISO_NANOS, "2025-03-21T12:30:00.123456789Z"),
    ] {
        assert_eq!(format.text(at).unwrap(), text);
        if let Some(width) = format.width() {
            assert_eq!(width, text.len());
        }
    }
}

#[test]
fn times_before_1970_are_rounded_down() {
    let at = Moment::from_nanos(-1_500_000_000);
    assert_eq!(MILLIS.text(at).unwrap(), "-1500");
    assert_eq!(
        TimeFormat::Epoch(Resolution::Seconds).text(at).unwrap(),
        "-2"
    );
    assert_eq!(ISO.text(at).unwrap(), "1969-12-31T23:59:58.500Z");
    assert_eq!(
        ISO.text(Moment::from_nanos(-1)).unwrap(),
        "1969-12-31T23:59:59.999Z"
    );
}

#[test]
fn fractions_keep_their_width() {
    let ms = |nanos| ISO.text(Moment::from_parts(1_647_510_371, nanos)).unwrap();
    assert_eq!(ms(100_000_000), "2022-03-17T09:46:11.100Z");
    assert_eq!(ms(120_000_000), "2022-03-17T09:46:11.120Z");
    assert_eq!(ms(0), "2022-03-17T09:46:11.000Z");
    let year_one = moment(datetime!(0001-01-01 0:00 UTC));
    assert_eq!(ISO_SECONDS.text(year_one).unwrap(), "0001-01-01T00:00:00Z");
}

#[test]
fn the_years_of_iso_text_end() {
    for format in RESOLUTIONS.map(TimeFormat::Iso) {
        let min = Moment::from_nanos(ISO_MIN);
        let max = Moment::from_nanos(ISO_MAX);
        assert_eq!(format.text(min).unwrap(), format.min_text().unwrap());
        assert_eq!(format.text(max).unwrap(), format.max_text().unwrap());
        for beyond in [ISO_MIN - 1, ISO_MAX + 1, i128::MIN, i128::MAX] {
            let error = format.text(Moment::from_nanos(beyond)).unwrap_err();
            assert!(error.reason().contains("years 0000 to 9999"), "{error}");
        }
    }
    assert_eq!(MILLIS.min_text(), None);
    assert_eq!(MILLIS.max_text(), None);
    assert_eq!(MILLIS.width(), None);
}

#[test]
fn numbers_end_at_38_digits() {
    let nanos = TimeFormat::Epoch(Resolution::Nanos);
    let longest = Moment::from_nanos(10_i128.pow(38) - 1);
    assert_eq!(nanos.text(longest).unwrap(), "9".repeat(38));
    for beyond in [10_i128.pow(38), -(10_i128.pow(38)), i128::MAX, i128::MIN] {
        assert!(nanos.text(Moment::from_nanos(beyond)).is_err());
        assert!(nanos.exact_text(Moment::from_nanos(beyond)).is_err());
    }
    assert!(MILLIS.text(Moment::MAX).is_ok());
    let past_2262 = moment(datetime!(2262-04-11 23:47:16.855 UTC));
    assert_eq!(nanos.text(past_2262).unwrap(), "9223372036855000000");
}

#[test]
fn exact_texts_of_finer_times() {
    let at = Moment::from_nanos(1_640_995_200_000_500_000);
    assert_eq!(MILLIS.exact_text(at).unwrap(), "1640995200000.5");
    assert_eq!(
        ISO.exact_text(at).unwrap(),
        "2022-01-01T00:00:00.000500000Z"
    );
    let before = Moment::from_nanos(-1_500_000);
    assert_eq!(MILLIS.exact_text(before).unwrap(), "-1.5");
    let seconds = TimeFormat::Epoch(Resolution::Seconds);
    assert_eq!(
        seconds.exact_text(Moment::from_nanos(1)).unwrap(),
        "0.000000001"
    );
    assert_eq!(
        seconds.exact_text(Moment::from_nanos(-1)).unwrap(),
        "-0.000000001"
    );
    assert_eq!(
        ISO_SECONDS.exact_text(before).unwrap(),
        "1969-12-31T23:59:59.998500000Z"
    );
}

#[test]
fn any_offset_is_read_where_a_text_is_no_key() {
    let noon = moment(datetime!(2026-11-30 12:00 UTC));
    for text in [
        "2026-11-30T12:00:00Z",
        "2026-11-30T12:00:00.0Z",
        "2026-11-30T12:00:00.0000000Z",
        "2026-11-30T12:00:00.000000000000000000Z",
        "2026-11-30T12:00:00+00:00",
        "2026-11-30T12:00:00.000-00:00",
        "2026-11-30T13:00:00+01:00",
        "2026-11-30T13:00:00.000+0100",
        "2026-11-30T06:30:00.000000-05:30",
        "2026-12-01T11:59:00+23:59",
        "2026-11-30t12:00:00z",
        "2026-11-30 12:00:00Z",
    ] {
        for format in RESOLUTIONS.map(TimeFormat::Iso) {
            assert_eq!(
                format.parse(text, Reading::Lenient).unwrap(),
                noon,
                "{text}"
            );
            assert_eq!(format.parse(text, Reading::Floor).unwrap(), noon, "{text}");
        }
        let error = ISO.parse(text, Reading::Canonical).unwrap_err();
        assert_eq!(
            error.expected(),
            "the text of a key, `2025-03-21T12:30:00.000Z`"
        );
        assert!(error.found().contains("`lenient`"), "{error}");
    }
    let canonical = "2026-11-30T12:00:00.000Z";
    assert_eq!(ISO.parse(canonical, Reading::Canonical).unwrap(), noon);
}

#[test]
fn short_fractions_are_read() {
    for (text, nanos) in [("11.1Z", 100_000_000), ("11.12Z", 120_000_000), ("11Z", 0)] {
        let text = format!("2022-03-17T09:46:{text}");
        let at = Moment::from_parts(1_647_510_371, nanos);
        assert_eq!(ISO.parse(&text, Reading::Lenient).unwrap(), at);
    }
}

#[test]
fn finer_times_are_an_error_unless_rounded_down() {
    let floor = moment(datetime!(2025-03-21 12:30:00.123 UTC));
    for text in [
        "2025-03-21T12:30:00.1234Z",
        "2025-03-21T12:30:00.123999999999Z",
        "2025-03-21T12:30:00.1230000001Z",
    ] {
        let error = ISO.parse(text, Reading::Lenient).unwrap_err();
        assert_eq!(error.expected(), "a time in whole milliseconds");
        assert_eq!(error.found(), "a finer time");
        assert_eq!(ISO.parse(text, Reading::Floor).unwrap(), floor);
    }
    let below_nanos = "2025-03-21T12:30:00.1234567891Z";
    assert!(ISO_NANOS.parse(below_nanos, Reading::Lenient).is_err());
}

#[test]
fn leap_seconds_are_the_last_unit_of_their_minute() {
    let next = moment(datetime!(2017-01-01 0:00 UTC));
    for text in [
        "2016-12-31T23:59:60Z",
        "2016-12-31T23:59:60.5Z",
        "2017-01-01T00:59:60+01:00",
        "2016-12-31T18:29:60.999999999999-05:30",
    ] {
        for format in RESOLUTIONS.map(TimeFormat::Iso) {
            let last = format.previous(next);
            assert_eq!(
                format.parse(text, Reading::Lenient).unwrap(),
                last,
                "{text}"
            );
            assert_eq!(format.parse(text, Reading::Floor).unwrap(), last, "{text}");
        }
    }
    assert!(
        ISO_SECONDS
            .parse("2016-12-31T23:59:60Z", Reading::Canonical)
            .is_err()
    );
    assert!(
        ISO_SECONDS
            .parse("9999-12-31T23:59:60Z", Reading::Lenient)
            .is_ok()
    );
    for elsewhere in [
        "2016-12-31T23:58:60Z",
        "2016-12-30T23:59:60Z",
        "2016-12-31T23:59:60+01:00",
        "2016-12-31T23:59:61Z",
    ] {
        assert_eq!(
            found(ISO_SECONDS, elsewhere, Reading::Lenient),
            "a date or time of day that does not exist"
        );
    }
}

#[test]
fn what_is_no_instant_is_refused() {
    for (found_text, texts) in [
        (
            "a text of another form",
            [
                "",
                "X",
                "12:30:00",
                "2025",
                "2025-03",
                "20250321T123000Z",
                "2025-3-21T12:30:00Z",
                "2025-03-21T12:30Z",
                "2025-03-21T12:30:00.Z",
                "2025-03-21T12:30:00,5Z",
                "2025/03/21T12:30:00Z",
                "2025-03-21_12:30:00Z",
                "2025-03-21T12:30:00.000ZZ",
                "2025-03-21T12:30:00+1",
                "2025-03-21T12:30:00+01:0",
                "2025-03-21T12:30:00 Z",
                "+2025-03-21T12:30:00Z",
                "-001-03-21T12:30:00Z",
                "12025-03-21T12:30:00Z",
                "2025-03-21T12:30:00.000Z#a",
                " 2025-03-21T12:30:00Z",
                "2025-03-21T12:30:00UTC",
                "Fri, 21 Mar 2025 12:30:00 GMT",
                "1742560200",
                "２025-03-21T12:30:00Z",
            ]
            .as_slice(),
        ),
        ("a date without a time of day", ["2025-03-21"].as_slice()),
        (
            "a time without an offset from UTC",
            ["2025-03-21T12:30:00", "2025-03-21 12:30:00.000"].as_slice(),
        ),
        (
            "a date or time of day that does not exist",
            [
                "2025-02-29T12:30:00Z",
                "2025-13-01T12:30:00Z",
                "2025-00-01T12:30:00Z",
                "2025-04-31T12:30:00Z",
                "2025-04-00T12:30:00Z",
                "2025-04-01T24:00:00Z",
                "2025-04-01T12:60:00Z",
                "2025-04-01T12:30:00+24:00",
                "2025-04-01T12:30:00+00:60",
                "1900-02-29T00:00:00Z",
            ]
            .as_slice(),
        ),
    ] {
        for text in texts {
            for reading in READINGS {
                assert_eq!(found(ISO, text, reading), found_text, "{text}");
            }
        }
    }
}

#[test]
fn offsets_may_lead_out_of_the_written_years() {
    let early = ISO
        .parse("0000-01-01T00:00:00+01:00", Reading::Lenient)
        .unwrap();
    assert_eq!(early, Moment::from_nanos(ISO_MIN - 3_600_000_000_000));
    assert!(ISO.text(early).is_err());
}

#[test]
fn numbers_are_read_exactly() {
    for reading in READINGS {
        for (text, nanos) in [
            ("1234567890123", 1_234_567_890_123_000_000),
            ("-1500", -1_500_000_000),
            ("100.0", 100_000_000),
            ("1E2", 100_000_000),
            ("0", 0),
        ] {
            assert_eq!(
                MILLIS.parse(text, reading).unwrap(),
                Moment::from_nanos(nanos)
            );
        }
        let nanos = TimeFormat::Epoch(Resolution::Nanos);
        assert_eq!(
            nanos.parse("1556893286484340854", reading).unwrap(),
            Moment::from_nanos(1_556_893_286_484_340_854)
        );
        assert_eq!(
            found(MILLIS, "soon", reading),
            "something that is not a number"
        );
        assert_eq!(found(MILLIS, "9E125", reading), "a number out of range");
        // It fits an i128, but not when counted in nanoseconds.
        assert_eq!(found(MILLIS, "1E38", reading), "a number out of range");
    }
}

#[test]
fn fractions_of_numbers_are_an_error_unless_rounded_down() {
    let seconds = TimeFormat::Epoch(Resolution::Seconds);
    for (text, floor) in [("1646887668.9999999999", 1_646_887_668), ("-0.5", -1)] {
        assert_eq!(
            seconds.parse(text, Reading::Floor).unwrap(),
            Moment::from_parts(floor, 0)
        );
        for reading in [Reading::Lenient, Reading::Canonical] {
            let error = seconds.parse(text, reading).unwrap_err();
            assert_eq!(
                error.expected(),
                "a whole number of seconds since the Unix epoch"
            );
            assert_eq!(error.found(), "a number with a fraction");
        }
    }
}

#[test]
fn the_ends_of_all_moments_do_not_panic() {
    for format in formats() {
        for end in [Moment::MIN, Moment::MAX] {
            assert!(format.floor(end) <= end);
            assert!(format.ceil(end) >= end);
            let _ = (
                format.text(end),
                format.exact_text(end),
                format.previous(end),
            );
        }
        assert_eq!(format.previous(Moment::MIN), Moment::MIN);
    }
}

#[test]
fn errors_never_hold_the_text() {
    for text in ["secret-77", "2025-03-21T12:30:00.9991Z", "31337.5", "4E99"] {
        for format in formats() {
            for reading in READINGS {
                if let Err(error) = format.parse(text, reading) {
                    assert!(!format!("{error} {error:?}").contains(text));
                }
            }
        }
    }
}
