//! A parallel scan: the segments of a table as one read.

use std::collections::VecDeque;

use futures_util::future::join_all;

use super::read::{RawPage, ReadCore, Target};
use super::row::Row;
use crate::item::Item;
use crate::key::{Position, Segment};
use crate::{Error, ErrorKind, Result};

/// [Scan](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html)
const MOST_SEGMENTS: usize = 1_000_000;
/// Requests at one time, unless the caller says otherwise.
const CONCURRENCY: usize = 16;

fn check(total: usize, concurrency: usize) -> Result<()> {
    let fault = |message: &str| Err(Error::new(ErrorKind::InvalidRequest, message));
    if !(1..=MOST_SEGMENTS).contains(&total) {
        return fault("a scan has 1 to 1,000,000 segments: give `segments` such a number");
    }
    if concurrency == 0 {
        return fault("`concurrency(0)` sends nothing: give at least 1");
    }
    Ok(())
}

/// The error of a cursor that comes from a scan of another number of segments.
pub(super) fn other_scan(segments: usize) -> Error {
    let origin = match segments {
        0 => "without segments".to_owned(),
        1 => "of one segment".to_owned(),
        more => format!("of {more} segments"),
    };
    Error::new(
        ErrorKind::InvalidCursor,
        format!("the cursor comes from a scan {origin}: give it to the scan it came from"),
    )
}

/// The segments, asked in turn.
///
/// A page is a round: one request to each of the segments whose turn it is, at the same time. All of them
/// are awaited, so that nothing is in flight between two pages.
pub(crate) struct Segments {
    total: usize,
    concurrency: usize,
    /// How far each one was given out.
    states: Vec<Segment>,
    /// The segments that have more.
    turn: VecDeque<usize>,
    /// Pages of the last round that were not given out, since no more was wanted.
    held: VecDeque<Held>,
    /// A request of the last round that failed. What the others brought is given out first.
    failure: Option<Error>,
}

struct Held {
    segment: usize,
    rows: VecDeque<Row>,
    /// How far the segment is behind these rows.
    end: Segment,
}

impl Segments {
    /// From the start, or from the caller's cursor.
    pub(super) fn start(core: &ReadCore) -> Result<Self> {
        let total = core.segments.unwrap_or(1);
        let concurrency = core.concurrency.unwrap_or(CONCURRENCY);
        check(total, concurrency)?;
        let states = match core.open_cursor()? {
            None => vec![Segment::Start; total],
            Some(position) => {
                let given = position.segments.len();
                if given != total {
                    return Err(other_scan(given));
                }
                let checked = position.segments.into_iter().map(|segment| match segment {
                    Segment::Behind(key) => {
                        core.position_in(&core.target, key).map(Segment::Behind)
                    }
                    other => Ok(other),
                });
                checked.collect::<Result<_>>()?
            }
        };
        let open = states.iter().enumerate();
        let open = open.filter(|(_, state)| **state != Segment::Done);
        let turn = open.map(|(segment, _)| segment).collect();
        Ok(Self {
            total,
            concurrency,
            states,
            turn,
            held: VecDeque::new(),
            failure: None,
        })
    }

    /// What the next request to this segment reads, and behind what.
    pub(super) fn request(&self, core: &ReadCore, segment: usize) -> (Target, Option<Item>) {
        let target = Target {
            segment: Some((segment, self.total)),
            ..core.target.clone()
        };
        let start = match self.states.get(segment) {
            Some(Segment::Behind(key)) => Some(key.clone()),
            _ => None,
        };
        (target, start)
    }

    /// The next page; `None` behind the last one. Not to be called again after an error.
    pub(super) async fn next(
        &mut self,
        core: &ReadCore,
        remaining: Option<usize>,
        count: bool,
    ) -> Option<Result<RawPage>> {
        let mut page = RawPage::default();
        if self.held.is_empty() {
            if self.failure.is_none() {
                if self.turn.is_empty() {
                    return None;
                }
                self.round(core, remaining, count, &mut page).await;
            }
            if self.held.is_empty()
                && let Some(failure) = self.failure.take()
            {
                return Some(Err(failure));
            }
        }
        self.give(core, remaining, &mut page);
        page.position = (!Segment::are_done(&self.states)).then(|| Position {
            segments: self.states.clone(),
            ..Position::default()
        });
        Some(Ok(page))
    }

    /// One request to each of the segments whose turn it is. They share what is wanted, where that limits
    /// a request.
    async fn round(
        &mut self,
        core: &ReadCore,
        remaining: Option<usize>,
        count: bool,
        page: &mut RawPage,
    ) {
        let at_once = self.concurrency.min(self.turn.len());
        let segments: Vec<usize> = self.turn.drain(..at_once).collect();
        let share = remaining.map(|remaining| remaining.div_ceil(segments.len().max(1)));
        let requests = segments.iter().map(|segment| {
            let (target, start) = self.request(core, *segment);
            async move { core.page(&target, start, share, count).await }
        });
        let replies = join_all(requests).await;
        for (segment, reply) in segments.into_iter().zip(replies) {
            match reply {
                Ok(mut reply) => {
                    page.add_cost(&reply);
                    let end = match reply.position.take() {
                        Some(position) => {
                            self.turn.push_back(segment);
                            Segment::Behind(position.key)
                        }
                        None => Segment::Done,
                    };
                    self.held.push_back(Held {
                        segment,
                        rows: reply.rows.into(),
                        end,
                    });
                }
                Err(error) => {
                    let part = format!("segment {segment} of {}", self.total);
                    self.failure.get_or_insert_with(|| error.in_part(&part));
                }
            }
        }
    }

    /// Gives out what is held, as far as it is wanted.
    fn give(&mut self, core: &ReadCore, remaining: Option<usize>, page: &mut RawPage) {
        let mut wanted = remaining.unwrap_or(usize::MAX);
        while let Some(mut held) = self.held.pop_front() {
            let given = held.rows.len().min(wanted);
            wanted -= given;
            page.rows.extend(held.rows.drain(..given));
            let state = if held.rows.is_empty() {
                Some(held.end.clone())
            } else {
                let last = page.rows.last().filter(|_| given > 0);
                last.map(|row| Segment::Behind(core.position_of(row)))
            };
            if let (Some(place), Some(state)) = (self.states.get_mut(held.segment), state) {
                *place = state;
            }
            if !held.rows.is_empty() {
                self.held.push_front(held);
                return;
            }
        }
    }
}
