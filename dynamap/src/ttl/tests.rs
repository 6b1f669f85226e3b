use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::walk::Rows;
use super::{Class, Report, Rule};
use crate::time::{EpochSeconds, Moment, PointInTime, Resolution, TimeFormat};
use crate::value::{DynamoValue, JsonEncoder, WireType};

const NOW: EpochSeconds = EpochSeconds(1_796_040_000);

#[expect(clippy::unnecessary_wraps, reason = "a value as an item may have it")]
fn n(text: &str) -> Option<AttributeValue> {
    Some(AttributeValue::N(text.to_owned()))
}

#[expect(clippy::unnecessary_wraps, reason = "a value as an item may have it")]
fn s(text: &str) -> Option<AttributeValue> {
    Some(AttributeValue::S(text.to_owned()))
}

fn check(rule: Rule, value: Option<AttributeValue>, class: Class, seconds: Option<i64>) {
    let meant = seconds.map(|seconds| Moment::from_parts(seconds, 0));
    assert_eq!(
        rule.classify(value.as_ref(), NOW),
        (class, meant),
        "{value:?}"
    );
}

#[test]
fn every_ttl_has_its_class() {
    let week = Some(1_796_644_800);
    for (value, class, meant) in [
        (n("1796644800"), Class::Ok, week),
        (n("1.7966448E9"), Class::Ok, week),
        // The second that now lies in has passed: live is `NOT #ttl <= :now`.
        (n("1796040001"), Class::Ok, Some(1_796_040_001)),
        (n("1796040000"), Class::Expired, Some(1_796_040_000)),
        (None, Class::Absent, None),
        (Some(AttributeValue::Null(true)), Class::Null, None),
        // FC-21.
        (s("1796644800"), Class::TextSeconds, week),
        (s("1796644800000"), Class::TextMillis, week),
        (s("1796644800000000"), Class::TextMicros, week),
        (s("1796644800000000000"), Class::TextNanos, week),
        // FC-22.
        (s("2026-12-07T12:00:00.000Z"), Class::TextIso, week),
        (s("2026-12-07T13:00:00+01:00"), Class::TextIso, week),
        (s("2026-12-07"), Class::TextNoOffset, None),
        (s("2026-12-07T12:00:00"), Class::TextNoOffset, None),
        (s("in a week"), Class::TextOther, None),
        (s("3600"), Class::TextOther, None),
        (s("2026-02-30T12:00:00Z"), Class::TextOther, None),
        (s(""), Class::TextOther, None),
        // FC-1, FC-50.
        (n("1796644800000"), Class::Millis, week),
        (n("1796644800000000"), Class::Micros, week),
        (n("1796644800000000000"), Class::Nanos, week),
        (n("1796644800.5"), Class::Fractional, week),
        // FC-65.
        (n("0"), Class::ZeroOrNegative, None),
        (n("-1"), Class::ZeroOrNegative, None),
        // FC-40.
        (n("-62135596800"), Class::ZeroOrNegative, None),
        // FC-95.
        (n("1171734022"), Class::Stale, Some(1_171_734_022)),
        (n("9999999999"), Class::Far, None),
        (
            n("99999999999999999999999999999999999999"),
            Class::Far,
            None,
        ),
        // FC-64.
        (n("3600"), Class::Relative, None),
    ] {
        check(Rule::Ttl, value, class, meant);
    }
    for (value, wire_type) in [
        (AttributeValue::B(Blob::new("x")), WireType::B),
        (AttributeValue::Bool(true), WireType::Bool),
        (AttributeValue::L(Vec::new()), WireType::L),
        (AttributeValue::M(crate::Item::new()), WireType::M),
        (AttributeValue::Ss(vec!["x".into()]), WireType::Ss),
        (AttributeValue::Ns(vec!["1".into()]), WireType::Ns),
        (AttributeValue::Bs(vec![Blob::new("x")]), WireType::Bs),
    ] {
        check(Rule::Ttl, Some(value), Class::OtherType(wire_type), None);
    }
}

/// FC-95: the border is five years of 365 days, to the second.
#[test]
fn five_years_ago_is_the_border() {
    let border = NOW.0 - 5 * 365 * 86_400;
    check(
        Rule::Ttl,
        n(&border.to_string()),
        Class::Expired,
        Some(border),
    );
    let before = border - 1;
    check(
        Rule::Ttl,
        n(&before.to_string()),
        Class::Stale,
        Some(before),
    );
}

