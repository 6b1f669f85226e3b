//! BatchGetItem: many items of one table by their keys.

use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::batch_get_call::OPERATION;
use super::batch_get_core::{Answered, Reply, Settings, Wanted, read};
use crate::expression::{Projected, Projection, Whole};
use crate::item::{KeyOf, encode_key};
use crate::key::check_key;
use crate::table::Shared;
use crate::{DynamoItem, DynamoProjection, Error, Result};

/// Many items by their keys, in as few calls as it takes; [`Table::batch_get`](crate::Table::batch_get).
///
/// Calls carry 100 keys each and run a few at a time; keys that DynamoDB leaves unprocessed are asked
/// for again with back-off. A key that is given twice is read once and answered twice.
#[must_use = "the read does nothing until it is sent"]
pub struct TableBatchGet<T: DynamoItem, P = Whole> {
    keys: Vec<T::Key>,
    projection: P,
    settings: Settings,
}

/// What a batch read brought, in full; [`TableBatchGet::send_full`] gives it.
#[derive(Debug)]
#[non_exhaustive]
pub struct BatchGot<K, O> {
    /// An answer for each key, in the order of the keys: `None` for an item that is missing, expired,
    /// unprocessed or could not be read.
    pub items: Vec<Option<O>>,
    /// The keys that DynamoDB did not get to, with their positions and the last reason.
    pub unprocessed: Vec<(usize, K, Error)>,
    /// The items that could not be read, with their positions.
    pub failures: Vec<(usize, Error)>,
    /// The capacity consumed by each call, if `return_consumed_capacity()` asked for it.
    pub consumed_capacity: Vec<ConsumedCapacity>,
}

impl<T: DynamoItem> TableBatchGet<T> {
    pub(crate) fn new(shared: Arc<Shared>, keys: Vec<T::Key>) -> Self {
        Self {
            keys,
            projection: Whole::new(),
            settings: Settings::new(shared),
        }
    }

    /// Reads structs that derive [`DynamoProjection`] instead of the items.
    pub fn project<R: DynamoProjection<Item = T>>(self) -> TableBatchGet<T, Projected<R>> {
        self.project_attributes(Projected::new())
    }

    /// Reads some attributes instead of the items: a handle, or a tuple of handles, gives its values.
    pub fn project_attributes<P: Projection<T>>(self, attributes: P) -> TableBatchGet<T, P> {
        TableBatchGet {
            keys: self.keys,
            projection: attributes,
            settings: self.settings,
        }
    }
}

impl<T: DynamoItem, P: Projection<T>> TableBatchGet<T, P> {
    /// Asks for another key.
    pub fn key(mut self, key: impl KeyOf<T>) -> Self {
        self.keys.push(key.into_key());
        self
    }

    /// Strongly consistent reads, for twice the read capacity.
    pub fn consistent_read(mut self, consistent: bool) -> Self {
        self.settings.consistent = consistent;
        self
    }

    /// Reads expired items too.
    pub fn include_expired(mut self) -> Self {
        self.settings.include_expired = true;
        self
    }

    /// Asks for the consumed capacity, which `send_full()` gives.
    pub fn return_consumed_capacity(mut self) -> Self {
        self.settings.return_capacity = true;
        self
    }

    /// At most this many calls at once; 4 unless set, at least 1.
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.settings.concurrency = calls.max(1);
        self
    }

    /// Changes the SDK's configuration for each call: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.settings.configure(change);
        self
    }

    /// Sends the read: an answer for each key, in the order of the keys.
    ///
    /// A key that stays unprocessed, or an item that cannot be read, is an error;
    /// [`send_full`](Self::send_full) gives the rest beside it.
    pub async fn send(self) -> Result<Vec<Option<P::Output>>> {
        let mut got = self.send_full().await?;
        if let Some((_, _, error)) = got.unprocessed.pop() {
            return Err(error);
        }
        match got.failures.pop() {
            Some((_, error)) => Err(error),
            None => Ok(got.items),
        }
    }

    /// Sends the read: every answer, and what stays without one.
    pub async fn send_full(self) -> Result<BatchGot<T::Key, P::Output>> {
        let table = self.settings.shared.table.clone();
        self.run()
            .await
            .map_err(|error| error.during(OPERATION, &table))
    }

    async fn run(self) -> Result<BatchGot<T::Key, P::Output>> {
        let Self {
            keys,
            projection,
            settings,
        } = self;
        let wanted = keys.iter().map(|key| {
            let key = encode_key(key)?;
            check_key(T::SCHEMA, &key)?;
            Ok(Wanted {
                table: Arc::clone(&settings.shared),
                schema: T::SCHEMA,
                key,
            })
        });
        let wanted = wanted.collect::<Result<Vec<Wanted>>>()?;
        let Answered {
            replies,
            consumed_capacity,
            trace,
        } = read(settings, projection.paths(), &wanted).await?;
        let mut got = BatchGot {
            items: Vec::with_capacity(keys.len()),
            unprocessed: Vec::new(),
            failures: Vec::new(),
            consumed_capacity,
        };
        let keys = keys.into_iter().zip(&wanted);
        for (position, ((key, wanted), reply)) in keys.zip(replies).enumerate() {
            let item = match reply {
                Reply::Row(row) => match row.read_own(T::SCHEMA, &projection) {
                    Ok(item) => Some(item),
                    Err(error) => {
                        trace.failed(&error);
                        got.failures.push((position, wanted.about(error)));
                        None
                    }
                },
                Reply::Nothing => None,
                Reply::Unprocessed(error) => {
                    got.unprocessed.push((position, key, error));
                    None
                }
            };
            got.items.push(item);
        }
        trace.returned(got.items.iter().flatten().count());
        Ok(got)
    }
}

impl<T: DynamoItem, P> fmt::Debug for TableBatchGet<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBatchGet")
            .field("table", &self.settings.shared.table)
            .field("keys", &self.keys.len())
            .finish_non_exhaustive()
    }
}
