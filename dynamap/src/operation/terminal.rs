//! How a query or scan is brought to an end: one page, pages, a stream, all, the first, a count.

/// The settings and terminals that queries and scans share.
macro_rules! read_terminals {
    ($name:ident<$($param:ident),+> where $($bound:tt)+) => {
        impl<$($param),+> $name<$($param),+> where $($bound)+ {
            /// At most this many items, over all pages; with a filter too.
            pub fn take(mut self, items: usize) -> Self {
                self.core.take = Some(items);
                self
            }

            /// At most this many rows per request: DynamoDB's `Limit`, which counts before the filter.
            pub fn page_size(mut self, rows: usize) -> Self {
                self.core.page_size = Some(rows);
                self
            }

            /// Goes on behind an earlier page of the same query.
            pub fn start_at(mut self, cursor: Cursor) -> Self {
                self.core.start_at = Some(cursor);
                self
            }

            /// Reads expired items too.
            pub fn include_expired(mut self) -> Self {
                self.core.include_expired = true;
                self
            }

            /// Goes on without rows that cannot be read; a page lists them in [`Page::failures`].
            pub fn skip_failures(mut self) -> Self {
                self.core.skip_failures = true;
                self
            }

            /// Asks for the consumed capacity, which each page gives.
            pub fn return_consumed_capacity(mut self) -> Self {
                self.core.return_capacity = true;
                self
            }

            /// Changes the SDK's configuration for each request: retries, timeouts, interceptors.
            pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
                self.core.config = Some(change(self.core.config.take().unwrap_or_default()));
                self
            }

            /// Sends one request: the first page. A row that cannot be read fails it, unless
            /// [`skip_failures`](Self::skip_failures) is set.
            pub fn send(self) -> FirstPage<P::Output>
            where
                P: GivenBy<I>,
            {
                let skip = self.core.skip_failures;
                FirstPage::new(self.pages(), skip)
            }

            /// Every page, one request each when it is asked for.
            pub fn pages(self) -> PageStream<P::Output>
            where
                P: GivenBy<I>,
            {
                let (core, read) = self.start();
                PageStream::new(core, read)
            }

            /// Every item of every page.
            pub fn stream(self) -> ItemStream<P::Output>
            where
                P: GivenBy<I>,
            {
                ItemStream::new(self.pages())
            }

            /// Every item of every page, in memory.
            pub fn all(self) -> AllItems<P::Output>
            where
                P: GivenBy<I>,
            {
                AllItems::new(self.stream())
            }

            /// The first item, whatever page it is on.
            pub fn first(self) -> FirstItem<P::Output>
            where
                P: GivenBy<I>,
            {
                FirstItem::new(self.take(1).stream())
            }

            /// How many items there are, over all pages. It reads, and costs, as much as the items.
            pub async fn count(self) -> Result<u64> {
                // A row that is left out when it is read does not count.
                let by_reading = self.projection.leaves_out();
                let (core, read) = self.start();
                match core {
                    Ok(core) if by_reading => PageStream::new(Ok(core), read).count().await,
                    Ok(core) => {
                        let trace = core.begin();
                        let count = trace.run(Pages::new(core).count()).await?;
                        trace.counted(count);
                        Ok(count)
                    }
                    Err((_, fault)) => Err(fault),
                }
            }
        }

        impl<$($param: 'static),+> IntoFuture for $name<$($param),+> where $($bound)+, P: GivenBy<I> {
            type Output = Result<Page<P::Output>>;
            type IntoFuture = FirstPage<P::Output>;

            /// [`send`](Self::send): the first page.
            fn into_future(self) -> Self::IntoFuture {
                self.send()
            }
        }
    };
}

pub(crate) use read_terminals;
