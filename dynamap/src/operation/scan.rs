//! Scan: every item of a table or index.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::page::{ItemStream, Page, PageStream, ReadRow};
use super::read::{PageRequest, ReadCore};
use super::read_futures::{AllItems, FirstItem, FirstPage};
use super::read_pages::Pages;
use super::segments::Segments;
use super::terminal::read_terminals;
use crate::expression::{
    Condition, GivenBy, HeldBy, Projected, Projection, ProjectionBy, ReadableBy, Whole,
};
use crate::key::{ConsistentPath, Cursor, WholeTable};
use crate::table::Shared;
use crate::{DynamoItem, Error, Result};

/// A scan; [`Table::scan`](crate::Table::scan). It reads the whole table, or the whole index `I`, in no
/// order.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// # orders.create(order("522fb5a5", "order_A")).send().await?;
/// let paid = orders.scan().filter(Order::STATUS.eq(Status::Paid)).all().await?;
/// assert!(paid.is_empty());
/// # Ok(())
/// # }
/// ```
#[must_use = "the scan does nothing until it is sent"]
pub struct Scan<T, I = WholeTable, P = Whole> {
    pub(super) core: ReadCore,
    pub(super) fault: Option<Error>,
    pub(super) projection: P,
    marker: PhantomData<fn() -> (T, I)>,
}

impl<T: DynamoItem, I> Scan<T, I> {
    pub(crate) fn new(shared: Arc<Shared>, index: Option<&'static str>) -> Self {
        Self::of(ReadCore::new(shared, T::SCHEMA, index), None, Whole::new())
    }

    /// Reads structs that derive [`DynamoProjection`](crate::DynamoProjection) instead of the items; a global index gives what it
    /// projects, and another field does not compile.
    pub fn project<R: ProjectionBy<I, Item = T>>(self) -> Scan<T, I, Projected<R>> {
        self.projected(Projected::new())
    }

    /// Reads some attributes instead of the items: a handle, or a tuple of handles, gives its values.
    pub fn project_attributes<P: Projection<T> + ReadableBy<I>>(
        self,
        attributes: P,
    ) -> Scan<T, I, P> {
        self.projected(attributes)
    }

    fn projected<P: Projection<T>>(self, projection: P) -> Scan<T, I, P> {
        let Self {
            mut core, fault, ..
        } = self;
        core.projection = projection.paths();
        Scan::of(core, fault, projection)
    }
}

impl<T, I, P> Scan<T, I, P> {
    pub(super) fn of(core: ReadCore, fault: Option<Error>, projection: P) -> Self {
        Self {
            core,
            fault,
            projection,
            marker: PhantomData,
        }
    }
}

impl<T, I, P> Scan<T, I, P> {
    /// The same read of other things.
    pub(super) fn reading<Q>(self, projection: Q) -> Scan<T, I, Q> {
        Scan::of(self.core, self.fault, projection)
    }
}

impl<T, I, P: Projection<T> + Send + Sync + 'static> Scan<T, I, P> {
    /// A filter; unlike a query's it may name key attributes. Several are joined by AND.
    ///
    /// What is filtered out has been read, and costs read capacity, all the same.
    pub fn filter<K: HeldBy<I>>(mut self, condition: Condition<T, K>) -> Self {
        self.core.join_filter(condition.into_node());
        self
    }

    /// A strongly consistent read, for twice the read capacity; a global index has none.
    pub fn consistent_read(mut self, consistent: bool) -> Self
    where
        I: ConsistentPath,
    {
        self.core.consistent = consistent;
        self
    }

    /// Divides the table into so many parts, from 1 to 1,000,000, and reads them at the same time as one
    /// read.
    ///
    /// The segments are asked in turn, [`concurrency`](Self::concurrency) of them at one time, so that all
    /// of them get on equally. A page is what one request to each of those gives; `page_size` holds for
    /// each request. Its cursor says how far every segment is, goes on in a scan of as many segments, and
    /// is as long as they are many. Nothing is in flight between two pages, or while a stream is not polled.
    ///
    /// A request that fails ends the read, with the segment in its error; what the others brought is given
    /// out first, and the cursor of that page asks the failed segment again. `take` divides what is wanted
    /// among the requests, unless a filter keeps DynamoDB from limiting them.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (orders, readings, clock) = setup().await?;
    /// # for id in ["a", "b", "c"] { orders.create(order(id, "order_A")).send().await?; }
    /// let mut stream = orders.scan().segments(8).stream();
    /// let mut found = 0;
    /// while let Some(order) = stream.next().await {
    ///     order?;
    ///     found += 1;
    /// }
    /// assert_eq!(found, 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn segments(mut self, segments: usize) -> Self {
        self.core.segments = Some(segments);
        self
    }

    /// How many [segments](Self::segments) are asked at one time, and so how many pages are held at most;
    /// by default all of them, and 16 at most.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.core.concurrency = Some(requests);
        self
    }

    /// The SDK's fluent builder of the first request; with segments, of the first segment's. What it reads
    /// may have expired when the answer comes.
    pub fn into_sdk(self) -> Result<ScanFluentBuilder> {
        let core = self.core;
        if let Some(fault) = self.fault {
            return Err(core.named(fault));
        }
        let first = match core.segments {
            Some(_) => Segments::start(&core).map(|segments| segments.request(&core, 0)),
            None => core.start().map(|start| (core.target.clone(), start)),
        };
        let (target, start) = first.map_err(|error| core.named(error))?;
        match core
            .request(&target, start, core.take, false)
            .map_err(|error| core.named(error))?
        {
            PageRequest::Scan(builder) => Ok(builder),
            PageRequest::Query(_) | PageRequest::Nothing => Ok(core.shared.client.scan()),
        }
    }

    #[expect(clippy::type_complexity, reason = "the shape that queries have")]
    fn start(
        self,
    ) -> (
        Result<Arc<ReadCore>, (Arc<ReadCore>, Error)>,
        ReadRow<P::Output>,
    ) {
        let Self {
            core,
            fault,
            projection,
            ..
        } = self;
        let core = Arc::new(core);
        let core = match fault {
            None => Ok(core),
            Some(fault) => {
                let fault = core.named(fault);
                Err((core, fault))
            }
        };
        (
            core,
            Arc::new(move |row: crate::operation::Row| row.list(&projection)),
        )
    }
}

read_terminals!(Scan<T, I, P> where P: Projection<T> + Send + Sync + 'static);

impl<T, I, P> fmt::Debug for Scan<T, I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("table", &self.core.shared.table)
            .field("index", &self.core.index)
            .finish_non_exhaustive()
    }
}
