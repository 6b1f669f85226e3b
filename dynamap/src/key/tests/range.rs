//! The table of ranges: what each form of a range asks of each form of sort key.

use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use ::time::OffsetDateTime;
use ::time::macros::datetime;
use aws_sdk_dynamodb::types::AttributeValue;

use crate::ErrorKind;
use crate::expression::{AttributeCodec, Comparator, SortCondition, value_part_codec};
use crate::key::{
    Era, KeyField, KeyLayout, Natural, PartCodec, Selection, SortBound, SortKey, SortLayout,
    Suffixed, compare, within,
};
use crate::time::{
    EpochMicros, EpochMillis, EpochNanos, EpochSeconds, Iso, Micros, Millis, Moment, Nanos,
    Resolution, Seconds, TimeFormat, Unit, Written, is, key_codec,
};

fn shown(selection: &Selection) -> String {
    let text = |value: &AttributeValue| match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text.clone(),
        AttributeValue::B(bytes) => format!("{:?}", bytes.as_ref()),
        _ => unreachable!("a key is S, N or B"),
    };
    let condition = match &selection.condition {
        None => "all".to_owned(),
        Some(SortCondition::Compare(comparator, value)) => {
            format!("{} {}", comparator.as_str(), text(value))
        }
        Some(SortCondition::Between(low, high)) => format!("{} AND {}", text(low), text(high)),
        Some(SortCondition::BeginsWith(prefix)) => format!("begins_with {}", text(prefix)),
        Some(SortCondition::Nothing) => "nothing".to_owned(),
    };
    let dropped: Vec<String> = selection.excluded.iter().map(text).collect();
    if dropped.is_empty() {
        condition
    } else {
        format!("{condition} without {}", dropped.join(", "))
    }
}

fn bounds<K: SortBound<B>, B>(
    range: &impl RangeBounds<B>,
) -> (Bound<crate::key::RangeBound>, Bound<crate::key::RangeBound>) {
    let bound = |bound: Bound<&B>| match bound {
        Included(value) => Included(K::bound(value)),
        Excluded(value) => Excluded(K::bound(value)),
        Unbounded => Unbounded,
    };
    (bound(range.start_bound()), bound(range.end_bound()))
}

fn range<K: SortBound<B>, B>(layout: SortLayout, range: impl RangeBounds<B>) -> String {
    let (start, end) = bounds::<K, B>(&range);
    match within(layout, start, end) {
        Ok(selection) => shown(&selection),
        Err(error) => format!("{:?}", error.kind()),
    }
}

fn epoch<U: Unit, B>(bounds: impl RangeBounds<B>) -> String
where
    SortKey<OffsetDateTime, U>: SortBound<B>,
{
    range::<SortKey<OffsetDateTime, U>, B>(SortLayout::Time(U::FORMAT), bounds)
}

const fn part(field: &'static str, codec: &'static dyn PartCodec) -> KeyField {
    KeyField {
        field,
        attribute: field,
        codec,
        lenient: false,
    }
}

const fn time_part<U: Unit>() -> AttributeCodec<OffsetDateTime>
where
    is::Instant: Written<OffsetDateTime, U>,
{
    AttributeCodec::time(key_codec::<OffsetDateTime, U>(false))
}

const TEXT: AttributeCodec<String> = value_part_codec::<String>();
const ID: KeyField = part("id", &TEXT);

const fn layout(prefix: Option<&'static str>, parts: &'static [KeyField]) -> KeyLayout {
    KeyLayout {
        separator: '#',
        prefix,
        parts,
        of: None,
        eras: &[Era::PLAIN],
    }
}

fn suffixed_layout(format: TimeFormat) -> SortLayout {
    const SECONDS: AttributeCodec<OffsetDateTime> = time_part::<Iso<Seconds>>();
    const MILLIS: AttributeCodec<OffsetDateTime> = time_part::<Iso<Millis>>();
    const NANOS: AttributeCodec<OffsetDateTime> = time_part::<Iso<Nanos>>();
    const OF_SECONDS: &[KeyField] = &[part("at", &SECONDS), ID];
    const OF_MILLIS: &[KeyField] = &[part("at", &MILLIS), ID];
    const OF_NANOS: &[KeyField] = &[part("at", &NANOS), ID];
    SortLayout::Composed(match format.resolution() {
        Resolution::Seconds => const { &layout(None, OF_SECONDS) },
        Resolution::Millis => const { &layout(None, OF_MILLIS) },
        _ => const { &layout(None, OF_NANOS) },
    })
}

