//! Ranges of composed sort keys: each selects what a linear filter over the values selects, and nothing
//! of another prefix.

use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use ::time::OffsetDateTime;
use ::time::macros::datetime;
use aws_sdk_dynamodb::types::AttributeValue;
use proptest::prelude::*;

use crate::ErrorKind;
use crate::expression::{AttributeCodec, Comparator, value_part_codec};
use crate::key::{
    Era, Joined, KeyField, KeyLayout, KeyPart, Leading, Part, PartCodec, RangeBound, Selection,
    SortBound, SortKey, SortLayout, begins_with, compare, whole, within,
};
use crate::time::{Iso, Seconds, key_codec};

const TIME: AttributeCodec<OffsetDateTime> =
    AttributeCodec::time(key_codec::<OffsetDateTime, Iso<Seconds>>(false));
const TEXT: AttributeCodec<String> = value_part_codec::<String>();
const NUMBER: AttributeCodec<u64> = value_part_codec::<u64>();

const fn field(field: &'static str, codec: &'static dyn PartCodec) -> KeyField {
    KeyField {
        field,
        attribute: field,
        codec,
        lenient: false,
    }
}

type TimeKey = SortKey<OffsetDateTime, Iso<Seconds>>;
type TextKey = SortKey<String, Joined>;

const AT: KeyField = field("at", &TIME);
const NAME: KeyField = field("name", &TEXT);
const COUNT: KeyField = field("count", &NUMBER);

const fn layout(
    separator: char,
    prefix: Option<&'static str>,
    parts: &'static [KeyField],
) -> KeyLayout {
    KeyLayout {
        separator,
        prefix,
        parts,
        of: None,
        eras: &[Era::PLAIN],
    }
}

macro_rules! layouts {
    ($parts:expr) => {
        [
            const { &layout('#', None, $parts) },
            const { &layout('#', Some("time"), $parts) },
            const { &layout('|', Some("time"), $parts) },
            const { &layout('/', Some("t/x"), $parts) },
            const { &layout('~', Some("time"), $parts) },
            const { &layout('!', Some("time"), $parts) },
        ]
    };
}

/// What other types and writers may have left in the partition.
const FOREIGN: &[&str] = &[
    "t",
    "tim",
    "time",
    "time ",
    "time\"",
    "time$",
    "time}",
    "time\u{7f}",
    "timer#2025",
    "tine#x",
    "u",
    "t/",
    "t/x0",
    "a",
    "~",
    "2024",
    "😀",
];

fn key(layout: &KeyLayout, parts: &[&dyn KeyPart]) -> AttributeValue {
    AttributeValue::S(layout.stem(parts).unwrap())
}

fn selects(selection: &Selection, key: &AttributeValue) -> bool {
    selection
        .condition
        .as_ref()
        .is_none_or(|condition| condition.matches(key))
        && !selection.drops(key)
}

fn check<V>(
    layout: &'static KeyLayout,
    selection: &Selection,
    stored: &[(AttributeValue, V)],
    wanted: impl Fn(&V) -> bool,
) -> Result<(), TestCaseError>
where
    V: std::fmt::Debug,
{
    for (key, value) in stored {
        prop_assert_eq!(
            selects(selection, key),
            wanted(value),
            "{:?} {:?} {:?}",
            value,
            layout,
            selection
        );
    }
    if layout.prefix.is_some() {
        for foreign in FOREIGN {
            let key = AttributeValue::S((*foreign).to_owned());
            prop_assert!(
                !selects(selection, &key),
                "{foreign} {layout:?} {selection:?}"
            );
        }
    }
    Ok(())
}

fn bounds<K: SortBound<V>, V>(
    range: &(Bound<V>, Bound<V>),
) -> (Bound<RangeBound>, Bound<RangeBound>) {
    let bound = |bound: &Bound<V>| match bound {
        Included(value) => Included(K::bound(value)),
        Excluded(value) => Excluded(K::bound(value)),
        Unbounded => Unbounded,
    };
    (bound(&range.0), bound(&range.1))
}

