use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::time::macros::{datetime, utc_datetime};
use ::time::{OffsetDateTime, UtcDateTime};
use aws_sdk_dynamodb::primitives::DateTime;

use super::wire::{Value, decode, encode, n, s};
use crate::time::{
    EpochMicros, EpochMillis, EpochNanos, EpochSeconds, Iso, Micros, Millis, Moment, Nanos,
    OutOfRange, PointInTime, Reading, Seconds, TimeField, Unit, Unset, Written, codec, key_codec,
    ttl_codec, unset,
};
use crate::value::{DynamoValue, value};

/// 2025-03-21T12:30:00.123456789Z in every type.
const AT: OffsetDateTime = datetime!(2025-03-21 14:30:00.123456789 +2);

/// Written as `written`, and read back as `read`.
#[track_caller]
fn round_trip<V, U>(value: &V, written: &Value, read: &V)
where
    V: TimeField + PartialEq + std::fmt::Debug,
    V::Is: Written<V, U>,
    U: Unit,
{
    let field = codec::<V, U>();
    assert_eq!(encode(field.codec, value).unwrap(), *written);
    assert_eq!(decode(field.codec, written.clone()).unwrap(), *read);
    let moment = (field.to_moment)(value).unwrap();
    assert_eq!((field.from_moment)(moment).unwrap(), *read);
    assert!(!(field.codec.is_absent)(value));
    assert!(!field.optional);
    assert!((field.codec.absent)().is_none());
}

#[test]
fn every_type_of_instant() {
    let millis = n("1742560200123");
    let iso = s("2025-03-21T12:30:00.123Z");
    let floor = datetime!(2025-03-21 12:30:00.123 UTC);
    round_trip::<_, Millis>(&AT, &millis, &floor);
    round_trip::<_, Iso<Millis>>(&AT, &iso, &floor);
    round_trip::<UtcDateTime, Millis>(
        &utc_datetime!(2025-03-21 12:30:00.123456789),
        &millis,
        &utc_datetime!(2025-03-21 12:30:00.123),
    );
    round_trip::<SystemTime, Iso<Millis>>(
        &(UNIX_EPOCH + Duration::new(1_742_560_200, 123_456_789)),
        &iso,
        &(UNIX_EPOCH + Duration::from_millis(1_742_560_200_123)),
    );
    round_trip::<DateTime, Iso<Millis>>(
        &DateTime::from_secs_and_nanos(1_742_560_200, 123_456_789),
        &iso,
        &DateTime::from_millis(1_742_560_200_123),
    );
}

#[test]
fn times_before_1970_in_every_type() {
    let half_before = n("-2");
    round_trip::<_, Seconds>(
        &datetime!(1969-12-31 23:59:58.5 UTC),
        &half_before,
        &datetime!(1969-12-31 23:59:58 UTC),
    );
    round_trip::<_, Seconds>(
        &(UNIX_EPOCH - Duration::from_millis(1500)),
        &half_before,
        &(UNIX_EPOCH - Duration::from_secs(2)),
    );
    round_trip::<_, Seconds>(
        &DateTime::from_millis(-1500),
        &half_before,
        &DateTime::from_secs(-2),
    );
    round_trip::<_, Seconds>(&-2_i64, &half_before, &-2);
}

#[test]
fn integers_and_counters_in_their_own_unit() {
    round_trip::<_, Seconds>(&1_742_560_200_i64, &n("1742560200"), &1_742_560_200);
    round_trip::<_, Nanos>(&i64::MIN, &n("-9223372036854775808"), &i64::MIN);
    round_trip::<_, Seconds>(&u64::MAX, &n("18446744073709551615"), &u64::MAX);
    round_trip::<_, Seconds>(
        &EpochSeconds(i64::MIN),
        &n("-9223372036854775808"),
        &EpochSeconds(i64::MIN),
    );
    round_trip::<_, Millis>(&EpochMillis(-1), &n("-1"), &EpochMillis(-1));
    round_trip::<_, Micros>(
        &EpochMicros(17_417_356_146_413),
        &n("17417356146413"),
        &EpochMicros(17_417_356_146_413),
    );
    let nanos = EpochNanos(9_223_372_036_855_000_000);
    round_trip::<_, Nanos>(&nanos, &n("9223372036855000000"), &nanos);
}

