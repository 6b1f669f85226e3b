//! The pages of a query or scan, one after the other.

use std::sync::Arc;

use super::read::{RawPage, ReadCore};
use crate::Result;
use crate::item::Item;

/// The pages of a read, one after the other.
pub(crate) struct Pages {
    pub(crate) core: Arc<ReadCore>,
    next: Next,
    /// How many rows `take` still allows. Whoever reads the pages says how many it took of each.
    remaining: Option<usize>,
}

enum Next {
    First,
    Behind(Item),
    End,
}

impl Pages {
    pub(crate) fn new(core: Arc<ReadCore>) -> Self {
        let remaining = core.take;
        let mut pages = Self {
            core,
            next: Next::First,
            remaining,
        };
        pages.took(0);
        pages
    }

    pub(crate) fn remaining(&self) -> Option<usize> {
        self.remaining
    }

    /// So many rows were taken; with the last one that `take` allows the pages end.
    pub(crate) fn took(&mut self, rows: usize) {
        if let Some(remaining) = &mut self.remaining {
            *remaining = remaining.saturating_sub(rows);
            if *remaining == 0 {
                self.next = Next::End;
            }
        }
    }

    /// The next page; `None` behind the last one, and after an error.
    pub(crate) async fn next(&mut self) -> Option<Result<RawPage>> {
        self.advance(false).await
    }

    async fn advance(&mut self, count: bool) -> Option<Result<RawPage>> {
        let start = match std::mem::replace(&mut self.next, Next::End) {
            Next::End => return None,
            Next::First => match self.core.start() {
                Ok(start) => start,
                Err(error) => return Some(Err(self.core.named(error))),
            },
            Next::Behind(position) => Some(position),
        };
        let page = match self
            .core
            .page(&self.core.target, start, self.remaining, count)
            .await
        {
            Ok(page) => page,
            Err(error) => return Some(Err(self.core.named(error))),
        };
        if let Some(position) = &page.position {
            self.next = Next::Behind(position.clone());
        }
        Some(Ok(page))
    }

    /// Counts the rows of all pages. DynamoDB counts where it can; rows that only the client can leave
    /// out are read.
    pub(crate) async fn count(mut self) -> Result<u64> {
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