fn end<V: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = V>,
) -> impl Strategy<Value = Bound<V>> {
    (value, 0_u8..3).prop_map(|(value, kind)| match kind {
        0 => Included(value),
        1 => Excluded(value),
        _ => Unbounded,
    })
}

fn second() -> impl Strategy<Value = OffsetDateTime> {
    prop_oneof![
        4 => 0_i64..8,
        1 => Just(-62_167_219_200 - 1_742_560_200),
        1 => Just(253_402_300_799 - 1_742_560_200),
    ]
    .prop_map(|second| datetime!(2025-03-21 12:30 UTC) + ::time::Duration::seconds(second))
}

/// Also between two units of the key.
fn instant() -> impl Strategy<Value = OffsetDateTime> {
    (
        second(),
        prop_oneof![Just(0_i64), Just(1), Just(999_999_999)],
    )
        .prop_map(|(at, nanos)| {
            at.checked_add(::time::Duration::nanoseconds(nanos))
                .unwrap_or(at)
        })
}

fn is_reversed<V: PartialOrd>(range: &(Bound<V>, Bound<V>)) -> bool {
    matches!(range, (Included(a) | Excluded(a), Included(b) | Excluded(b)) if a > b)
}

const COMPARATORS: [Comparator; 5] = [
    Comparator::Equal,
    Comparator::Less,
    Comparator::LessOrEqual,
    Comparator::Greater,
    Comparator::GreaterOrEqual,
];