#[test]
fn dates_after_2038_and_far_back_stay_numbers() {
    for (at, text) in [
        (datetime!(2039-02-05 17:49:55 UTC), "2180540995"),
        (datetime!(1969-06-12 4:56:43 UTC), "-17521397"),
        (datetime!(1955-12-30 23:59:59 UTC), "-441936001"),
    ] {
        round_trip::<_, Seconds>(&at, &n(text), &at);
    }
}

#[test]
fn optional_times() {
    let field = codec::<Option<OffsetDateTime>, Millis>();
    assert!(field.optional);
    assert!((field.codec.is_absent)(&None));
    assert!(!(field.codec.is_absent)(&Some(AT)));
    assert_eq!((field.codec.absent)(), Some(None));
    assert_eq!((field.to_moment)(&None), None);
    assert_eq!(encode(field.codec, &None).unwrap(), Value::Null);
    assert_eq!(decode(field.codec, Value::Null).unwrap(), None);
    assert_eq!(encode(field.codec, &Some(AT)).unwrap(), n("1742560200123"));
    assert_eq!(
        decode(field.codec, n("1742560200123")).unwrap(),
        Some(datetime!(2025-03-21 12:30:00.123 UTC))
    );
}

#[test]
fn other_types_are_errors() {
    let number = codec::<OffsetDateTime, Millis>().codec;
    let text = codec::<OffsetDateTime, Iso<Millis>>().codec;
    let ttl = ttl_codec::<Option<OffsetDateTime>>().codec;
    let message = |error: crate::value::DecodeError| error.to_string();
    assert_eq!(
        decode(number, s("1742560200123"))
            .map_err(message)
            .unwrap_err(),
        "expected N, found S"
    );
    assert_eq!(
        decode(text, n("1742560200123"))
            .map_err(message)
            .unwrap_err(),
        "expected S, found N"
    );
    assert_eq!(
        decode(number, Value::Null).map_err(message).unwrap_err(),
        "expected N, found NULL"
    );
    assert_eq!(
        decode(ttl, s("1796644800")).map_err(message).unwrap_err(),
        "expected N, found S"
    );
}

#[test]
fn a_type_that_cannot_hold_the_time_is_named() {
    fn expected<V: TimeField, U: Unit>(text: &str) -> String
    where
        V::Is: Written<V, U>,
    {
        let value = match U::FORMAT.wire_type() {
            crate::value::WireType::S => s(text),
            _ => n(text),
        };
        match decode(codec::<V, U>().codec, value) {
            Ok(_) => panic!("{text} was read"),
            Err(error) => error.expected().to_owned(),
        }
    }
    let of = |name: &str| format!("a time that `{name}` can hold");
    assert_eq!(
        expected::<OffsetDateTime, Seconds>("253402300800"),
        of("OffsetDateTime")
    );
    assert_eq!(expected::<UtcDateTime, Millis>("1E20"), of("UtcDateTime"));
    assert_eq!(
        expected::<Option<OffsetDateTime>, Seconds>("1E20"),
        of("OffsetDateTime")
    );
    assert_eq!(expected::<u64, Seconds>("-1"), of("u64"));
    assert_eq!(expected::<i64, Seconds>("99999999999999999999"), of("i64"));
    assert_eq!(expected::<EpochMillis, Millis>("1E19"), of("EpochMillis"));
    assert_eq!(expected::<SystemTime, Seconds>("1E20"), of("SystemTime"));
    assert_eq!(expected::<DateTime, Seconds>("1E20"), of("DateTime"));
    assert_eq!(
        expected::<EpochNanos, Nanos>("1E39"),
        "a whole number of nanoseconds since the Unix epoch"
    );
}

