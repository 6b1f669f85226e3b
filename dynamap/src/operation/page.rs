use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use aws_sdk_dynamodb::types::ConsumedCapacity;
use futures_core::Stream;

use super::read::{RawPage, ReadCore};
use super::read_pages::Pages;
use super::row::Row;
use super::trace::Trace;
use crate::key::{Cursor, Position};
use crate::{Error, Result};

/// One page of a query or scan.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// # for id in ["a", "b", "c"] { orders.create(order(id, "order_A")).send().await?; }
/// let mut pages = orders.query_index("order_A").page_size(2).pages();
/// let mut sizes = Vec::new();
/// while let Some(page) = pages.next().await {
///     sizes.push(page?.items.len());
/// }
/// assert_eq!(sizes, [2, 1]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Page<O> {
    /// The items, in order. A page may be empty and not be the last: DynamoDB limits what it reads
    /// before it filters.
    pub items: Vec<O>,
    /// Rows that could not be read, where the read goes on without them.
    pub failures: Vec<Error>,
    /// Where the next page starts; `None` behind the last one.
    pub cursor: Option<Cursor>,
    /// How many rows DynamoDB read, and charged, for this page.
    pub scanned_count: usize,
    /// The capacity consumed, if `return_consumed_capacity()` asked for it.
    pub consumed_capacity: Option<ConsumedCapacity>,
}

impl<O> Page<O> {
    pub(crate) fn empty() -> Self {
        Self {
            items: Vec::new(),
            failures: Vec::new(),
            cursor: None,
            scanned_count: 0,
            consumed_capacity: None,
        }
    }
}

/// Reads one row; `None` leaves it out.
pub(crate) type ReadRow<O> = Arc<dyn Fn(Row) -> Result<Option<O>> + Send + Sync>;

/// Reads one row; an error says which row it is about.
fn read_row<O>(core: &ReadCore, read: &ReadRow<O>, row: Row) -> Result<Option<O>> {
    let sort_key = core.schema.sort_key.map(|sort_key| sort_key.name);
    let names = [Some(core.schema.partition_key.name), sort_key];
    let names = names.into_iter().flatten();
    // Reading takes a map apart, so that its key has to be kept before; a text stays as it is.
    let (key, text) = match &row {
        Row::Map(_) => (Some(row.attributes(names.clone())), None),
        Row::Text(_) => (None, Some(row.clone())),
    };
    read(row).map_err(|error| {
        let error = core.named(error);
        let key = key.or_else(|| Some(text?.attributes(names.clone())));
        match key {
            // A projection need not have the key.
            Some(key) if key.len() == names.count() => error.with_key(key),
            _ => error,
        }
    })
}

/// Reads the rows of a page, at most `wanted` of them; and how many it took. A row that is skipped
/// because it cannot be read does not count.
fn read_page<O>(
    core: &ReadCore,
    page: RawPage,
    read: &ReadRow<O>,
    wanted: Option<usize>,
) -> (Page<O>, usize) {
    let mut items = Vec::with_capacity(page.rows.len());
    let mut failures = Vec::new();
    let mut position = page.position;
    let mut taken = 0;
    let mut rows = page.rows.into_iter();
    while let Some(row) = rows.next() {
        let is_last = wanted.is_some_and(|wanted| taken + 1 >= wanted);
        // Where a page is cut, it ends with the last row taken.
        let cut = (is_last && rows.len() > 0).then(|| Position {
            key: core.position_of(&row),
            ..Position::default()
        });
        match read_row(core, read, row) {
            Ok(Some(item)) => {
                items.push(item);
                taken += 1;
            }
            Ok(None) => {}
            Err(error) => {
                failures.push(error);
                taken += usize::from(!core.skip_failures);
            }
        }
        if wanted.is_some_and(|wanted| taken >= wanted) {
            position = cut.or(position);
            break;
        }
    }
    let page = Page {
        items,
        failures,
        cursor: position.map(|position| core.seal(position)),
        scanned_count: page.scanned_count,
        consumed_capacity: page.consumed_capacity,
    };
    (page, taken)
}

type Fetch = Pin<Box<dyn Future<Output = (Pages, Option<Result<RawPage>>)> + Send>>;

/// The requests of a read, made when asked for.
enum Fetching {
    Idle(Pages),
    Busy(Fetch),
    End,
}

impl Fetching {
    /// How many rows are wanted still, of the page that was fetched last.
    fn remaining(&self) -> Option<usize> {
        match self {
            Self::Idle(pages) => pages.remaining(),
            Self::Busy(_) | Self::End => None,
        }
    }

    fn read_ahead(&mut self) {
        if let Self::Idle(pages) = self {
            pages.read_ahead();
        }
    }

