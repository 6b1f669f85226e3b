use std::cmp::Ordering;
use std::ops::Bound;

use aws_sdk_dynamodb::types::AttributeValue;

use super::composed::{AFTER_SEPARATOR, SEPARATOR};
use super::{Natural, SortKey, SortLayout, Suffixed};
use crate::expression::{Comparator, Operand, SortCondition};
use crate::time::{Moment, PointInTime, TimeFormat, Unit};
use crate::value::{EncodeError, KeyValue, to_attribute_value, value, value_cmp};
use crate::{Error, ErrorKind, Result};

/// One end of a range, before it is rounded to the key's unit.
#[derive(Clone)]
#[doc(hidden)]
pub struct RangeBound(End);

#[derive(Clone)]
enum End {
    Moment(Moment),
    Value(Result<AttributeValue, EncodeError>),
}

impl std::fmt::Debug for RangeBound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RangeBound")
    }
}

/// A sort key that a `B` can be compared with: any point in time for a time, a value of the key's
/// own type otherwise.
#[diagnostic::on_unimplemented(
    message = "the sort key of this query cannot be compared with `{B}`",
    label = "not a value of this sort key",
    note = "a time key takes points in time (`time::OffsetDateTime`, `SystemTime`, `EpochMillis`, …): a bare integer has no unit",
    note = "other keys take values of their own type"
)]
pub trait SortBound<B> {
    /// The value as a bound.
    #[doc(hidden)]
    fn bound(value: &B) -> RangeBound;
}

impl<V, U: Unit, B: PointInTime> SortBound<B> for SortKey<V, U> {
    fn bound(value: &B) -> RangeBound {
        RangeBound(End::Moment(value.to_moment()))
    }
}

impl<V, U: Unit, B: PointInTime> SortBound<B> for SortKey<V, Suffixed<U>> {
    fn bound(value: &B) -> RangeBound {
        RangeBound(End::Moment(value.to_moment()))
    }
}

impl<U: Unit> SortBound<i64> for SortKey<i64, U> {
    fn bound(value: &i64) -> RangeBound {
        own_unit::<U>(i128::from(*value))
    }
}

impl<U: Unit> SortBound<u64> for SortKey<u64, U> {
    fn bound(value: &u64) -> RangeBound {
        own_unit::<U>(i128::from(*value))
    }
}

impl<B> SortBound<B> for super::AnySort {
    fn bound(_: &B) -> RangeBound {
        RangeBound(End::Moment(Moment::EPOCH))
    }
}

/// An integer field counts its own unit.
fn own_unit<U: Unit>(value: i128) -> RangeBound {
    RangeBound(End::Moment(Moment::from_nanos(
        value * U::FORMAT.resolution().nanos(),
    )))
}

impl<V: KeyValue, B> SortBound<B> for SortKey<V, Natural>
where
    B: Clone + Operand<V>,
{
    fn bound(bound: &B) -> RangeBound {
        let operand = bound.clone().into_operand();
        RangeBound(End::Value(to_attribute_value(&value::<V>(), &operand)))
    }
}

impl<V: KeyValue, B> SortBound<B> for SortKey<Option<V>, Natural>
where
    B: Clone + Operand<V>,
{
    fn bound(bound: &B) -> RangeBound {
        <SortKey<V, Natural> as SortBound<B>>::bound(bound)
    }
}

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

impl RangeBound {
    fn moment(&self) -> Result<Moment> {
        match &self.0 {
            End::Moment(moment) => Ok(*moment),
            // The trait pairs time keys with points in time; this arm is for its completeness.
            End::Value(_) => Err(Error::new(
                ErrorKind::InvalidRange,
                "the sort key holds a time: give a point in time",
            )),
        }
    }

    fn value(&self) -> Result<AttributeValue> {
        match &self.0 {
            End::Value(value) => value.clone().map_err(Error::from),
            End::Moment(_) => Err(Error::new(
                ErrorKind::InvalidRange,
                "the sort key does not hold a time",
            )),
        }
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
        SortLayout::Suffixed(format) => suffixed_within(format, &start, &end),
        SortLayout::Text | SortLayout::Binary | SortLayout::Integer | SortLayout::Number => {
            value_within(layout, &start, &end)
        }
    }
}

/// The first and last instant of the field's unit inside a range; `None` for an open end.
type Units = (Option<Moment>, Option<Moment>);

/// The units inside the range; `None` if there are none.
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
    Ok(match (first, last) {
        (Some(first), Some(last)) if first > last => None,
        ends => Some(ends),
    })
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
    if units(format, start, end)?.is_none() {
        return Ok(Selection::nothing());
    }
    let low = match start {
        Bound::Unbounded => match end {
            Bound::Unbounded => return Ok(Selection::default()),
            _ => format.min_text().unwrap_or_default().to_owned(),
        },
        Bound::Included(start) => format.text(format.ceil(start.moment()?))?,
        Bound::Excluded(start) => behind(format.text(format.floor(start.moment()?))?),
    };
    let high = match end {
        Bound::Unbounded => behind(format.max_text().unwrap_or_default().to_owned()),
        Bound::Included(end) => behind(format.text(format.floor(end.moment()?))?),
        Bound::Excluded(end) => format.text(format.ceil(end.moment()?))?,
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

/// The neighbour of a whole number.
fn shifted(value: AttributeValue, by: i128) -> AttributeValue {
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
    let rounded = match comparator {
        Comparator::Less | Comparator::GreaterOrEqual => format.ceil(moment),
        Comparator::LessOrEqual | Comparator::Greater => format.floor(moment),
        Comparator::Equal | Comparator::NotEqual if format.is_exact(moment) => moment,
        Comparator::Equal | Comparator::NotEqual => return Ok(Selection::nothing()),
    };
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