fn suffixed<U: Unit, B>(bounds: impl RangeBounds<B>) -> String
where
    SortKey<OffsetDateTime, Suffixed<U>>: SortBound<B>,
{
    range::<SortKey<OffsetDateTime, Suffixed<U>>, B>(suffixed_layout(U::FORMAT), bounds)
}

fn compared<U: Unit>(suffix: bool, comparator: Comparator, time: OffsetDateTime) -> String {
    let layout = if suffix {
        suffixed_layout(U::FORMAT)
    } else {
        SortLayout::Time(U::FORMAT)
    };
    let bound = <SortKey<OffsetDateTime, U> as SortBound<OffsetDateTime>>::bound(&time);
    shown(&compare(layout, comparator, &bound).unwrap())
}

const A: OffsetDateTime = datetime!(2022-01-01 0:00 UTC);
const B: OffsetDateTime = datetime!(2022-02-01 0:00 UTC);
/// Between two units of every field but one of nanoseconds.
const FINER_A: OffsetDateTime = datetime!(2022-01-01 0:00:00.000_000_001 UTC);
const FINER_B: OffsetDateTime = datetime!(2022-01-31 23:59:59.999_999_999 UTC);

/// R09, FC-5: the seeds' January.
#[test]
fn january_in_every_unit() {
    assert_eq!(epoch::<Seconds, _>(A..B), "1640995200 AND 1643673599");
    assert_eq!(epoch::<Millis, _>(A..B), "1640995200000 AND 1643673599999");
    assert_eq!(
        epoch::<Micros, _>(A..B),
        "1640995200000000 AND 1643673599999999"
    );
    assert_eq!(
        epoch::<Nanos, _>(A..B),
        "1640995200000000000 AND 1643673599999999999"
    );
    assert_eq!(
        epoch::<Iso<Seconds>, _>(A..B),
        "2022-01-01T00:00:00Z AND 2022-01-31T23:59:59Z"
    );
    assert_eq!(
        epoch::<Iso<Millis>, _>(A..B),
        "2022-01-01T00:00:00.000Z AND 2022-01-31T23:59:59.999Z"
    );
    assert_eq!(
        epoch::<Iso<Micros>, _>(A..B),
        "2022-01-01T00:00:00.000000Z AND 2022-01-31T23:59:59.999999Z"
    );
    assert_eq!(
        epoch::<Iso<Nanos>, _>(A..B),
        "2022-01-01T00:00:00.000000000Z AND 2022-01-31T23:59:59.999999999Z"
    );
}

/// R10: bare times exclude their own instant at the upper end, since every key is longer.
#[test]
fn january_with_a_suffix() {
    assert_eq!(
        suffixed::<Iso<Seconds>, _>(A..B),
        "2022-01-01T00:00:00Z AND 2022-02-01T00:00:00Z"
    );
    assert_eq!(
        suffixed::<Iso<Millis>, _>(A..B),
        "2022-01-01T00:00:00.000Z AND 2022-02-01T00:00:00.000Z"
    );
    assert_eq!(
        suffixed::<Iso<Nanos>, _>(A..B),
        "2022-01-01T00:00:00.000000000Z AND 2022-02-01T00:00:00.000000000Z"
    );
}

#[test]
fn every_form_on_a_number() {
    assert_eq!(epoch::<Millis, _>(A..=B), "1640995200000 AND 1643673600000");
    assert_eq!(epoch::<Millis, _>(A..), ">= 1640995200000");
    assert_eq!(epoch::<Millis, _>(..B), "<= 1643673599999");
    assert_eq!(epoch::<Millis, _>(..=B), "<= 1643673600000");
    assert_eq!(epoch::<Millis, OffsetDateTime>(..), "all");
    assert_eq!(
        epoch::<Millis, _>((Excluded(A), Excluded(B))),
        "1640995200001 AND 1643673599999"
    );
    assert_eq!(
        epoch::<Millis, _>((Excluded(A), Included(B))),
        "1640995200001 AND 1643673600000"
    );
    assert_eq!(
        epoch::<Millis, _>((Excluded(A), Bound::<OffsetDateTime>::Unbounded)),
        ">= 1640995200001"
    );
}

