use std::collections::{BinaryHeap, VecDeque};

use super::lane::{Head, Lane};
use super::plan::Plan;
use super::resume::{fresh, resume};
use super::span::Span;
use crate::Result;
use crate::item::Item;
use crate::key::{Place, Position};
use crate::operation::Row;
use crate::operation::read::{RawPage, ReadCore};

/// The rows of a range in one order: bucket after bucket, in each bucket the shards merged by sort
/// key.
///
/// A page costs at most one request per shard, besides those that find a bucket empty. It ends with
/// its bucket, with `page_size` rows, or where it cannot go on without a second request to a shard.
/// Nothing is in flight between two pages.
#[derive(Default)]
pub(crate) struct Merge {
    phase: Phase,
    /// The bucket that is read, and those after it that were opened.
    pub(super) open: VecDeque<OpenBucket>,
    /// What was opened last.
    latest: Option<Span>,
    /// Whether later buckets may be read before they are wanted.
    pub(super) reads_ahead: bool,
    /// Whether some row was given out.
    pub(super) gave: bool,
}

#[derive(Default, PartialEq)]
enum Phase {
    #[default]
    Before,
    Within,
    Behind,
}

pub(super) struct OpenBucket {
    span: Span,
    pub(super) lanes: Vec<Lane>,
    heads: BinaryHeap<Head>,
}

/// Why no more rows were merged.
enum Stop {
    /// The page has as many rows as it may.
    Full,
    /// The bucket has no more rows.
    End,
    /// The next row is not known without a request to this lane.
    Dry(usize),
}

impl Merge {
    pub(crate) fn read_ahead(&mut self) {
        self.reads_ahead = true;
    }

    /// The next page; `None` behind the last one. Not to be called again after an error.
    pub(crate) async fn next(
        &mut self,
        core: &ReadCore,
        remaining: Option<usize>,
    ) -> Option<Result<RawPage>> {
        let plan = core.range.as_ref()?;
        if self.phase == Phase::Behind {
            return None;
        }
        let page = self.page(core, plan, remaining).await;
        self.gave |= page.as_ref().is_ok_and(|page| !page.rows.is_empty());
        if !page.as_ref().is_ok_and(|page| page.position.is_some()) {
            self.phase = Phase::Behind;
        }
        Some(page)
    }

    async fn page(
        &mut self,
        core: &ReadCore,
        plan: &Plan,
        remaining: Option<usize>,
    ) -> Result<RawPage> {
        if self.phase == Phase::Before {
            plan.check()?;
            self.start(core, plan)?;
        }
        for lane in self.open.iter_mut().flat_map(|bucket| &mut bucket.lanes) {
            lane.asked = false;
        }
        if let Some(bucket) = self.open.front_mut() {
            bucket.gather(core);
        }
        let mut page = RawPage::default();
        let most = [core.page_size, remaining].into_iter().flatten().min();
        loop {
            let Some(bucket) = self.open.front_mut() else {
                if self.open_next(core, plan)? {
                    continue;
                }
                return Ok(page);
            };
            match bucket.merge(core, &mut page, most) {
                Stop::Full => return Ok(page),
                Stop::End => {
                    self.open.pop_front();
                    if self.open.is_empty() {
                        self.open_next(core, plan)?;
                    }
                    if !page.rows.is_empty() {
                        page.position = self.open.front().map(OpenBucket::beginning);
                        return Ok(page);
                    }
                    if let Some(bucket) = self.open.front_mut() {
                        bucket.gather(core);
                    }
                }
                Stop::Dry(lane) => {
                    if let Some(failed) = bucket.lanes.iter_mut().find(|lane| lane.has_failed()) {
                        // What came before the failure is given out first.
                        if let Some(failure) = failed.failure.take_if(|_| page.rows.is_empty()) {
                            return Err(failure);
                        }
                        page.position = bucket.frontier(lane);
                        return Ok(page);
                    }
                    let is_asked = bucket.lanes.get(lane).is_some_and(|lane| lane.asked);
                    // A stream has no use for full pages: what it holds of one would come on top.
                    let fills_up = core.page_size.is_some() && !self.reads_ahead;
                    let is_cut = !fills_up && !page.rows.is_empty();
                    if is_asked || is_cut {
                        page.position = bucket.frontier(lane);
                        return Ok(page);
                    }
                    self.round(core, plan, remaining, &mut page).await;
                    if let Some(bucket) = self.open.front_mut() {
                        bucket.gather(core);
                    }
                }
            }
        }
    }