#[test]
fn keys_are_read_as_written_unless_lenient() {
    let strict = key_codec::<OffsetDateTime, Iso<Millis>>(false);
    let lenient = key_codec::<OffsetDateTime, Iso<Millis>>(true);
    assert_eq!(strict.reading, Reading::Canonical);
    let own = s("2025-03-21T12:30:00.000Z");
    let other = s("2025-03-21T13:30:00+01:00");
    let at = datetime!(2025-03-21 12:30 UTC);
    assert_eq!(decode(strict.codec, own.clone()).unwrap(), at);
    assert_eq!(decode(lenient.codec, own).unwrap(), at);
    assert!(decode(strict.codec, other.clone()).is_err());
    assert_eq!(decode(lenient.codec, other).unwrap(), at);
    // Numbers are one key in every spelling.
    let number = key_codec::<EpochMillis, Millis>(false);
    assert_eq!(decode(number.codec, n("1E2")).unwrap(), EpochMillis(100));
}

#[test]
fn a_ttl_is_whole_seconds() {
    let ttl = ttl_codec::<Option<OffsetDateTime>>();
    let at = datetime!(2026-12-07 13:00:00.999 +1);
    assert_eq!(encode(ttl.codec, &Some(at)).unwrap(), n("1796644800"));
    assert_eq!(
        decode(ttl.codec, n("1646887668.9999999999")).unwrap(),
        Some(datetime!(2022-03-10 4:47:48 UTC))
    );
    assert_eq!(decode(ttl_codec::<u64>().codec, n("1.5")).unwrap(), 1);
    assert_eq!(decode(ttl_codec::<i64>().codec, n("-1.5")).unwrap(), -2);
    assert_eq!(decode(ttl.codec, Value::Null).unwrap(), None);
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let far = SystemTime::from(datetime!(9999-12-31 23:59 UTC)) + Duration::from_mins(1);
    let error = encode(codec::<SystemTime, Iso<Seconds>>().codec, &far).unwrap_err();
    assert!(error.reason().contains("years 0000 to 9999"));
    let beyond = EpochNanos(i128::MAX);
    let error = encode(codec::<EpochNanos, Nanos>().codec, &beyond).unwrap_err();
    assert!(error.reason().contains("38 digits"));
}

#[test]
fn unset_is_none_or_the_epoch() {
    fn check<V: TimeField + Unset, U: Unit>()
    where
        V::Is: Written<V, U>,
    {
        assert!(codec::<V, U>().is_unset(&unset()));
    }
    check::<OffsetDateTime, Millis>();
    check::<UtcDateTime, Millis>();
    check::<SystemTime, Iso<Millis>>();
    check::<DateTime, Seconds>();
    check::<EpochSeconds, Seconds>();
    check::<EpochMillis, Millis>();
    check::<EpochMicros, Micros>();
    check::<EpochNanos, Nanos>();
    check::<i64, Millis>();
    check::<u64, Seconds>();
    check::<Option<OffsetDateTime>, Millis>();
    let field = codec::<Option<EpochMillis>, Millis>();
    assert!(field.is_unset(&Some(EpochMillis(0))));
    assert!(!field.is_unset(&Some(EpochMillis(1))));
}

#[test]
fn epoch_types_convert_and_show_their_number() {
    let at = datetime!(1969-12-31 23:59:58.5 UTC);
    assert_eq!(EpochSeconds::from(at), EpochSeconds(-2));
    assert_eq!(EpochMillis::from(at), EpochMillis(-1500));
    assert_eq!(EpochMicros::try_from(at), Ok(EpochMicros(-1_500_000)));
    assert_eq!(EpochNanos::from(at), EpochNanos(-1_500_000_000));
    assert_eq!(
        EpochMillis::try_from(SystemTime::from(at)),
        Ok(EpochMillis(-1500))
    );
    assert_eq!(OffsetDateTime::try_from(EpochMillis(-1500)), Ok(at));
    assert_eq!(SystemTime::try_from(EpochMicros(-1_500_000)), Ok(at.into()));
    assert_eq!(
        OffsetDateTime::try_from(EpochMillis(i64::MAX)),
        Err(OutOfRange)
    );
    assert_eq!(SystemTime::try_from(EpochNanos(i128::MIN)), Err(OutOfRange));
    let far = UNIX_EPOCH + Duration::from_secs(1 << 62);
    assert_eq!(EpochMillis::try_from(far), Err(OutOfRange));
    assert_eq!(EpochMillis(-1500).to_string(), "-1500");
    assert_eq!(format!("{:>5}", EpochNanos(7)), "    7");
    assert_eq!(EpochNanos(i128::MAX).to_moment(), Moment::MAX);
}