    fn took(&mut self, rows: usize) {
        if let Self::Idle(pages) = self {
            pages.took(rows);
        }
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<RawPage>>> {
        loop {
            match std::mem::replace(self, Self::End) {
                Self::End => return Poll::Ready(None),
                Self::Idle(mut pages) => {
                    *self = Self::Busy(Box::pin(async move {
                        let page = pages.next().await;
                        (pages, page)
                    }));
                }
                Self::Busy(mut fetch) => match fetch.as_mut().poll(context) {
                    Poll::Pending => {
                        *self = Self::Busy(fetch);
                        return Poll::Pending;
                    }
                    Poll::Ready((pages, page)) => {
                        if page.is_some() {
                            *self = Self::Idle(pages);
                        }
                        return Poll::Ready(page);
                    }
                },
            }
        }
    }
}

/// The pages of a query or scan: a [`Stream`] that sends one request per page when it is polled.
#[must_use = "a stream does nothing until it is polled"]
pub struct PageStream<O> {
    core: Arc<ReadCore>,
    fetching: Fetching,
    read: ReadRow<O>,
    fault: Option<Error>,
    watch: Watch,
}

/// The span of a read: from the first poll to the end of the stream.
enum Watch {
    Before,
    Within(Trace),
    Behind,
}

impl Watch {
    /// The span, and how to go on telling it what happens.
    fn within(&mut self, core: &ReadCore) -> Trace {
        match self {
            Self::Before => {
                let trace = core.begin();
                *self = Self::Within(trace.clone());
                trace
            }
            Self::Within(trace) => trace.clone(),
            Self::Behind => Trace::default(),
        }
    }
}

impl<O> PageStream<O> {
    pub(crate) fn new(
        core: Result<Arc<ReadCore>, (Arc<ReadCore>, Error)>,
        read: ReadRow<O>,
    ) -> Self {
        match core {
            Ok(core) => Self {
                fetching: Fetching::Idle(Pages::new(Arc::clone(&core))),
                core,
                read,
                fault: None,
                watch: Watch::Before,
            },
            Err((core, fault)) => Self {
                core,
                fetching: Fetching::End,
                read,
                fault: Some(fault),
                watch: Watch::Before,
            },
        }
    }

    /// The next answer. With the end, and with a failed request, the span ends.
    fn poll_raw(
        &mut self,
        context: &mut Context<'_>,
        trace: &Trace,
    ) -> Poll<Option<Result<RawPage>>> {
        let polled = match self.fault.take() {
            Some(fault) => Poll::Ready(Some(Err(fault))),
            None => self.fetching.poll(context),
        };
        match &polled {
            Poll::Ready(Some(Err(error))) => {
                trace.failed(error);
                self.watch = Watch::Behind;
            }
            Poll::Ready(None) => self.watch = Watch::Behind,
            Poll::Pending | Poll::Ready(Some(Ok(_))) => {}
        }
        polled
    }

    /// The next page, for callers without a `StreamExt`.
    pub async fn next(&mut self) -> Option<Result<Page<O>>> {
        poll_fn(|context| self.poll_page(context)).await
    }

    /// How many rows there are that are not left out when they are read.
    pub(super) async fn count(mut self) -> Result<u64> {
        let mut total = 0;
        while let Some(page) = self.next().await {
            let page = page?;
            total += page.items.len() + page.failures.len();
        }
        Ok(total as u64)
    }

    fn poll_page(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Page<O>>>> {
        let trace = self.watch.within(&self.core);
        let span = trace.span();
        let _entered = span.enter();
        let page = ready!(self.poll_raw(context, &trace));
        Poll::Ready(page.map(|page| {
            let wanted = self.fetching.remaining();
            let (page, taken) = read_page(&self.core, page?, &self.read, wanted);
            self.fetching.took(taken);
            trace.returned(page.items.len());
            if !self.core.skip_failures
                && let Some(error) = page.failures.first()
            {
                trace.failed(error);
            }
            Ok(page)
        }))
    }
}

impl<O> Unpin for PageStream<O> {}

impl<O> Stream for PageStream<O> {
    type Item = Result<Page<O>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_page(context)
    }
}

impl<O> fmt::Debug for PageStream<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageStream")
            .field("table", &self.core.shared.table)
            .finish_non_exhaustive()
    }
}

/// The items of a query or scan, every page of it: a [`Stream`] of results.
///
/// A row that cannot be read is one `Err`, and the stream goes on; a failed request is the last
/// element. It is `'static`: nothing is borrowed from the handle.
#[must_use = "a stream does nothing until it is polled"]
pub struct ItemStream<O> {
    pages: PageStream<O>,
    rows: VecDeque<Row>,
}

impl<O> ItemStream<O> {
    pub(crate) fn new(mut pages: PageStream<O>) -> Self {
        pages.fetching.read_ahead();
        Self {
            pages,
            rows: VecDeque::new(),
        }
    }

    /// The next item, for callers without a `StreamExt`.
    pub async fn next(&mut self) -> Option<Result<O>> {
        poll_fn(|context| self.poll_item(context)).await
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<O>>> {
        let trace = self.pages.watch.within(&self.pages.core);
        let span = trace.span();
        let _entered = span.enter();
        loop {
            while let Some(row) = self.rows.pop_front() {
                let item = match read_row(&self.pages.core, &self.pages.read, row) {
                    Ok(Some(item)) => {
                        trace.returned(1);
                        Ok(item)
                    }
                    Ok(None) => continue,
                    Err(_) if self.pages.core.skip_failures => continue,
                    Err(error) => {
                        trace.failed(&error);
                        Err(error)
                    }
                };
                self.pages.fetching.took(1);
                if self.pages.fetching.remaining() == Some(0) {
                    self.rows.clear();
                }
                return Poll::Ready(Some(item));
            }
            match ready!(self.pages.poll_raw(context, &trace)) {
                None => return Poll::Ready(None),
                Some(Ok(page)) => self.rows = page.rows.into(),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            }
        }
    }
}

impl<O> Unpin for ItemStream<O> {}

impl<O> Stream for ItemStream<O> {
    type Item = Result<O>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_item(context)
    }
}

impl<O> fmt::Debug for ItemStream<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream")
            .field("table", &self.pages.core.shared.table)
            .finish_non_exhaustive()
    }
}