    /// The lanes of the next bucket, not to be merged; `None` behind the last one.
    pub(super) fn take_bucket(
        &mut self,
        core: &ReadCore,
        plan: &Plan,
    ) -> Result<Option<Vec<Lane>>> {
        if self.phase == Phase::Before {
            self.start(core, plan)?;
        }
        if self.open.is_empty() {
            self.open_next(core, plan)?;
        }
        Ok(self.open.pop_front().map(|bucket| bucket.lanes))
    }

    /// Opens the first bucket, or the one that the caller's cursor lies in.
    fn start(&mut self, core: &ReadCore, plan: &Plan) -> Result<()> {
        self.phase = Phase::Within;
        if let Some(position) = core.open_cursor()? {
            let (span, lanes) = resume(core, plan, position)?;
            self.push(core, span, lanes);
        } else if let Some(at) = plan.begin(core.forward) {
            let span = plan.span_at(at)?;
            let lanes = fresh(core, plan, &span)?;
            self.push(core, span, lanes);
        }
        Ok(())
    }

    /// Opens the next bucket that has partitions, without a request; whether there is one.
    pub(super) fn open_next(&mut self, core: &ReadCore, plan: &Plan) -> Result<bool> {
        while let Some(at) = self
            .latest
            .as_ref()
            .and_then(|span| plan.follow(span, core.forward))
        {
            let span = plan.span_at(at)?;
            let lanes = fresh(core, plan, &span)?;
            if self.push(core, span, lanes) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn push(&mut self, core: &ReadCore, span: Span, lanes: Vec<Lane>) -> bool {
        self.latest = Some(span);
        if lanes.is_empty() {
            return false;
        }
        let mut bucket = OpenBucket {
            span,
            lanes,
            heads: BinaryHeap::new(),
        };
        bucket.gather(core);
        self.open.push_back(bucket);
        true
    }
}

impl OpenBucket {
    /// The heads of all lanes, after requests.
    fn gather(&mut self, core: &ReadCore) {
        let heads = self.lanes.iter().enumerate();
        self.heads = heads
            .filter_map(|(index, lane)| lane.head(core, index))
            .collect();
    }

    fn merge(&mut self, core: &ReadCore, page: &mut RawPage, most: Option<usize>) -> Stop {
        if let Some(lane) = self.lanes.iter().position(Lane::is_unread) {
            return Stop::Dry(lane);
        }
        loop {
            let Some(head) = self.heads.peek() else {
                return Stop::End;
            };
            let index = head.lane;
            if most.is_some_and(|most| page.rows.len() >= most) {
                return Stop::Full;
            }
            if !head.is_row {
                return Stop::Dry(index);
            }
            self.heads.pop();
            let Some(lane) = self.lanes.get_mut(index) else {
                return Stop::End;
            };
            let Some(row) = lane.rows.pop_front() else {
                return Stop::End;
            };
            self.heads.extend(lane.head(core, index));
            if most.is_some_and(|most| page.rows.len() + 1 >= most) {
                page.position = Some(position(core, lane.place, &row));
            }
            page.rows.push(row);
        }
    }

    /// Where the bucket begins, before any of its rows.
    fn beginning(&self) -> Position {
        Position {
            key: Item::new(),
            place: Some(Place {
                start: self.span.start,
                shard: None,
            }),
            ..Position::default()
        }
    }

    fn frontier(&self, lane: usize) -> Option<Position> {
        self.lanes.get(lane).and_then(Lane::frontier)
    }
}

fn position(core: &ReadCore, place: Place, row: &Row) -> Position {
    Position {
        key: core.position_of(row),
        place: Some(place),
        ..Position::default()
    }
}
