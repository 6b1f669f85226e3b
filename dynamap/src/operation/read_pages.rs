//! The pages of a query, range or scan, one after the other.

use std::sync::Arc;

use super::range::Merge;
use super::read::{RawPage, ReadCore};
use super::segments::Segments;
use crate::Result;
use crate::item::Item;

/// The pages of a read, one after the other.
pub(crate) struct Pages {
    pub(crate) core: Arc<ReadCore>,
    source: Source,
    /// How many rows `take` still allows. Whoever reads the pages says how many it took of each.
    remaining: Option<usize>,
}

enum Source {
    /// One partition, or a whole table: a request per page.
    First,
    Behind(Item),
    /// Many partitions, merged.
    Range(Box<Merge>),
    /// A parallel scan; its segments, once they were begun.
    Segments(Option<Box<Segments>>),
    End,
}

impl Pages {
    pub(crate) fn new(core: Arc<ReadCore>) -> Self {
        let remaining = core.take;
        let source = match (&core.range, core.segments) {
            (Some(_), _) => Source::Range(Box::default()),
            (None, Some(_)) => Source::Segments(None),
            (None, None) => Source::First,
        };
        let mut pages = Self {
            core,
            source,
            remaining,
        };
        pages.took(0);
        pages
    }

    /// Whoever reads wants every page, one soon after the other.
    pub(crate) fn read_ahead(&mut self) {
        if let Source::Range(merge) = &mut self.source {
            merge.read_ahead();
        }
    }

    pub(crate) fn remaining(&self) -> Option<usize> {
        self.remaining
    }

    /// So many rows were taken; with the last one that `take` allows the pages end.
    pub(crate) fn took(&mut self, rows: usize) {
        if let Some(remaining) = &mut self.remaining {
            *remaining = remaining.saturating_sub(rows);
            if *remaining == 0 {
                self.source = Source::End;
            }
        }
    }

    /// The next page; `None` behind the last one, and after an error.
    pub(crate) async fn next(&mut self) -> Option<Result<RawPage>> {
        self.advance(false).await
    }

    async fn advance(&mut self, count: bool) -> Option<Result<RawPage>> {
        let start = match std::mem::replace(&mut self.source, Source::End) {
            Source::End => return None,
            Source::First => match self.core.start() {
                Ok(start) => start,
                Err(error) => return Some(Err(self.core.named(error))),
            },
            Source::Behind(position) => Some(position),
            Source::Range(mut merge) => {
                let page = merge.next(&self.core, self.remaining).await?;
                if page.is_ok() {
                    self.source = Source::Range(merge);
                }
                return Some(page.map_err(|error| self.core.named(error)));
            }
            Source::Segments(begun) => {
                let segments = match begun {
                    Some(segments) => Ok(segments),
                    None => Segments::start(&self.core).map(Box::new),
                };
                let mut segments = match segments {
                    Ok(segments) => segments,
                    Err(error) => return Some(Err(self.core.named(error))),
                };
                let page = segments.next(&self.core, self.remaining, count).await?;
                if page.is_ok() {
                    self.source = Source::Segments(Some(segments));
                }
                return Some(page.map_err(|error| self.core.named(error)));
            }
        };
        let core = &self.core;
        let page = match core.page(&core.target, start, self.remaining, count).await {
            Ok(page) => page,
            Err(error) => return Some(Err(core.named(error))),
        };
        if let Some(position) = &page.position {
            self.source = Source::Behind(position.key.clone());
        }
        Some(Ok(page))
    }

    /// Counts the rows of all pages. DynamoDB counts where it can; rows that only the client can leave
    /// out are read.
    pub(crate) async fn count(mut self) -> Result<u64> {
        if let Source::Range(_) = self.source {
            let count = super::range::count(&self.core).await;
            return count.map_err(|error| self.core.named(error));
        }
        let by_service = !self.core.drops_rows(&self.core.target);
        let limit = self.remaining;
        let mut total = 0;
        while let Some(page) = self.advance(by_service).await {
            let page = page?;
            let rows = if by_service {
                page.count
            } else {
                page.rows.len()
            };
            total += rows;
            self.took(rows);
        }
        Ok(limit.map_or(total, |limit| total.min(limit)) as u64)
    }
}
