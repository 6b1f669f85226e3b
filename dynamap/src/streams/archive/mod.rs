//! Expired items, kept before they are gone for good.

mod file;
mod line;

use futures_core::future::BoxFuture;

use super::images::{Image, missing_image};
use super::{Event, Record};
use crate::item::Item;
use crate::{DynamoItem, Result};

pub use file::NdjsonFile;
pub use line::write_item_line;

/// Where expired items go.
///
/// [`NdjsonFile`] is one; for S3, DynamoDB's own export shows the shape: objects of lines as
/// [`write_item_line`] makes them, gzipped, one object for each call of [`append`](Self::append), named by the day, the shard
/// and the first and last sequence number. An object of the same records has the same name then, and
/// `ImportTable` reads it.
pub trait ArchiveSink: Send {
    /// Adds items, and returns when they are kept: after that their records are checkpointed, and not
    /// delivered again. A call that failed is repeated, and so is one before a crash: the same item may
    /// come twice, with the same [`Event::id`].
    fn append<'a>(&'a mut self, items: &'a [ExpiredItem<'a>]) -> BoxFuture<'a, Result<()>>;
}

/// An expired item, exactly as it was stored.
#[derive(Clone, Copy)]
pub struct ExpiredItem<'a> {
    item: &'a Item,
    event: &'a Event,
}

impl<'a> ExpiredItem<'a> {
    /// The item, with the types of its attributes.
    pub fn item(&self) -> &'a Item {
        self.item
    }

    /// The event of its deletion.
    pub fn event(&self) -> &'a Event {
        self.event
    }
}

impl std::fmt::Debug for ExpiredItem<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExpiredItem")
            .field("event", self.event)
            .finish_non_exhaustive()
    }
}

/// Writes the expired items among records to a sink.
///
/// The stream needs the view type `NEW_AND_OLD_IMAGES` or `OLD_IMAGE`: an expired item is the old image of its
/// deletion. Another view type is an error of the kind [`ImageMissing`](crate::ErrorKind::ImageMissing).
#[derive(Debug)]
pub struct Archive<S> {
    sink: S,
}

impl<S: ArchiveSink> Archive<S> {
    /// An archive in this sink.
    pub fn new(sink: S) -> Self {
        Self { sink }
    }

    /// Keeps the items of type `T` that have expired ([`Record::is_expiry_of`], so also in a replica) and
    /// returns how many; other records, and those of other entities, are passed over.
    ///
    /// When it returns, all of them are kept, and the records can be checkpointed. If it fails, none or
    /// some are.
    pub async fn apply<T: DynamoItem>(&mut self, records: &[Record]) -> Result<usize> {
        let mut items = Vec::new();
        for record in records {
            if !record.is_expiry_of::<T>() || !record.is_of::<T>() {
                continue;
            }
            let Some(item) = record.old_item() else {
                return Err(missing_image(record.kind(), Image::Old, record.view()));
            };
            items.push(ExpiredItem {
                item,
                event: record.event(),
            });
        }
        if !items.is_empty() {
            self.sink.append(&items).await?;
        }
        Ok(items.len())
    }

    /// The sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// The sink.
    pub fn into_sink(self) -> S {
        self.sink
    }
}
