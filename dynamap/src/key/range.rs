use std::cmp::Ordering;
use std::ops::Bound;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{RangeBound, SortLayout, range_composed};
use crate::expression::{Comparator, SortCondition};
use crate::time::{Moment, TimeFormat};
use crate::value::{value_cmp, value_eq};
use crate::{Error, ErrorKind, Result};

/// What a range asks of the sort key, and what the client drops of the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub(crate) condition: Option<SortCondition>,
    /// Ends that the range excludes and DynamoDB's BETWEEN includes.
    pub(crate) excluded: Vec<AttributeValue>,
    /// The length in bytes of the keys that are asked for, where others match the condition too.
    pub(crate) length: Option<usize>,
}

impl Selection {
    pub(super) fn of(condition: SortCondition) -> Self {
        Self {
            condition: Some(condition),
            ..Self::default()
        }
    }

    /// Whether the client drops rows that match the condition.
    pub(crate) fn drops_rows(&self) -> bool {
        !self.excluded.is_empty() || self.length.is_some()
    }

    /// Whether the client drops the row with this sort key.
    pub(crate) fn drops(&self, sort_key: &AttributeValue) -> bool {
        let is_longer = match (self.length, sort_key) {
            (Some(length), AttributeValue::S(text)) => text.len() != length,
            _ => false,
        };
        is_longer || self.excluded.iter().any(|end| value_eq(sort_key, end))
    }

    pub(crate) fn nothing() -> Self {
        Self::of(SortCondition::Nothing)
    }
}

pub(super) fn reversed() -> Error {
    Error::new(
        ErrorKind::InvalidRange,
        "the start of the range lies behind its end: give the ends in order",
    )
}

/// The condition of a query that has none of its own: an item of another prefix is no item of the
/// type.
pub(crate) fn whole(layout: SortLayout) -> Selection {
    match layout {
        SortLayout::Composed(layout) => range_composed::whole(layout),
        _ => Selection::default(),
    }
}

/// The condition of a range with two ends.
pub(crate) fn within(
    layout: SortLayout,
    start: Bound<RangeBound>,
    end: Bound<RangeBound>,
) -> Result<Selection> {
    match layout {
        SortLayout::Time(format) => time_within(format, &start, &end),
        SortLayout::Composed(layout) => range_composed::within(layout, &start, &end),
        SortLayout::Text | SortLayout::Binary | SortLayout::Integer | SortLayout::Number => {
            value_within(layout, &start, &end)
        }
    }
}

/// The first and last instant of the field's unit inside a range; `None` for an open end.
pub(super) type Units = (Option<Moment>, Option<Moment>);

