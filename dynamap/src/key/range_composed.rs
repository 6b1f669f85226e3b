//! Ranges of composed sort keys: text of a prefix, the part that the range is over, what follows it.

use std::cmp::Ordering;
use std::ops::Bound;

use aws_sdk_dynamodb::types::AttributeValue;

use super::range::{self, Rounded, Selection, reversed, rounded, units};
use super::{KeyLayout, RangeBound, SortLayout};
use crate::expression::{Comparator, SortCondition};
use crate::time::TimeFormat;
use crate::{Error, ErrorKind, Result};

impl KeyLayout {
    /// What every key begins with: the prefix and the separator; empty without a prefix.
    fn head(&self) -> String {
        self.prefixed("")
    }

    /// A text behind the prefix.
    pub(super) fn prefixed(&self, text: &str) -> String {
        match self.prefix {
            Some(prefix) => format!("{prefix}{}{text}", self.separator),
            None => text.to_owned(),
        }
    }

    /// A text and the separator.
    fn separated(&self, mut text: String) -> String {
        text.push(self.separator);
        text
    }

    /// A text and the character after the separator: it lies behind everything that continues with the
    /// separator, and before every longer text that does not.
    fn behind(&self, mut text: String) -> String {
        // The separator is one ASCII punctuation character.
        text.push(char::from_u32(u32::from(self.separator) + 1).unwrap_or(char::MAX));
        text
    }

    /// The text behind every key of this prefix, which is no such key itself.
    fn behind_all(&self, prefix: &str) -> String {
        self.behind(prefix.to_owned())
    }

    fn is_followed(&self) -> bool {
        self.parts.len() > 1
    }

    fn first_time(&self) -> Option<TimeFormat> {
        self.parts.first().and_then(|part| part.codec.time_format())
    }

    /// The bytes behind the first part, if every key has as many.
    fn rest_width(&self) -> Option<usize> {
        let rest = self.parts.iter().skip(1);
        rest.map(|part| {
            let width = part.codec.width().filter(|_| !part.lenient);
            width.map(|width| width + self.separator.len_utf8())
        })
        .sum()
    }
}

pub(super) fn whole(layout: &KeyLayout) -> Selection {
    match (layout.prefix, layout.parts) {
        (Some(constant), []) => Selection::of(SortCondition::Compare(
            Comparator::Equal,
            text(constant.to_owned()),
        )),
        (Some(_), _) => Selection::of(SortCondition::BeginsWith(text(layout.head()))),
        (None, _) => Selection::default(),
    }
}

fn text(text: String) -> AttributeValue {
    AttributeValue::S(text)
}

fn between(low: String, high: String) -> Selection {
    Selection::of(SortCondition::Between(text(low), text(high)))
}