#[test]
fn every_form_on_iso_text() {
    assert_eq!(
        epoch::<Iso<Millis>, _>(A..=B),
        "2022-01-01T00:00:00.000Z AND 2022-02-01T00:00:00.000Z"
    );
    assert_eq!(epoch::<Iso<Millis>, _>(A..), ">= 2022-01-01T00:00:00.000Z");
    assert_eq!(epoch::<Iso<Millis>, _>(..B), "<= 2022-01-31T23:59:59.999Z");
    assert_eq!(epoch::<Iso<Millis>, _>(..=B), "<= 2022-02-01T00:00:00.000Z");
    assert_eq!(epoch::<Iso<Millis>, OffsetDateTime>(..), "all");
    assert_eq!(
        epoch::<Iso<Millis>, _>((Excluded(A), Excluded(B))),
        "2022-01-01T00:00:00.001Z AND 2022-01-31T23:59:59.999Z"
    );
}

/// R04, R06, R07: an included end takes every key of its instant, an excluded start none.
#[test]
fn every_form_with_a_suffix() {
    assert_eq!(
        suffixed::<Iso<Millis>, _>(A..=B),
        "2022-01-01T00:00:00.000Z AND 2022-02-01T00:00:00.000Z$"
    );
    assert_eq!(
        suffixed::<Iso<Millis>, _>(A..),
        "2022-01-01T00:00:00.000Z AND 9999-12-31T23:59:59.999Z$"
    );
    assert_eq!(
        suffixed::<Iso<Millis>, _>(..B),
        "0000-01-01T00:00:00.000Z AND 2022-02-01T00:00:00.000Z"
    );
    assert_eq!(
        suffixed::<Iso<Millis>, _>(..=B),
        "0000-01-01T00:00:00.000Z AND 2022-02-01T00:00:00.000Z$"
    );
    assert_eq!(suffixed::<Iso<Millis>, OffsetDateTime>(..), "all");
    assert_eq!(
        suffixed::<Iso<Millis>, _>((Excluded(A), Excluded(B))),
        "2022-01-01T00:00:00.000Z$ AND 2022-02-01T00:00:00.000Z"
    );
    assert_eq!(
        suffixed::<Iso<Millis>, _>((Excluded(A), Bound::<OffsetDateTime>::Unbounded)),
        "2022-01-01T00:00:00.000Z$ AND 9999-12-31T23:59:59.999Z$"
    );
}

/// A start goes up to the next unit, an end down to the one before.
#[test]
fn finer_ends_round_into_the_range() {
    assert_eq!(
        epoch::<Millis, _>(FINER_A..FINER_B),
        "1640995200001 AND 1643673599999"
    );
    assert_eq!(
        epoch::<Millis, _>(FINER_A..=FINER_B),
        "1640995200001 AND 1643673599999"
    );
    assert_eq!(
        epoch::<Nanos, _>(FINER_A..FINER_B),
        "1640995200000000001 AND 1643673599999999998"
    );
    assert_eq!(
        epoch::<Seconds, _>((Excluded(FINER_A), Excluded(FINER_B))),
        "1640995201 AND 1643673599"
    );
    assert_eq!(
        epoch::<Iso<Seconds>, _>(FINER_A..=FINER_B),
        "2022-01-01T00:00:01Z AND 2022-01-31T23:59:59Z"
    );
    // The keys of the instant that the start rounds down to lie before the start.
    assert_eq!(
        suffixed::<Iso<Millis>, _>((Excluded(FINER_A), Excluded(FINER_B))),
        "2022-01-01T00:00:00.000Z$ AND 2022-02-01T00:00:00.000Z"
    );
    assert_eq!(
        suffixed::<Iso<Millis>, _>(FINER_A..=FINER_B),
        "2022-01-01T00:00:00.001Z AND 2022-01-31T23:59:59.999Z$"
    );
}