#[test]
fn a_time_of_another_format_has_its_class_too() {
    let millis = Rule::Time(TimeFormat::Epoch(Resolution::Millis));
    let week = Some(1_796_644_800);
    for (value, class, meant) in [
        (n("1796644800000"), Class::Ok, week),
        // FC-51: the past is as good as the future.
        (n("1171734022000"), Class::Ok, Some(1_171_734_022)),
        (n("1796644800"), Class::Seconds, week),
        (n("1796644800000000"), Class::Micros, week),
        (n("1796644800000.5"), Class::Fractional, week),
        (n("0"), Class::ZeroOrNegative, None),
        (n("9999999999"), Class::Far, None),
        (s("1796644800000"), Class::TextMillis, week),
        (s("2026-12-07T12:00:00Z"), Class::TextIso, week),
        (None, Class::Absent, None),
    ] {
        check(millis, value, class, meant);
    }
    let iso = Rule::Time(TimeFormat::Iso(Resolution::Millis));
    for (value, class, meant) in [
        (s("2026-12-07T12:00:00.000Z"), Class::Ok, week),
        // FC-34, FC-76: the same instant in other spellings sorts elsewhere.
        (s("2026-12-07T12:00:00Z"), Class::NonCanonical, week),
        (
            s("2026-12-07T12:00:00.000+00:00"),
            Class::NonCanonical,
            week,
        ),
        (s("2026-12-07 12:00:00.000Z"), Class::NonCanonical, week),
        (s("2026-12-07"), Class::TextNoOffset, None),
        (s("1796644800"), Class::TextSeconds, week),
        (n("1796644800"), Class::Seconds, week),
        (n("1796644800000"), Class::Millis, week),
    ] {
        check(iso, value, class, meant);
    }
}

#[test]
fn faults_are_what_should_not_be_there() {
    let sound = [Class::Ok, Class::Expired, Class::Absent, Class::Null];
    for class in Class::ALL {
        assert_eq!(
            Rule::Ttl.is_fault(class),
            !sound.contains(&class),
            "{class}"
        );
        assert!(!Rule::Ttl.effect(class).is_empty() && !Rule::Ttl.advice(class).is_empty());
    }
}

#[test]
fn the_words_of_classes_differ() {
    let words: std::collections::HashSet<_> = Class::ALL.map(Class::as_str).into();
    assert_eq!(words.len(), Class::ALL.len());
    let texts: std::collections::HashSet<_> = Class::ALL.map(|class| class.to_string()).into();
    assert_eq!(texts.len(), Class::ALL.len());
}

#[test]
fn what_dynamodb_does_is_said_per_class() {
    assert_eq!(
        Rule::Ttl.effect(Class::TextSeconds),
        "ignores it: only a Number expires, so the item is never deleted"
    );
    assert_eq!(
        Rule::Ttl.effect(Class::Millis),
        "reads it as seconds, tens of thousands of years away: the item is never deleted"
    );
    assert_eq!(
        Rule::Ttl.effect(Class::Relative),
        "ignores a time of more than five years ago: the item is never deleted"
    );
}

/// What the SDK reads and what stands in the answer's text count alike.
#[test]
fn rows_count_alike_as_items_and_as_text() {
    let values = [
        None,
        Some(AttributeValue::Null(true)),
        n("1796644800"),
        n("1796644800000"),
        s("2026-12-07T12:00:00Z"),
        s("\"\\{}[],\u{1F600}"),
        Some(AttributeValue::L(vec![AttributeValue::S("]".to_owned())])),
        Some(AttributeValue::B(Blob::new("x"))),
        Some(AttributeValue::Ns(vec!["1".to_owned(), "2".to_owned()])),
    ];
    let items: Vec<crate::Item> = values
        .into_iter()
        .zip(0..)
        .map(|(value, number)| {
            let mut item = crate::Item::from([
                ("pk".to_owned(), AttributeValue::S(format!("k-{number}"))),
                ("data".to_owned(), AttributeValue::M(crate::Item::new())),
            ]);
            let name = if number % 4 == 3 {
                "Expires"
            } else {
                "expires"
            };
            item.extend(value.map(|value| (name.to_owned(), value)));
            item
        })
        .collect();
    let mut text = String::new();
    for item in &items {
        if !text.is_empty() {
            text.push_str(", ");
        }
        let mut encoder = JsonEncoder::item(text);
        item.encode(&mut encoder).unwrap();
        text = encoder.finish();
    }
    let report = |rows| {
        let mut report = Report::new("table", "expires", Rule::Ttl, NOW.to_moment());
        report.key = vec!["pk".to_owned()];
        report.examples_kept = 5;
        report.count_rows(rows).unwrap();
        report.to_string()
    };
    let as_items = report(Rows::Items(items));
    assert!(as_items.contains("9 items read, 4 faulty"), "{as_items}");
    assert!(as_items.contains("2  with `Expires`"), "{as_items}");
    assert_eq!(as_items, report(Rows::Text(text.clone())));

    let mut report = Report::new("table", "expires", Rule::Ttl, NOW.to_moment());
    let cut_off = text[..text.len() - 1].to_owned();
    let error = report.count_rows(Rows::Text(cut_off)).unwrap_err();
    assert!(error.is_decode());
    assert_eq!((error.operation(), error.table()), ("Scan", "table"));
}
