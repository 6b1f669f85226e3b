use std::cmp::Ordering;

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::Comparator;
use super::{Path, Placeholders};
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

    /// The same condition for values of at least `low`; `None` if it has a form that cannot take a
    /// lower bound (the caller then checks what comes back).
    pub(crate) fn at_least(condition: Option<Self>, low: AttributeValue) -> Option<Self> {
        let raised = |bound: AttributeValue| {
            if value_cmp(&bound, &low).is_some_and(Ordering::is_lt) {
                low.clone()
            } else {
                bound
            }
        };
        let between = |low: AttributeValue, high: AttributeValue| {
            if value_cmp(&low, &high).is_some_and(Ordering::is_gt) {
                Self::Nothing
            } else {
                Self::Between(low, high)
            }
        };
        match condition {
            None => Some(Self::Compare(Comparator::GreaterOrEqual, low)),
            Some(Self::Compare(Comparator::GreaterOrEqual, bound)) => {
                Some(Self::Compare(Comparator::GreaterOrEqual, raised(bound)))
            }
            Some(Self::Compare(Comparator::Greater, bound)) => {
                let moved = value_cmp(&bound, &low).is_some_and(Ordering::is_lt);
                Some(if moved {
                    Self::Compare(Comparator::GreaterOrEqual, low)
                } else {
                    Self::Compare(Comparator::Greater, bound)
                })
            }
            Some(Self::Compare(Comparator::LessOrEqual, high)) => Some(between(low, high)),
            Some(Self::Between(from, high)) => Some(between(raised(from), high)),
            Some(Self::Nothing) => Some(Self::Nothing),
            Some(Self::Compare(..) | Self::BeginsWith(_)) => None,
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

/// A key condition: the partition by equality, and at most one condition on the sort key.
pub(crate) struct KeyCondition {
    pub(crate) partition: (&'static str, AttributeValue),
    pub(crate) sort: Option<(&'static str, SortCondition)>,
}

impl KeyCondition {
    pub(crate) fn into_text(self, placeholders: &mut Placeholders) -> String {
        let mut text = String::new();
        let (name, value) = self.partition;
        placeholders.name(&mut text, name);
        text.push_str(" = ");
        placeholders.value(&mut text, value);
        if let Some((name, condition)) = self.sort {
            text.push_str(" AND ");
            condition.render(&Path::attribute(name), &mut text, placeholders);
        }
        text
    }
}
