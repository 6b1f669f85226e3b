//! The ends of a read that give a result: futures of a name, so that what an end demands of the read is
//! asked where it is called, and not again where it is awaited.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use super::page::{ItemStream, Page, PageStream};
use crate::Result;

/// The first page of a query or scan; `send` gives it.
#[must_use = "a future does nothing until it is awaited"]
pub struct FirstPage<O> {
    pages: PageStream<O>,
    skip_failures: bool,
}

/// Every item of a query or scan; `all` gives it.
#[must_use = "a future does nothing until it is awaited"]
pub struct AllItems<O> {
    stream: ItemStream<O>,
    items: Vec<O>,
}

/// The first item of a query or scan; `first` and `latest` give it.
#[must_use = "a future does nothing until it is awaited"]
pub struct FirstItem<O> {
    stream: ItemStream<O>,
}

impl<O> FirstPage<O> {
    pub(crate) fn new(pages: PageStream<O>, skip_failures: bool) -> Self {
        Self {
            pages,
            skip_failures,
        }
    }
}

impl<O> AllItems<O> {
    pub(crate) fn new(stream: ItemStream<O>) -> Self {
        Self {
            stream,
            items: Vec::new(),
        }
    }
}

impl<O> FirstItem<O> {
    pub(crate) fn new(stream: ItemStream<O>) -> Self {
        Self { stream }
    }
}

// None of them holds a reference into itself.
impl<O> Unpin for FirstPage<O> {}
impl<O> Unpin for AllItems<O> {}
impl<O> Unpin for FirstItem<O> {}

impl<O> Future for FirstPage<O> {
    type Output = Result<Page<O>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let page = ready!(Pin::new(&mut self.pages).poll_next(context));
        Poll::Ready(match page {
            Some(page) => {
                let mut page = page?;
                if self.skip_failures || page.failures.is_empty() {
                    Ok(page)
                } else {
                    Err(page.failures.swap_remove(0))
                }
            }
            // `take(0)`.
            None => Ok(Page::empty()),
        })
    }
}

impl<O> Future for AllItems<O> {
    type Output = Result<Vec<O>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            match ready!(Pin::new(&mut self.stream).poll_next(context)) {
                Some(item) => {
                    let item = item?;
                    self.items.push(item);
                }
                None => return Poll::Ready(Ok(std::mem::take(&mut self.items))),
            }
        }
    }
}

impl<O> Future for FirstItem<O> {
    type Output = Result<Option<O>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let item = ready!(Pin::new(&mut self.stream).poll_next(context));
        Poll::Ready(item.transpose())
    }
}

impl<O> fmt::Debug for FirstPage<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FirstPage").field(&self.pages).finish()
    }
}

impl<O> fmt::Debug for AllItems<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AllItems").field(&self.stream).finish()
    }
}

impl<O> fmt::Debug for FirstItem<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FirstItem").field(&self.stream).finish()
    }
}