pub(super) fn within(
    layout: &KeyLayout,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Selection> {
    if matches!((start, end), (Bound::Unbounded, Bound::Unbounded)) {
        return Ok(whole(layout));
    }
    match layout.first_time() {
        Some(format) => time_within(layout, format, start, end),
        None => text_within(layout, start, end),
    }
}

/// With a suffix every stored key is longer than its bare time. A bare time as upper end therefore
/// excludes its own instant, which makes `a..b` exact; an included end is the time followed by the
/// character after the separator.
fn time_within(
    layout: &KeyLayout,
    format: TimeFormat,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Selection> {
    let Some((first, last)) = units(format, start, end)? else {
        return Ok(Selection::nothing());
    };
    let (earliest, latest) = format.span();
    let key = |moment| Ok::<_, Error>(layout.prefixed(&format.text(moment)?));
    if !layout.is_followed() {
        return Ok(match (first, last) {
            (Some(first), None) if layout.prefix.is_none() => {
                one_sided(Comparator::GreaterOrEqual, key(first)?)
            }
            (None, Some(last)) if layout.prefix.is_none() => {
                one_sided(Comparator::LessOrEqual, key(last)?)
            }
            _ => between(
                key(first.unwrap_or(earliest))?,
                key(last.unwrap_or(latest))?,
            ),
        });
    }
    let low = match (first, start) {
        (Some(first), Bound::Excluded(_)) if first > earliest => {
            layout.behind(key(format.previous(first))?)
        }
        _ => key(first.unwrap_or(earliest))?,
    };
    let high = match (last, end) {
        (Some(last), Bound::Excluded(_)) if last < latest => key(format.next(last))?,
        _ => layout.behind(key(last.unwrap_or(latest))?),
    };
    Ok(between(low, high))
}

fn one_sided(comparator: Comparator, bound: String) -> Selection {
    Selection::of(SortCondition::Compare(comparator, text(bound)))
}

fn text_within(
    layout: &KeyLayout,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Selection> {
    let Some(prefix) = layout.prefix else {
        return if layout.is_followed() {
            followed_within(layout, start, end)
        } else {
            range::value_within(SortLayout::Text, start, end)
        };
    };
    if layout.is_followed() {
        return followed_within(layout, start, end);
    }
    let first = part(start)?.filter(|first| !first.is_empty());
    let last = part(end)?;
    match in_order(first.as_deref(), last.as_deref(), start, end)? {
        Order::Some => {}
        Order::None => return Ok(Selection::nothing()),
    }
    let low = layout.prefixed(first.as_deref().unwrap_or_default());
    let high = match &last {
        Some(last) => layout.prefixed(last),
        None => layout.behind_all(prefix),
    };
    let low_is_out = matches!(start, Bound::Excluded(_)) && first.is_some();
    let high_is_out = !matches!(end, Bound::Included(_));
    let excluded = [(low_is_out, &low), (high_is_out, &high)];
    let excluded = excluded.into_iter().filter(|(is_out, _)| *is_out);
    Ok(Selection {
        excluded: excluded.map(|(_, key)| text(key.clone())).collect(),
        ..between(low, high)
    })
}

/// Ranges of a first text that others follow. Keys sort as their first texts do only where these have
/// one length.
fn followed_within(
    layout: &KeyLayout,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Selection> {
    if layout
        .parts
        .first()
        .and_then(|part| part.codec.width())
        .is_none()
    {
        return Err(Error::new(
            ErrorKind::InvalidRange,
            "the first part of the sort key has texts of several lengths, so that the keys do not sort by it: use `eq` or `begins_with`",
        ));
    }
    let first = part(start)?;
    let last = part(end)?;
    match in_order(first.as_deref(), last.as_deref(), start, end)? {
        Order::Some => {}
        Order::None => return Ok(Selection::nothing()),
    }
    let low = first.map(|first| match start {
        Bound::Excluded(_) => layout.behind(layout.prefixed(&first)),
        _ => layout.prefixed(&first),
    });
    let high = last.map(|last| match end {
        Bound::Included(_) => layout.behind(layout.prefixed(&last)),
        _ => layout.prefixed(&last),
    });
    Ok(match (low, high, layout.prefix) {
        (Some(low), Some(high), _) => between(low, high),
        (Some(low), None, None) => one_sided(Comparator::GreaterOrEqual, low),
        (None, Some(high), None) => one_sided(Comparator::LessOrEqual, high),
        (None, Some(high), Some(_)) => between(layout.head(), high),
        (Some(low), None, Some(prefix)) => {
            let high = layout.behind_all(prefix);
            Selection {
                excluded: vec![text(high.clone())],
                ..between(low, high)
            }
        }
        (None, None, _) => whole(layout),
    })
}

/// The text of one end.
fn part(bound: &Bound<RangeBound>) -> Result<Option<String>> {
    match bound {
        Bound::Unbounded => Ok(None),
        Bound::Included(bound) | Bound::Excluded(bound) => match bound.value()? {
            AttributeValue::S(text) => Ok(Some(text)),
            // A part's bound is its text.
            _ => Ok(None),
        },
    }
}

enum Order {
    /// Something may lie between the ends.
    Some,
    /// Nothing does.
    None,
}

fn in_order(
    first: Option<&str>,
    last: Option<&str>,
    start: &Bound<RangeBound>,
    end: &Bound<RangeBound>,
) -> Result<Order> {
    let is_open = matches!(start, Bound::Excluded(_)) || matches!(end, Bound::Excluded(_));
    let (Some(first), Some(last)) = (first, last) else {
        // No stored part is empty.
        return Ok(if last.is_some_and(str::is_empty) {
            Order::None
        } else {
            Order::Some
        });
    };
    match first.cmp(last) {
        Ordering::Greater => Err(reversed()),
        Ordering::Equal if is_open => Ok(Order::None),
        _ => Ok(Order::Some),
    }
}

/// One comparison with the first part.
pub(super) fn compare(
    layout: &KeyLayout,
    comparator: Comparator,
    bound: &RangeBound,
) -> Result<Selection> {
    if let (None, Some(format), false) = (
        layout.prefix,
        layout.first_time(),
        matches!(comparator, Comparator::Equal | Comparator::NotEqual),
    ) {
        return time_compare(layout, format, comparator, bound);
    }
    match comparator {
        Comparator::Equal | Comparator::NotEqual => equal(layout, bound),
        Comparator::Less => within(layout, &Bound::Unbounded, &Bound::Excluded(bound.clone())),
        Comparator::LessOrEqual => {
            within(layout, &Bound::Unbounded, &Bound::Included(bound.clone()))
        }
        Comparator::Greater => within(layout, &Bound::Excluded(bound.clone()), &Bound::Unbounded),
        Comparator::GreaterOrEqual => {
            within(layout, &Bound::Included(bound.clone()), &Bound::Unbounded)
        }
    }
}

/// A comparison with a time that begins the key: one without a prefix needs no second end.
fn time_compare(
    layout: &KeyLayout,
    format: TimeFormat,
    comparator: Comparator,
    bound: &RangeBound,
) -> Result<Selection> {
    let key = match rounded(format, comparator, bound.moment()?) {
        Rounded::All => return Ok(Selection::default()),
        Rounded::Nothing => return Ok(Selection::nothing()),
        Rounded::At(moment) => format.text(moment)?,
    };
    let is_behind = matches!(comparator, Comparator::LessOrEqual | Comparator::Greater);
    Ok(one_sided(
        comparator,
        if is_behind && layout.is_followed() {
            layout.behind(key)
        } else {
            key
        },
    ))
}

fn equal(layout: &KeyLayout, bound: &RangeBound) -> Result<Selection> {
    let part = match layout.first_time() {
        Some(format) => match rounded(format, Comparator::Equal, bound.moment()?) {
            Rounded::At(moment) => format.text(moment)?,
            Rounded::All | Rounded::Nothing => return Ok(Selection::nothing()),
        },
        None => match bound.value()? {
            AttributeValue::S(part) if !part.is_empty() => part,
            _ => return Ok(Selection::nothing()),
        },
    };
    if layout.last_free() != Some(0) && layout.is_followed() && part.contains(layout.separator) {
        // Such a part is never stored, and a key that begins with it has other parts.
        return Ok(Selection::nothing());
    }
    let key = layout.prefixed(&part);
    if !layout.is_followed() {
        return Ok(one_sided(Comparator::Equal, key));
    }
    let key = layout.separated(key);
    // A first text that may hold the separator is not told from a longer one by what it begins with.
    let length = (layout.last_free() == Some(0))
        .then(|| layout.rest_width())
        .flatten()
        .map(|rest| key.len() + rest - layout.separator.len_utf8());
    Ok(Selection {
        length,
        ..Selection::of(SortCondition::BeginsWith(text(key)))
    })
}