/// FC-24, R11.
#[test]
fn an_empty_range_asks_nothing() {
    assert_eq!(epoch::<Millis, _>(A..A), "nothing");
    assert_eq!(epoch::<Iso<Millis>, _>(A..A), "nothing");
    assert_eq!(suffixed::<Iso<Millis>, _>(A..A), "nothing");
    assert_eq!(epoch::<Millis, _>((Excluded(A), Excluded(A))), "nothing");
    assert_eq!(epoch::<Millis, _>((Excluded(A), Included(A))), "nothing");
    // No unit lies between the ends.
    assert_eq!(epoch::<Millis, _>(FINER_A..=FINER_A), "nothing");
    assert_eq!(
        epoch::<Seconds, _>(FINER_A..datetime!(2022-01-01 0:00:00.9 UTC)),
        "nothing"
    );
    assert_eq!(suffixed::<Iso<Millis>, _>(FINER_A..=FINER_A), "nothing");
    // One instant is not empty.
    assert_eq!(epoch::<Millis, _>(A..=A), "1640995200000 AND 1640995200000");
    assert_eq!(
        suffixed::<Iso<Millis>, _>(A..=A),
        "2022-01-01T00:00:00.000Z AND 2022-01-01T00:00:00.000Z$"
    );
}

/// FC-24, R17.
#[test]
fn a_reversed_range_is_refused() {
    assert_eq!(epoch::<Millis, _>(B..A), "InvalidRange");
    assert_eq!(epoch::<Millis, _>(B..=A), "InvalidRange");
    assert_eq!(epoch::<Iso<Millis>, _>(B..A), "InvalidRange");
    assert_eq!(suffixed::<Iso<Millis>, _>(B..A), "InvalidRange");
    // Even where both ends round to one unit.
    assert_eq!(epoch::<Seconds, _>(FINER_A..A), "InvalidRange");
}

/// Every type that holds an instant is a bound of every time key, whatever its unit.
#[test]
fn bounds_of_other_units() {
    assert_eq!(
        epoch::<Seconds, _>(EpochMillis(1_640_995_200_001)..EpochMillis(1_640_995_202_001)),
        "1640995201 AND 1640995202"
    );
    assert_eq!(
        epoch::<Millis, _>(EpochSeconds(1_640_995_200)..=EpochSeconds(1_640_995_201)),
        "1640995200000 AND 1640995201000"
    );
    assert_eq!(
        epoch::<Micros, _>(EpochNanos(1_001)..EpochNanos(3_001)),
        "2 AND 3"
    );
    assert_eq!(
        epoch::<Iso<Millis>, _>(EpochMicros(0)..EpochMicros(1_001)),
        "1970-01-01T00:00:00.000Z AND 1970-01-01T00:00:00.001Z"
    );
    // Before 1970 rounding goes the same way.
    assert_eq!(
        epoch::<Seconds, _>(EpochMillis(-1_500)..EpochMillis(-500)),
        "-1 AND -1"
    );
    let key = SortLayout::Time(Millis::FORMAT);
    assert_eq!(range::<SortKey<i64, Millis>, i64>(key, 5..8), "5 AND 7");
    assert_eq!(
        range::<SortKey<Option<u64>, Millis>, u64>(key, 5..=8),
        "5 AND 8"
    );
    assert_eq!(
        range::<SortKey<u64, Millis>, _>(key, EpochSeconds(1)..),
        ">= 1000"
    );
}

