use std::cmp::Ordering;

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::Comparator;
use super::{Path, Placeholders};
use crate::key::shifted;
use crate::value::value_cmp;

/// What a query asks of its sort key: DynamoDB takes one condition of these forms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SortCondition {
    Compare(Comparator, AttributeValue),
    Between(AttributeValue, AttributeValue),
    BeginsWith(AttributeValue),
    /// Nothing can match, so no request is sent.
    Nothing,
}

impl SortCondition {
    /// Whether a stored sort key satisfies the condition.
    pub(crate) fn matches(&self, value: &AttributeValue) -> bool {
        match self {
            Self::Compare(comparator, bound) => {
                value_cmp(value, bound).is_some_and(|ordering| match comparator {
                    Comparator::Equal => ordering.is_eq(),
                    Comparator::NotEqual => ordering.is_ne(),
                    Comparator::Less => ordering.is_lt(),
                    Comparator::LessOrEqual => ordering.is_le(),
                    Comparator::Greater => ordering.is_gt(),
                    Comparator::GreaterOrEqual => ordering.is_ge(),
                })
            }
            Self::Between(low, high) => {
                value_cmp(value, low).is_some_and(Ordering::is_ge)
                    && value_cmp(value, high).is_some_and(Ordering::is_le)
            }
            Self::BeginsWith(prefix) => match (value, prefix) {
                (AttributeValue::S(value), AttributeValue::S(prefix)) => value.starts_with(prefix),
                (AttributeValue::B(value), AttributeValue::B(prefix)) => {
                    value.as_ref().starts_with(prefix.as_ref())
                }
                _ => false,
            },
            Self::Nothing => false,
        }
    }

    /// The same condition for whole numbers of at least `low`.
    pub(crate) fn at_least(condition: Option<Self>, low: AttributeValue) -> Self {
        let is_below = |bound: &AttributeValue| value_cmp(bound, &low).is_some_and(Ordering::is_lt);
        let between = |low: AttributeValue, high: AttributeValue| {
            if value_cmp(&low, &high).is_some_and(Ordering::is_gt) {
                Self::Nothing
            } else {
                Self::Between(low, high)
            }
        };
        match condition {
            None => Self::Compare(Comparator::GreaterOrEqual, low),
            Some(Self::Compare(Comparator::GreaterOrEqual | Comparator::Greater, bound))
                if is_below(&bound) =>
            {
                Self::Compare(Comparator::GreaterOrEqual, low)
            }
            Some(Self::Compare(Comparator::Equal, value)) if is_below(&value) => Self::Nothing,
            Some(Self::Compare(Comparator::Less, high)) => between(low, shifted(high, -1)),
            Some(Self::Compare(Comparator::LessOrEqual, high)) => between(low, high),
            Some(Self::Between(from, high)) if is_below(&from) => between(low, high),
            Some(condition) => condition,
        }
    }

    fn render(self, path: &Path, text: &mut String, placeholders: &mut Placeholders) {
        match self {
            Self::Compare(comparator, value) => {
                path.render(text, placeholders);
                text.push(' ');
                text.push_str(comparator.as_str());
                text.push(' ');
                placeholders.value(text, value);
            }
            Self::Between(low, high) => {
                path.render(text, placeholders);
                text.push_str(" BETWEEN ");
                placeholders.value(text, low);
                text.push_str(" AND ");
                placeholders.value(text, high);
            }
            Self::BeginsWith(prefix) => {
                text.push_str("begins_with(");
                path.render(text, placeholders);
                text.push_str(", ");
                placeholders.value(text, prefix);
                text.push(')');
            }
            Self::Nothing => {}
        }
    }
}

/// A key condition: every partition attribute by equality, and a condition on each sort attribute that
/// is given, all but the last by equality.
pub(crate) struct KeyCondition {
    pub(crate) partition: Vec<(&'static str, AttributeValue)>,
    pub(crate) sort: Vec<(&'static str, SortCondition)>,
}

impl KeyCondition {
    pub(crate) fn into_text(self, placeholders: &mut Placeholders) -> String {
        let partition = self.partition.into_iter();
        let equal = |value| SortCondition::Compare(Comparator::Equal, value);
        let partition = partition.map(|(name, value)| (name, equal(value)));
        let mut text = String::new();
        for (name, condition) in partition.chain(self.sort) {
            if !text.is_empty() {
                text.push_str(" AND ");
            }
            condition.render(&Path::attribute(name), &mut text, placeholders);
        }
        text
    }
}
