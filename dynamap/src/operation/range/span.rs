use crate::Result;
use crate::key::{Era, KeyLayout};
use crate::time::{Bucket, Moment};

/// A stretch of time whose instants have their items in the same partitions: what a bucket and the
/// time of a layout have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The first instant; the earliest of all where nothing bounds it.
    pub(super) start: Moment,
    /// The first instant behind it; `None` where nothing bounds it.
    pub(super) end: Option<Moment>,
    /// Which of the layouts is in force.
    pub(super) era: usize,
    pub(super) bucket: Option<Bucket>,
}

impl Span {
    pub(super) fn at(layout: &KeyLayout, at: Moment) -> Result<Self> {
        let era = era_at(layout, at);
        let (start, end) = era_bounds(layout, era);
        let width = layout.eras.get(era).and_then(|era| era.bucket);
        let Some(width) = width else {
            return Ok(Self {
                start: start.unwrap_or(Moment::MIN),
                end,
                era,
                bucket: None,
            });
        };
        let bucket = width.of(at)?;
        let first = bucket.start();
        let behind = bucket.end();
        Ok(Self {
            start: start.map_or(first, |start| first.max(start)),
            end: Some(end.map_or(behind, |end| behind.min(end))),
            era,
            bucket: Some(bucket),
        })
    }

    /// The first instant after it, where there is one.
    pub(super) fn after(&self) -> Option<Moment> {
        self.end
    }

    /// The last instant before it, where there is one.
    pub(super) fn before(&self) -> Option<Moment> {
        self.start.as_nanos().checked_sub(1).map(Moment::from_nanos)
    }
}

/// Which layout is in force at an instant.
pub(super) fn era_at(layout: &KeyLayout, at: Moment) -> usize {
    let is_in_force = |era: &Era| era.before.is_none_or(|before| at < before);
    let last = layout.eras.len().saturating_sub(1);
    layout.eras.iter().position(is_in_force).unwrap_or(last)
}

/// The first instant of a layout, and the first behind it.
pub(super) fn era_bounds(layout: &KeyLayout, era: usize) -> (Option<Moment>, Option<Moment>) {
    let before = |era: usize| layout.eras.get(era).and_then(|era| era.before);
    (era.checked_sub(1).and_then(before), before(era))
}