/// An end that the field cannot hold is as good as the last time that it can.
#[test]
fn ends_beyond_what_a_key_can_hold() {
    let far = EpochMillis(i64::MAX);
    let early = EpochMillis(i64::MIN);
    assert_eq!(
        epoch::<Iso<Millis>, _>(EpochMillis(0)..far),
        "1970-01-01T00:00:00.000Z AND 9999-12-31T23:59:59.999Z"
    );
    assert_eq!(
        epoch::<Iso<Millis>, _>(early..EpochMillis(0)),
        "0000-01-01T00:00:00.000Z AND 1969-12-31T23:59:59.999Z"
    );
    assert_eq!(
        suffixed::<Iso<Millis>, _>(early..far),
        "0000-01-01T00:00:00.000Z AND 9999-12-31T23:59:59.999Z$"
    );
    assert_eq!(
        suffixed::<Iso<Seconds>, _>((Excluded(early), Included(EpochMillis(0)))),
        "0000-01-01T00:00:00Z AND 1970-01-01T00:00:00Z$"
    );
    assert_eq!(epoch::<Iso<Millis>, _>(far..), "nothing");
    assert_eq!(suffixed::<Iso<Millis>, _>(..early), "nothing");
    assert_eq!(
        epoch::<Nanos, _>(Moment::MIN..=Moment::MAX),
        format!("-{0} AND {0}", "9".repeat(38))
    );
    assert_eq!(
        epoch::<Seconds, _>(Moment::MIN..=Moment::MAX),
        "-170141183460469231731687303715 AND 170141183460469231731687303715"
    );
    let sort = |comparator| {
        let bound = <SortKey<OffsetDateTime, Iso<Millis>> as SortBound<EpochMillis>>::bound(&far);
        let layout = SortLayout::Time(Iso::<Millis>::FORMAT);
        shown(&compare(layout, comparator, &bound).unwrap())
    };
    assert_eq!(sort(Comparator::Less), "all");
    assert_eq!(sort(Comparator::LessOrEqual), "all");
    assert_eq!(sort(Comparator::Greater), "nothing");
    assert_eq!(sort(Comparator::GreaterOrEqual), "nothing");
    assert_eq!(sort(Comparator::Equal), "nothing");
}

/// R03, R13–R15: comparisons round by operator.
#[test]
fn comparisons() {
    use Comparator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
    let cases = [
        (Less, A, "< 1640995200000", "< 2022-01-01T00:00:00.000Z"),
        (
            LessOrEqual,
            A,
            "<= 1640995200000",
            "<= 2022-01-01T00:00:00.000Z$",
        ),
        (Greater, A, "> 1640995200000", "> 2022-01-01T00:00:00.000Z$"),
        (
            GreaterOrEqual,
            A,
            ">= 1640995200000",
            ">= 2022-01-01T00:00:00.000Z",
        ),
        (
            Equal,
            A,
            "= 1640995200000",
            "begins_with 2022-01-01T00:00:00.000Z#",
        ),
        (
            Less,
            FINER_A,
            "< 1640995200001",
            "< 2022-01-01T00:00:00.001Z",
        ),
        (
            LessOrEqual,
            FINER_A,
            "<= 1640995200000",
            "<= 2022-01-01T00:00:00.000Z$",
        ),
        (
            Greater,
            FINER_A,
            "> 1640995200000",
            "> 2022-01-01T00:00:00.000Z$",
        ),
        (
            GreaterOrEqual,
            FINER_A,
            ">= 1640995200001",
            ">= 2022-01-01T00:00:00.001Z",
        ),
        (Equal, FINER_A, "nothing", "nothing"),
    ];
    for (comparator, time, number, suffixed) in cases {
        assert_eq!(compared::<Millis>(false, comparator, time), number);
        assert_eq!(compared::<Iso<Millis>>(true, comparator, time), suffixed);
    }
    assert_eq!(
        compared::<Iso<Seconds>>(false, Equal, A),
        "= 2022-01-01T00:00:00Z"
    );
}