/// The units inside the range; `None` if there are none. An end beyond the times that the field can
/// hold is as good as the first or last of them.
pub(super) fn units(
    format: TimeFormat,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Option<Units>> {
    if let (Bound::Included(a) | Bound::Excluded(a), Bound::Included(b) | Bound::Excluded(b)) =
        (start, end)
        && a.moment()? > b.moment()?
    {
        return Err(reversed());
    }
    let first = match start {
        Bound::Unbounded => None,
        Bound::Included(start) => Some(format.ceil(start.moment()?)),
        Bound::Excluded(start) => Some(format.next(format.floor(start.moment()?))),
    };
    let last = match end {
        Bound::Unbounded => None,
        Bound::Included(end) => Some(format.floor(end.moment()?)),
        Bound::Excluded(end) => Some(format.previous(format.ceil(end.moment()?))),
    };
    let (earliest, latest) = format.span();
    let first = first.map(|first| first.max(earliest));
    let last = last.map(|last| last.min(latest));
    let is_empty = first.unwrap_or(earliest) > last.unwrap_or(latest);
    Ok((!is_empty).then_some((first, last)))
}

fn time_within(
    format: TimeFormat,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Selection> {
    let Some(ends) = units(format, start, end)? else {
        return Ok(Selection::nothing());
    };
    let value = |moment| format.to_value(moment).map_err(Error::from);
    Ok(match ends {
        (None, None) => Selection::default(),
        (Some(first), None) => Selection::of(SortCondition::Compare(
            Comparator::GreaterOrEqual,
            value(first)?,
        )),
        (None, Some(last)) => Selection::of(SortCondition::Compare(
            Comparator::LessOrEqual,
            value(last)?,
        )),
        (Some(first), Some(last)) => {
            Selection::of(SortCondition::Between(value(first)?, value(last)?))
        }
    })
}

pub(super) fn value_within(
    layout: SortLayout,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Selection> {
    let first = match start {
        Bound::Unbounded => None,
        Bound::Included(start) | Bound::Excluded(start) => Some(start.value()?),
    };
    let last = match end {
        Bound::Unbounded => None,
        Bound::Included(end) | Bound::Excluded(end) => Some(end.value()?),
    };
    // No stored key is empty, and DynamoDB refuses an empty one in a condition.
    let first = first.filter(|first| !is_empty(first));
    if last.as_ref().is_some_and(is_empty) {
        return match first {
            Some(_) => Err(reversed()),
            None => Ok(Selection::nothing()),
        };
    }
    let open_start = matches!(start, Bound::Excluded(_));
    let open_end = matches!(end, Bound::Excluded(_));
    Ok(match (first, last) {
        (None, None) => Selection::default(),
        (Some(first), None) => Selection::of(SortCondition::Compare(
            if open_start {
                Comparator::Greater
            } else {
                Comparator::GreaterOrEqual
            },
            first,
        )),
        (None, Some(last)) => Selection::of(SortCondition::Compare(
            if open_end {
                Comparator::Less
            } else {
                Comparator::LessOrEqual
            },
            last,
        )),
        (Some(first), Some(last)) => {
            match value_cmp(&first, &last) {
                Some(Ordering::Greater) => return Err(reversed()),
                Some(Ordering::Equal) if open_start || open_end => return Ok(Selection::nothing()),
                _ => {}
            }
            let (first, last, excluded) = if matches!(layout, SortLayout::Integer) {
                let first = if open_start { shifted(first, 1) } else { first };
                let last = if open_end { shifted(last, -1) } else { last };
                (first, last, Vec::new())
            } else {
                let excluded = [(open_start, &first), (open_end, &last)];
                let excluded = excluded.into_iter().filter(|(open, _)| *open);
                let excluded = excluded.map(|(_, value)| value.clone()).collect();
                (first, last, excluded)
            };
            if value_cmp(&first, &last).is_some_and(Ordering::is_gt) {
                return Ok(Selection::nothing());
            }
            Selection {
                excluded,
                ..Selection::of(SortCondition::Between(first, last))
            }
        }
    })
}

fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.as_ref().is_empty(),
        _ => false,
    }
}

/// The neighbour of a whole number.
pub(crate) fn shifted(value: AttributeValue, by: i128) -> AttributeValue {
    match &value {
        AttributeValue::N(text) => {
            match text.parse::<i128>().ok().and_then(|n| n.checked_add(by)) {
                Some(number) => AttributeValue::N(number.to_string()),
                None => value,
            }
        }
        _ => value,
    }
}

/// DynamoDB's BETWEEN, both ends included.
pub(crate) fn between(layout: SortLayout, low: RangeBound, high: RangeBound) -> Result<Selection> {
    within(layout, Bound::Included(low), Bound::Included(high))
}

/// One comparison with the sort key.
pub(crate) fn compare(
    layout: SortLayout,
    comparator: Comparator,
    bound: &RangeBound,
) -> Result<Selection> {
    let format = match layout {
        SortLayout::Time(format) => format,
        SortLayout::Composed(layout) => return range_composed::compare(layout, comparator, bound),
        SortLayout::Text | SortLayout::Binary | SortLayout::Integer | SortLayout::Number => {
            return Ok(Selection::of(SortCondition::Compare(
                comparator,
                bound.value()?,
            )));
        }
    };
    Ok(match rounded(format, comparator, bound.moment()?) {
        Rounded::All => Selection::default(),
        Rounded::Nothing => Selection::nothing(),
        Rounded::At(moment) => {
            Selection::of(SortCondition::Compare(comparator, format.to_value(moment)?))
        }
    })
}

/// What a comparison with a time comes to.
pub(super) enum Rounded {
    /// Every time that the field can hold.
    All,
    /// None of them.
    Nothing,
    /// The comparison with this time.
    At(Moment),
}

/// Rounds to the side that keeps the comparison exact.
pub(super) fn rounded(format: TimeFormat, comparator: Comparator, moment: Moment) -> Rounded {
    let (earliest, latest) = format.span();
    let rounded = match comparator {
        Comparator::Less | Comparator::GreaterOrEqual => format.ceil(moment),
        Comparator::LessOrEqual | Comparator::Greater => format.floor(moment),
        Comparator::Equal | Comparator::NotEqual if format.is_exact(moment) => moment,
        Comparator::Equal | Comparator::NotEqual => return Rounded::Nothing,
    };
    if rounded >= earliest && rounded <= latest {
        return Rounded::At(rounded);
    }
    // Beyond the times that the field can hold every one of them compares alike.
    let all = match comparator {
        Comparator::Less | Comparator::LessOrEqual => rounded > latest,
        Comparator::Greater | Comparator::GreaterOrEqual => rounded < earliest,
        Comparator::Equal | Comparator::NotEqual => false,
    };
    if all { Rounded::All } else { Rounded::Nothing }
}

/// The sort keys that begin with a text or with bytes.
pub(crate) fn begins_with(layout: SortLayout, prefix: AttributeValue) -> Result<Selection> {
    let prefix = match (layout, prefix) {
        (SortLayout::Binary, AttributeValue::B(bytes)) => AttributeValue::B(bytes),
        (SortLayout::Composed(layout), AttributeValue::S(text)) => {
            AttributeValue::S(layout.prefixed(&text))
        }
        (SortLayout::Text | SortLayout::Time(_), AttributeValue::S(text)) => {
            AttributeValue::S(text)
        }
        _ => {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "the prefix has another type than the sort key: give text for a text key, bytes for a binary key",
            ));
        }
    };
    Ok(Selection::of(SortCondition::BeginsWith(prefix)))
}