fn holds<V: PartialOrd + ?Sized>(comparator: Comparator, value: &V, bound: &V) -> bool {
    match comparator {
        Comparator::Equal => value == bound,
        Comparator::NotEqual => value != bound,
        Comparator::Less => value < bound,
        Comparator::LessOrEqual => value <= bound,
        Comparator::Greater => value > bound,
        Comparator::GreaterOrEqual => value >= bound,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// R09, R10: times, with and without a prefix and a suffix, whatever the separator.
    #[test]
    fn ranges_of_times(
        which in 0_usize..6,
        followed: bool,
        stored in prop::collection::vec((second(), "[ -~]{1,3}"), 1..12),
        range in (end(instant()), end(instant())),
        bound in instant(),
    ) {
        let layout = if followed { layouts!(&[AT, NAME])[which] } else { layouts!(&[AT])[which] };
        let stored: Vec<_> = stored
            .into_iter()
            .map(|(at, name)| {
                let parts: [&dyn KeyPart; 2] = [&Part(TIME, &at), &Part(TEXT, &name)];
                (key(layout, &parts[..layout.parts.len()]), at)
            })
            .collect();
        let (start, stop) = bounds::<TimeKey, _>(&range);
        match within(SortLayout::Composed(layout), start, stop) {
            Ok(selection) => check(layout, &selection, &stored, |at| range.contains(at))?,
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::InvalidRange);
                prop_assert!(is_reversed(&range));
            }
        }
        for comparator in COMPARATORS {
            let bounded = <TimeKey as SortBound<OffsetDateTime>>::bound(&bound);
            let selection = compare(SortLayout::Composed(layout), comparator, &bounded).unwrap();
            check(layout, &selection, &stored, |at| holds(comparator, at, &bound))?;
        }
        check(layout, &whole(SortLayout::Composed(layout)), &stored, |_| true)?;
    }

    /// R31: one text behind the prefix, here of one width, and several of which it is the first.
    #[test]
    fn ranges_of_numbers(
        which in 0_usize..6,
        followed: bool,
        stored in prop::collection::vec((0_u64..12, "[ -~]{1,3}"), 1..12),
        range in (end(0_u64..12), end(0_u64..12)),
        bound in 0_u64..12,
    ) {
        let layout = if followed { layouts!(&[COUNT, NAME])[which] } else { layouts!(&[COUNT])[which] };
        let stored: Vec<_> = stored
            .into_iter()
            .map(|(count, name)| {
                let parts: [&dyn KeyPart; 2] = [&Part(NUMBER, &count), &Part(TEXT, &name)];
                (key(layout, &parts[..layout.parts.len()]), count)
            })
            .collect();
        let (start, stop) = if followed {
            bounds::<SortKey<u64, Leading>, _>(&range)
        } else {
            bounds::<SortKey<u64, Joined>, _>(&range)
        };
        match within(SortLayout::Composed(layout), start, stop) {
            Ok(selection) => check(layout, &selection, &stored, |count| range.contains(count))?,
            Err(_) => prop_assert!(is_reversed(&range)),
        }
        for comparator in COMPARATORS {
            let bounded = <SortKey<u64, Leading> as SortBound<u64>>::bound(&bound);
            let selection = compare(SortLayout::Composed(layout), comparator, &bounded).unwrap();
            check(layout, &selection, &stored, |count| holds(comparator, count, &bound))?;
        }
    }

    /// One text of any length behind the prefix; it may hold the separator.
    #[test]
    fn ranges_of_texts(
        which in 0_usize..6,
        stored in prop::collection::vec("[#$a-c]{1,3}", 1..12),
        range in (end("[#$a-c]{1,3}"), end("[#$a-c]{1,3}")),
        bound in "[#$a-c]{1,3}",
    ) {
        let layout = layouts!(&[NAME])[which];
        let stored: Vec<_> = stored
            .into_iter()
            .map(|name| (key(layout, &[&Part(TEXT, &name)]), name))
            .collect();
        let (start, stop) = bounds::<TextKey, _>(&range);
        match within(SortLayout::Composed(layout), start, stop) {
            Ok(selection) => check(layout, &selection, &stored, |name| range.contains(name))?,
            Err(_) => prop_assert!(is_reversed(&range)),
        }
        for comparator in COMPARATORS {
            let bounded = <TextKey as SortBound<String>>::bound(&bound);
            let selection = compare(SortLayout::Composed(layout), comparator, &bounded).unwrap();
            check(layout, &selection, &stored, |name| holds(comparator, name, &bound))?;
        }
        let beginning = AttributeValue::S(bound.clone());
        let selection = begins_with(SortLayout::Composed(layout), beginning).unwrap();
        check(layout, &selection, &stored, |name| name.starts_with(&bound))?;
    }

    /// A text of any length that others follow is found exactly, also where it may hold the separator.
    #[test]
    fn leading_texts_are_told_from_longer_ones(
        which in 0_usize..6,
        free_behind: bool,
        stored in prop::collection::vec(("[#a-b]{1,3}", 0_u64..3, "[#a-b]{1,3}"), 1..12),
        bound in "[#a-b]{1,3}",
    ) {
        let layout = if free_behind { layouts!(&[NAME, NAME])[which] } else { layouts!(&[NAME, COUNT])[which] };
        let stored: Vec<_> = stored
            .into_iter()
            // A part before the last free one cannot hold the separator.
            .filter(|(name, ..)| !free_behind || !name.contains(layout.separator))
            .map(|(name, count, other)| {
                let parts: [&dyn KeyPart; 2] = if free_behind {
                    [&Part(TEXT, &name), &Part(TEXT, &other)]
                } else {
                    [&Part(TEXT, &name), &Part(NUMBER, &count)]
                };
                (key(layout, &parts), name)
            })
            .collect();
        let bounded = <SortKey<String, Leading> as SortBound<String>>::bound(&bound);
        let selection = compare(SortLayout::Composed(layout), Comparator::Equal, &bounded).unwrap();
        check(layout, &selection, &stored, |name| *name == bound && (!free_behind || !bound.contains(layout.separator)))?;
        let refused = compare(SortLayout::Composed(layout), Comparator::Less, &bounded).unwrap_err();
        prop_assert_eq!(refused.kind(), ErrorKind::InvalidRange);
    }
}