/// The client drops the excluded end of a text, since no text is the one before it.
#[test]
fn text_keys() {
    let layout = SortLayout::Text;
    let text = |bounds: (Bound<&str>, Bound<&str>)| {
        range::<SortKey<String, Natural>, &str>(layout, bounds)
    };
    assert_eq!(
        range::<SortKey<String, Natural>, _>(layout, "a".."b"),
        "a AND b without b"
    );
    assert_eq!(
        range::<SortKey<String, Natural>, _>(layout, "a".to_owned()..),
        ">= a"
    );
    assert_eq!(
        range::<SortKey<Option<String>, Natural>, _>(layout, "a"..="b"),
        "a AND b"
    );
    assert_eq!(text((Excluded("a"), Excluded("b"))), "a AND b without a, b");
    assert_eq!(text((Excluded("a"), Included("b"))), "a AND b without a");
    assert_eq!(text((Excluded("a"), Unbounded)), "> a");
    assert_eq!(text((Unbounded, Excluded("b"))), "< b");
    assert_eq!(text((Unbounded, Included("b"))), "<= b");
    assert_eq!(text((Unbounded, Unbounded)), "all");
    assert_eq!(text((Included("a"), Excluded("a"))), "nothing");
    assert_eq!(text((Excluded("a"), Included("a"))), "nothing");
    assert_eq!(text((Included("a"), Included("a"))), "a AND a");
    assert_eq!(text((Included("b"), Excluded("a"))), "InvalidRange");
    // Bytes, not letters: `Z` lies before `a`, `ä` behind `z`.
    assert_eq!(text((Included("a"), Included("Z"))), "InvalidRange");
    assert_eq!(text((Included("z"), Included("ä"))), "z AND ä");
    // No key is empty.
    assert_eq!(text((Included(""), Excluded("b"))), "< b");
    assert_eq!(text((Excluded(""), Unbounded)), "all");
    assert_eq!(text((Unbounded, Included(""))), "nothing");
    assert_eq!(text((Included(""), Included(""))), "nothing");
    assert_eq!(text((Included("a"), Excluded(""))), "InvalidRange");
}

/// K22: an excluded end of whole numbers is the number before it.
#[test]
fn integer_keys() {
    let layout = SortLayout::Integer;
    let integers =
        |bounds: (Bound<i64>, Bound<i64>)| range::<SortKey<i64, Natural>, i64>(layout, bounds);
    assert_eq!(range::<SortKey<i64, Natural>, _>(layout, 5..50), "5 AND 49");
    assert_eq!(integers((Excluded(5), Included(50))), "6 AND 50");
    assert_eq!(integers((Excluded(5), Unbounded)), "> 5");
    assert_eq!(integers((Unbounded, Excluded(5))), "< 5");
    assert_eq!(integers((Included(5), Excluded(6))), "5 AND 5");
    assert_eq!(integers((Excluded(5), Excluded(6))), "nothing");
    assert_eq!(integers((Included(5), Excluded(5))), "nothing");
    assert_eq!(integers((Included(5), Included(4))), "InvalidRange");
    // By value, not by text.
    assert_eq!(integers((Included(9), Excluded(10))), "9 AND 9");
    assert_eq!(integers((Included(-10), Included(-9))), "-10 AND -9");
    assert_eq!(
        integers((Excluded(i64::MAX), Included(i64::MAX))),
        "nothing"
    );
    let last = 10_i128.pow(38) - 1;
    assert_eq!(
        range::<SortKey<i128, Natural>, _>(layout, (Excluded(-last), Excluded(last))),
        format!("-{0} AND {0}", last - 1)
    );
    // More than DynamoDB's 38 digits.
    assert_eq!(
        range::<SortKey<i128, Natural>, _>(layout, (Excluded(i128::MIN), Included(0))),
        "Encode"
    );
}

#[test]
fn number_and_binary_keys() {
    let number = |text: &str| text.parse::<crate::Number>().unwrap();
    assert_eq!(
        range::<SortKey<crate::Number, Natural>, _>(
            SortLayout::Number,
            number("0.5")..number("1.50")
        ),
        "0.5 AND 1.5 without 1.5"
    );
    assert_eq!(
        range::<SortKey<crate::Number, Natural>, _>(
            SortLayout::Number,
            number("10")..number("9.5")
        ),
        "InvalidRange"
    );
    assert_eq!(
        range::<SortKey<Vec<u8>, Natural>, _>(SortLayout::Binary, vec![1_u8]..vec![2_u8, 0]),
        "[1] AND [2, 0] without [2, 0]"
    );
    assert_eq!(
        range::<SortKey<Vec<u8>, Natural>, _>(SortLayout::Binary, vec![200_u8]..vec![100_u8]),
        "InvalidRange"
    );
}

#[expect(
    clippy::reversed_empty_ranges,
    reason = "what a reversed range does is the question"
)]
#[test]
fn a_reversed_range_says_what_to_do() {
    let (start, end) = bounds::<SortKey<i64, Natural>, i64>(&(5..=4));
    let error = within(SortLayout::Integer, start, end).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRange);
    assert!(error.to_string().contains("give the ends in order"));
}
