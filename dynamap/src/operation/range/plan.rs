use std::ops::Bound;

use aws_sdk_dynamodb::types::AttributeValue;

use super::span::{Span, era_at, era_bounds};
use crate::expression::SortCondition;
use crate::key::{
    KeyLayout, Place, RangeBound, Selection, SortLayout, check_partition_value, within,
};
use crate::operation::read::{ReadCore, Target};
use crate::time::{Bucket, BucketWidth, Moment, Resolution, TimeFormat};
use crate::{Error, ErrorKind, Result};

/// What decides the partition of an item.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Buckets of the sort key's time: the condition on the sort key is cut to each bucket.
    SortKey,
    /// Buckets of another field's time: whole buckets, each with the same condition.
    Field,
    /// Shards alone.
    Shards,
}

/// The widest default of requests at one time.
const MOST_AT_ONCE: usize = 16;

/// The partitions that a range touches, found one bucket at a time.
pub(crate) struct Plan {
    layout: &'static KeyLayout,
    /// The partition key's text without bucket and shard.
    stem: AttributeValue,
    spread: Spread,
    /// The caller's range, and its first and last instant.
    ends: (Bound<Moment>, Bound<Moment>),
    first: Moment,
    last: Moment,
    pub(super) max_buckets: u64,
    pub(super) concurrency: Option<usize>,
}

/// One partition of a plan.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    pub(super) place: Place,
    pub(super) target: Target,
}

impl Plan {
    pub(super) fn new(layout: &'static KeyLayout, stem: String) -> Self {
        Self {
            layout,
            stem: AttributeValue::S(stem),
            spread: Spread::Shards,
            ends: (Bound::Unbounded, Bound::Unbounded),
            first: Moment::MIN,
            last: Moment::MAX,
            max_buckets: 1_000,
            concurrency: None,
        }
    }

    /// Bounds the plan by instants of the sort key, or of the field that the buckets are of.
    pub(super) fn bounded(
        mut self,
        spread: Spread,
        start: Bound<Moment>,
        end: Bound<Moment>,
    ) -> Result<Self> {
        let (Bound::Included(a) | Bound::Excluded(a), Bound::Included(b) | Bound::Excluded(b)) =
            (start, end)
        else {
            return Err(Error::new(
                ErrorKind::InvalidRange,
                "a range over time buckets needs a start and an end, since every bucket is read by a request of its own: give both",
            ));
        };
        if a > b {
            return Err(Error::new(
                ErrorKind::InvalidRange,
                "the start of the range lies behind its end: give the ends in order",
            ));
        }
        let nanos = |at: Moment, by: i128| Moment::from_nanos(at.as_nanos().saturating_add(by));
        let first = match start {
            Bound::Excluded(start) => nanos(start, 1),
            _ => a,
        };
        let last = match end {
            Bound::Excluded(end) => nanos(end, -1),
            _ => b,
        };
        self.spread = spread;
        self.ends = (start, end);
        (self.first, self.last) = self.in_calendar(first, last);
        Ok(self)
    }

    /// Leaves out the time that has no buckets, where the layout in force there has some.
    fn in_calendar(&self, first: Moment, last: Moment) -> (Moment, Moment) {
        const SECONDS: TimeFormat = TimeFormat::Iso(Resolution::Seconds);
        let (year_0, last_second) = SECONDS.span();
        let end = Moment::from_nanos(SECONDS.next(last_second).as_nanos() - 1);
        let is_bucketed = |at| self.width(era_at(self.layout, at)).is_some();
        let first = if is_bucketed(first) {
            first.max(year_0)
        } else {
            first
        };
        let last = if is_bucketed(last) {
            last.min(end)
        } else {
            last
        };
        (first, last)
    }

    fn width(&self, era: usize) -> Option<BucketWidth> {
        self.layout.eras.get(era)?.bucket
    }

    pub(crate) fn stem(&self) -> &AttributeValue {
        &self.stem
    }

    /// The requests that are sent at one time.
    pub(super) fn concurrency(&self) -> usize {
        self.concurrency
            .unwrap_or_else(|| self.most_shards().min(MOST_AT_ONCE))
    }

    /// The partitions of the widest bucket.
    pub(super) fn most_shards(&self) -> usize {
        let shards = self.layout.eras.iter().filter_map(|era| era.shards).max();
        shards.map_or(1, usize::from)
    }

