use aws_sdk_dynamodb::types::AttributeValue;

use crate::expression::{Comparator, SortCondition};
use crate::key::Selection;

/// The same selection from a sort key on, in the direction of reading; the key itself matches it.
pub(super) fn from_key(mut selection: Selection, key: &AttributeValue, forward: bool) -> Selection {
    let from = if forward {
        Comparator::GreaterOrEqual
    } else {
        Comparator::LessOrEqual
    };
    let mut excluded = None;
    let condition = match selection.condition.take() {
        None => SortCondition::Compare(from, key.clone()),
        Some(SortCondition::Compare(comparator, bound)) => match (comparator, forward) {
            (Comparator::Greater | Comparator::GreaterOrEqual, true)
            | (Comparator::Less | Comparator::LessOrEqual, false) => {
                SortCondition::Compare(from, key.clone())
            }
            (Comparator::Greater | Comparator::GreaterOrEqual, false) => {
                excluded = (comparator == Comparator::Greater).then(|| bound.clone());
                SortCondition::Between(bound, key.clone())
            }
            (Comparator::Less | Comparator::LessOrEqual, true) => {
                excluded = (comparator == Comparator::Less).then(|| bound.clone());
                SortCondition::Between(key.clone(), bound)
            }
            (Comparator::Equal | Comparator::NotEqual, _) => {
                SortCondition::Compare(comparator, bound)
            }
        },
        Some(SortCondition::Between(_, high)) if forward => {
            SortCondition::Between(key.clone(), high)
        }
        Some(SortCondition::Between(low, _)) => SortCondition::Between(low, key.clone()),
        Some(SortCondition::BeginsWith(prefix)) if forward => match behind(&prefix) {
            Some(end) => {
                excluded = Some(end.clone());
                SortCondition::Between(key.clone(), end)
            }
            None => SortCondition::Compare(from, key.clone()),
        },
        // Nothing that begins with a prefix lies before it.
        Some(SortCondition::BeginsWith(prefix)) => SortCondition::Between(prefix, key.clone()),
        Some(SortCondition::Nothing) => SortCondition::Nothing,
    };
    selection.condition = Some(condition);
    selection.excluded.extend(excluded);
    selection
}

/// The first value behind everything that begins with a prefix; `None` if nothing is.
fn behind(prefix: &AttributeValue) -> Option<AttributeValue> {
    match prefix {
        AttributeValue::S(text) => {
            let mut text = text.clone();
            while let Some(last) = text.pop() {
                // The code points between these two are no characters.
                let next = match u32::from(last) + 1 {
                    0xD800 => 0xE000,
                    next => next,
                };
                if let Some(next) = char::from_u32(next) {
                    text.push(next);
                    return Some(AttributeValue::S(text));
                }
            }
            None
        }
        AttributeValue::B(bytes) => {
            let mut bytes = bytes.as_ref().to_vec();
            while let Some(last) = bytes.pop() {
                if let Some(next) = last.checked_add(1) {
                    bytes.push(next);
                    return Some(AttributeValue::B(bytes.into()));
                }
            }
            None
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(text: &str) -> AttributeValue {
        AttributeValue::S(text.to_owned())
    }

    fn clamped(condition: SortCondition, forward: bool) -> (SortCondition, Vec<AttributeValue>) {
        let selection = Selection {
            condition: Some(condition),
            ..Selection::default()
        };
        let selection = from_key(selection, &s("m"), forward);
        (selection.condition.unwrap(), selection.excluded)
    }

    #[test]
    fn no_condition_becomes_one_side() {
        let from = |forward| from_key(Selection::default(), &s("m"), forward).condition;
        assert_eq!(
            from(true),
            Some(SortCondition::Compare(Comparator::GreaterOrEqual, s("m")))
        );
        assert_eq!(
            from(false),
            Some(SortCondition::Compare(Comparator::LessOrEqual, s("m")))
        );
    }

    #[test]
    fn comparisons_keep_their_other_side_exact() {
        use Comparator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        let compare = |comparator, text| SortCondition::Compare(comparator, s(text));
        let between = |low, high| SortCondition::Between(s(low), s(high));
        for (condition, forward, expected, excluded) in [
            (
                compare(Greater, "a"),
                true,
                compare(GreaterOrEqual, "m"),
                vec![],
            ),
            (
                compare(GreaterOrEqual, "a"),
                true,
                compare(GreaterOrEqual, "m"),
                vec![],
            ),
            (compare(Less, "z"), false, compare(LessOrEqual, "m"), vec![]),
            (
                compare(Greater, "a"),
                false,
                between("a", "m"),
                vec![s("a")],
            ),
            (
                compare(GreaterOrEqual, "a"),
                false,
                between("a", "m"),
                vec![],
            ),
            (compare(Less, "z"), true, between("m", "z"), vec![s("z")]),
            (compare(LessOrEqual, "z"), true, between("m", "z"), vec![]),
            (compare(Equal, "m"), true, compare(Equal, "m"), vec![]),
            (between("a", "z"), true, between("m", "z"), vec![]),
            (between("a", "z"), false, between("a", "m"), vec![]),
        ] {
            assert_eq!(
                clamped(condition.clone(), forward),
                (expected, excluded),
                "{condition:?}"
            );
        }
    }

    #[test]
    fn prefixes_end_before_the_next_text() {
        let condition = SortCondition::BeginsWith(s("m"));
        assert_eq!(
            clamped(condition.clone(), true),
            (SortCondition::Between(s("m"), s("n")), vec![s("n")])
        );
        assert_eq!(
            clamped(condition, false),
            (SortCondition::Between(s("m"), s("m")), vec![])
        );
    }

    #[test]
    fn the_text_behind_a_prefix_steps_over_what_is_no_character() {
        assert_eq!(behind(&s("a#")), Some(s("a$")));
        assert_eq!(behind(&s("a\u{D7FF}")), Some(s("a\u{E000}")));
        assert_eq!(behind(&s("a\u{10FFFF}")), Some(s("b")));
        assert_eq!(behind(&s("\u{10FFFF}")), None);
        let b = |bytes: &[u8]| AttributeValue::B(bytes.to_vec().into());
        assert_eq!(behind(&b(&[1, 255])), Some(b(&[2])));
        assert_eq!(behind(&b(&[255])), None);
    }
}
