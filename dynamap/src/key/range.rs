use std::cmp::Ordering;
use std::ops::Bound;

use aws_sdk_dynamodb::types::AttributeValue;

use super::composed::{AFTER_SEPARATOR, SEPARATOR};
use super::{RangeBound, SortLayout};
use crate::expression::{Comparator, SortCondition};
use crate::time::{Moment, TimeFormat};
use crate::value::value_cmp;
use crate::{Error, ErrorKind, Result};

/// What a range asks of the sort key, and what the client drops of the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub(crate) condition: Option<SortCondition>,
    /// Ends that the range excludes and DynamoDB's BETWEEN includes.
    pub(crate) excluded: Vec<AttributeValue>,
}

impl Selection {
    fn of(condition: SortCondition) -> Self {
        Self {
            condition: Some(condition),
            excluded: Vec::new(),
        }
    }

    pub(crate) fn nothing() -> Self {
        Self::of(SortCondition::Nothing)
    }
}

fn reversed() -> Error {
    Error::new(
        ErrorKind::InvalidRange,
        "the start of the range lies behind its end: give the ends in order",
    )
}

/// The condition of a range with two ends.
pub(crate) fn within(
    layout: SortLayout,
    start: Bound<RangeBound>,
    end: Bound<RangeBound>,
) -> Result<Selection> {
    match layout {
        SortLayout::Time(format) => time_within(format, &start, &end),
        SortLayout::Suffixed(format) => suffixed_within(format, &start, &end),
        SortLayout::Text | SortLayout::Binary | SortLayout::Integer | SortLayout::Number => {
            value_within(layout, &start, &end)
        }
    }
}

/// The first and last instant of the field's unit inside a range; `None` for an open end.
type Units = (Option<Moment>, Option<Moment>);

/// The units inside the range; `None` if there are none. An end beyond the times that the field can
/// hold is as good as the first or last of them.
fn units(
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

/// With a suffix every stored key is longer than its bare time. A bare time as upper end therefore
/// excludes its own instant, which makes `a..b` exact; an included end is the time followed by the
/// character after the separator.
fn suffixed_within(
    format: TimeFormat,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Selection> {
    let Some((first, last)) = units(format, start, end)? else {
        return Ok(Selection::nothing());
    };
    let (earliest, latest) = format.span();
    let low = match (first, last, start) {
        (None, None, _) => return Ok(Selection::default()),
        (Some(first), _, Bound::Excluded(_)) if first > earliest => {
            behind(format.text(format.previous(first))?)
        }
        (first, ..) => format.text(first.unwrap_or(earliest))?,
    };
    let high = match (last, end) {
        (Some(last), Bound::Excluded(_)) if last < latest => format.text(format.next(last))?,
        (last, _) => behind(format.text(last.unwrap_or(latest))?),
    };
    Ok(Selection::of(SortCondition::Between(
        AttributeValue::S(low),
        AttributeValue::S(high),
    )))
}

fn behind(mut text: String) -> String {
    text.push(AFTER_SEPARATOR);
    text
}

fn value_within(
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
            let (first, last, excluded) = if layout == SortLayout::Integer {
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
                condition: Some(SortCondition::Between(first, last)),
                excluded,
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
    let (SortLayout::Time(format) | SortLayout::Suffixed(format)) = layout else {
        return Ok(Selection::of(SortCondition::Compare(
            comparator,
            bound.value()?,
        )));
    };
    let moment = bound.moment()?;
    let (earliest, latest) = format.span();
    let rounded = match comparator {
        Comparator::Less | Comparator::GreaterOrEqual => format.ceil(moment),
        Comparator::LessOrEqual | Comparator::Greater => format.floor(moment),
        Comparator::Equal | Comparator::NotEqual if format.is_exact(moment) => moment,
        Comparator::Equal | Comparator::NotEqual => return Ok(Selection::nothing()),
    };
    if rounded < earliest || rounded > latest {
        // Beyond the times that the field can hold every one of them compares alike.
        let all = match comparator {
            Comparator::Less | Comparator::LessOrEqual => rounded > latest,
            Comparator::Greater | Comparator::GreaterOrEqual => rounded < earliest,
            Comparator::Equal | Comparator::NotEqual => false,
        };
        return Ok(if all {
            Selection::default()
        } else {
            Selection::nothing()
        });
    }
    let SortLayout::Suffixed(_) = layout else {
        return Ok(Selection::of(SortCondition::Compare(
            comparator,
            format.to_value(rounded)?,
        )));
    };
    let text = format.text(rounded)?;
    Ok(Selection::of(match comparator {
        Comparator::Equal | Comparator::NotEqual => {
            let mut prefix = text;
            prefix.push(SEPARATOR);
            SortCondition::BeginsWith(AttributeValue::S(prefix))
        }
        Comparator::Less | Comparator::GreaterOrEqual => {
            SortCondition::Compare(comparator, AttributeValue::S(text))
        }
        Comparator::LessOrEqual | Comparator::Greater => {
            SortCondition::Compare(comparator, AttributeValue::S(behind(text)))
        }
    }))
}