    /// Refuses what would send too many requests, or none at a time.
    pub(super) fn check(&self) -> Result<()> {
        if self.concurrency == Some(0) {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "`concurrency(0)` sends nothing: give at least 1",
            ));
        }
        let buckets = self.buckets();
        if buckets > self.max_buckets {
            return Err(Error::new(
                ErrorKind::InvalidRange,
                format!(
                    "the range touches {buckets} buckets, each read by a request per shard, and `max_buckets` is {}: narrow the range, or allow more with `.max_buckets({buckets})`",
                    self.max_buckets
                ),
            ));
        }
        Ok(())
    }

    /// How many buckets the range touches, a layout without buckets counted as one.
    pub(super) fn buckets(&self) -> u64 {
        (0..self.layout.eras.len())
            .filter_map(|era| {
                let (first, last) = self.touched(era)?;
                Some(match self.width(era) {
                    Some(width) => width.covering(first..=last).total(),
                    None => 1,
                })
            })
            .sum()
    }

    /// The first and last instant of the range while a layout is in force.
    fn touched(&self, era: usize) -> Option<(Moment, Moment)> {
        let (start, end) = era_bounds(self.layout, era);
        let first = start.map_or(self.first, |start| self.first.max(start));
        let last = match end {
            Some(end) => {
                let before = Moment::from_nanos(end.as_nanos().saturating_sub(1));
                self.last.min(before)
            }
            None => self.last,
        };
        (first <= last).then_some((first, last))
    }

    /// Where reading starts; `None` if the range is empty.
    pub(super) fn begin(&self, forward: bool) -> Option<Moment> {
        let start = if forward { self.first } else { self.last };
        (self.first <= self.last).then_some(start)
    }

    pub(super) fn span_at(&self, at: Moment) -> Result<Span> {
        Span::at(self.layout, at)
    }

    /// An instant of the span that follows; `None` behind the last one.
    pub(super) fn follow(&self, span: &Span, forward: bool) -> Option<Moment> {
        if forward {
            span.after().filter(|at| *at <= self.last)
        } else {
            span.before().filter(|at| *at >= self.first)
        }
    }

    /// Whether the range touches a span.
    pub(super) fn touches(&self, span: &Span) -> bool {
        span.start <= self.last && span.end.is_none_or(|end| self.first < end)
    }

    /// The partitions of a span, in the order of their shards.
    pub(super) fn partitions(&self, core: &ReadCore, span: &Span) -> Result<Vec<Partition>> {
        let selection = self.selection(core, span)?;
        if selection.condition == Some(SortCondition::Nothing) {
            return Ok(Vec::new());
        }
        let Some(era) = self.layout.eras.get(span.era) else {
            return Ok(Vec::new());
        };
        let AttributeValue::S(stem) = &self.stem else {
            return Ok(Vec::new());
        };
        let (is_plain, shards) = self.shards(span);
        let plain = is_plain.then_some(None);
        let shards = (0..shards).map(Some);
        let of = span.bucket.map(Bucket::start);
        plain
            .into_iter()
            .chain(shards)
            .map(|shard| {
                let text = self.layout.text(stem, era, of, shard)?;
                let partition = AttributeValue::S(text);
                if let [attribute] = core.partition_key {
                    check_partition_value(attribute, &partition)?;
                }
                Ok(Partition {
                    place: Place {
                        start: span.start,
                        shard,
                    },
                    target: Target {
                        partition: vec![partition],
                        selection: selection.clone(),
                        segment: None,
                    },
                })
            })
            .collect()
    }

    /// The condition on the sort key inside of a span.
    fn selection(&self, core: &ReadCore, span: &Span) -> Result<Selection> {
        if self.spread != Spread::SortKey {
            return Ok(core.target.selection.clone());
        }
        let (start, end) = self.ends;
        let start = if self.first < span.start {
            Bound::Included(span.start)
        } else {
            start
        };
        let end = match span.end {
            Some(end) if end <= self.last => Bound::Excluded(end),
            _ => end,
        };
        let sort_key = core.sort_key.map(|sort_key| sort_key.layout);
        within(
            sort_key.unwrap_or(SortLayout::Text),
            start.map(RangeBound::at),
            end.map(RangeBound::at),
        )
    }

    /// Whether a span has a partition without a shard, and how many shards.
    ///
    /// Where whole buckets are read, a bucket in which the layout changes is one bucket still: the first
    /// of its spans reads what any of them has, so that no partition is read twice.
    fn shards(&self, span: &Span) -> (bool, u16) {
        let mut is_plain = false;
        let mut most = 0;
        for (index, era) in self.layout.eras.iter().enumerate() {
            let is_shared = || self.spread == Spread::Field && self.shares_bucket(span, index);
            if index != span.era && !is_shared() {
                continue;
            }
            if index < span.era {
                return (false, 0);
            }
            match era.shards {
                Some(shards) => most = most.max(shards),
                None => is_plain = true,
            }
        }
        (is_plain, most)
    }

    /// Whether the range touches the bucket of a span under another layout too.
    fn shares_bucket(&self, span: &Span, era: usize) -> bool {
        if self.width(era) != self.width(span.era) {
            return false;
        }
        self.touched(era).is_some_and(|(first, last)| {
            span.bucket
                .is_none_or(|bucket| bucket.start() <= last && first < bucket.end())
        })
    }

    /// How an error names a partition: by its bucket and shard, never by its key.
    pub(super) fn name(&self, place: Place) -> String {
        let bucket = self.span_at(place.start).ok().and_then(|span| span.bucket);
        match (bucket, place.shard) {
            (Some(bucket), Some(shard)) => format!("the bucket {bucket}, shard {shard}"),
            (Some(bucket), None) => format!("the bucket {bucket}"),
            (None, Some(shard)) => format!("shard {shard}"),
            (None, None) => "the partition without a bucket".to_owned(),
        }
    }
}