#[test]
fn epoch_types_are_values() {
    fn check<V: DynamoValue + PartialEq + std::fmt::Debug>(at: &V, text: &str) {
        assert_eq!(encode(value::<V>(), at).unwrap(), n(text));
        assert_eq!(decode(value::<V>(), n(text)).unwrap(), *at);
        assert!(V::absent().is_none());
        assert!(!at.is_absent());
    }
    check(&EpochSeconds(-1), "-1");
    check(&EpochMillis(i64::MAX), "9223372036854775807");
    check(&EpochMicros(0), "0");
    check(&EpochNanos(1 << 100), "1267650600228229401496703205376");
}

#[cfg(feature = "chrono")]
mod chrono_types {
    use chrono::{DateTime, FixedOffset, NaiveDate, NaiveTime, Utc};

    use super::*;

    #[test]
    fn utc_and_offsets() {
        let at = DateTime::<Utc>::from_timestamp(1_742_560_200, 123_456_789).unwrap();
        let floor = DateTime::<Utc>::from_timestamp(1_742_560_200, 123_000_000).unwrap();
        round_trip::<_, Millis>(&at, &n("1742560200123"), &floor);
        let east = FixedOffset::east_opt(7_200).unwrap();
        let local = at.with_timezone(&east);
        round_trip::<_, Iso<Millis>>(
            &local,
            &s("2025-03-21T12:30:00.123Z"),
            &floor.fixed_offset(),
        );
        let before = DateTime::<Utc>::from_timestamp_millis(-1500).unwrap();
        round_trip::<_, Millis>(&before, &n("-1500"), &before);
    }

    #[test]
    fn leap_seconds_are_the_last_unit_of_their_second() {
        let time = NaiveTime::from_hms_nano_opt(23, 59, 59, 1_500_000_000).unwrap();
        let leap = NaiveDate::from_ymd_opt(2016, 12, 31)
            .unwrap()
            .and_time(time)
            .and_utc();
        assert!(leap.to_string().contains(":60"));
        let written = |codec| encode(codec, &leap).unwrap();
        assert_eq!(
            written(codec::<_, Iso<Seconds>>().codec),
            s("2016-12-31T23:59:59Z")
        );
        assert_eq!(
            written(codec::<_, Iso<Millis>>().codec),
            s("2016-12-31T23:59:59.999Z")
        );
        assert_eq!(written(codec::<_, Millis>().codec), n("1483228799999"));
        assert_eq!(written(codec::<_, Nanos>().codec), n("1483228799999999999"));
    }

    #[test]
    fn the_ends_of_the_type() {
        let field = codec::<DateTime<Utc>, Nanos>();
        for end in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            let written = encode(field.codec, &end).unwrap();
            assert_eq!(decode(field.codec, written).unwrap(), end);
        }
        let error = decode(field.codec, n("1E30")).unwrap_err();
        assert_eq!(error.expected(), "a time that `DateTime` can hold");
        assert!(field.is_unset(&unset()));
        assert!(codec::<DateTime<FixedOffset>, Millis>().is_unset(&unset()));
    }
}

#[cfg(feature = "jiff")]
mod jiff_types {
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn timestamps() {
        let at = Timestamp::new(1_742_560_200, 123_456_789).unwrap();
        let floor = Timestamp::new(1_742_560_200, 123_000_000).unwrap();
        round_trip::<_, Millis>(&at, &n("1742560200123"), &floor);
        round_trip::<_, Iso<Millis>>(&at, &s("2025-03-21T12:30:00.123Z"), &floor);
        let before = Timestamp::from_millisecond(-1500).unwrap();
        round_trip::<_, Seconds>(&before, &n("-2"), &Timestamp::from_second(-2).unwrap());
        let field = codec::<Timestamp, Seconds>();
        let error = decode(field.codec, n("253402300800")).unwrap_err();
        assert_eq!(error.expected(), "a time that `Timestamp` can hold");
        assert!(field.is_unset(&unset()));
        let end = codec::<Timestamp, Nanos>();
        for at in [Timestamp::MIN, Timestamp::MAX] {
            let written = encode(end.codec, &at).unwrap();
            assert_eq!(decode(end.codec, written).unwrap(), at);
        }
    }
}
