//! BatchGetItem: many items by their keys.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{ConsumedCapacity, KeysAndAttributes, ReturnConsumedCapacity};
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::back_off::{BackOff, left_unprocessed};
use super::put_item::key_of;
use super::service_error::Failure;
use super::verb::is_expired;
use crate::expression::{Placeholders, ProjectedPaths, Projection, Whole};
use crate::item::{Item, KeyOf, encode_key};
use crate::key::{ComparableKey, check_key};
use crate::table::Shared;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// Keys of one call.
/// [BatchGetItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html)
const KEYS: usize = 100;
/// How many calls are under way at once unless the caller says otherwise.
const CONCURRENCY: usize = 4;

/// Many items by their keys, in as few calls as it takes; [`Table::batch_get`](crate::Table::batch_get).
///
/// Calls carry 100 keys each and run a few at a time; keys that DynamoDB leaves unprocessed are asked
/// for again with back-off. A key that is given twice is read once and answered twice.
#[must_use = "the read does nothing until it is sent"]
pub struct TableBatchGet<T: DynamoItem, P = Whole> {
    shared: Arc<Shared>,
    keys: Vec<T::Key>,
    projection: P,
    consistent: bool,
    include_expired: bool,
    return_capacity: bool,
    concurrency: usize,
    config: Option<ConfigBuilder>,
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
            shared,
            keys,
            projection: Whole::new(),
            consistent: false,
            include_expired: false,
            return_capacity: false,
            concurrency: CONCURRENCY,
            config: None,
        }
    }

    /// Reads some attributes instead of the items: a handle, or a tuple of handles, gives its values.
    pub fn project_attributes<P: Projection<T>>(self, attributes: P) -> TableBatchGet<T, P> {
        TableBatchGet {
            shared: self.shared,
            keys: self.keys,
            projection: attributes,
            consistent: self.consistent,
            include_expired: self.include_expired,
            return_capacity: self.return_capacity,
            concurrency: self.concurrency,
            config: self.config,
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
        self.consistent = consistent;
        self
    }

    /// Reads expired items too.
    pub fn include_expired(mut self) -> Self {
        self.include_expired = true;
        self
    }

    /// Asks for the consumed capacity, which `send_full()` gives.
    pub fn return_consumed_capacity(mut self) -> Self {
        self.return_capacity = true;
        self
    }

    /// At most this many calls at once; 4 unless set, at least 1.
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.concurrency = calls.max(1);
        self
    }

    /// Changes the SDK's configuration for each call: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
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
        let table = self.shared.table.clone();
        self.run()
            .await
            .map_err(|error| error.during("BatchGetItem", &table))
    }

    async fn run(self) -> Result<BatchGot<T::Key, P::Output>> {
        let keys = self.keys.iter().map(|key| {
            let key = encode_key(key)?;
            check_key(T::SCHEMA, &key)?;
            Ok(key)
        });
        let keys = keys.collect::<Result<Vec<Item>>>()?;
        let comparable: Vec<ComparableKey> = keys.iter().map(ComparableKey::of).collect();
        let mut pending = VecDeque::new();
        let mut asked = HashSet::new();
        for (key, comparable) in keys.iter().zip(&comparable) {
            if asked.insert(comparable.clone()) {
                pending.push_back(key.clone());
            }
        }
        let found = self.drain(pending).await?;
        let mut got = BatchGot {
            items: Vec::with_capacity(keys.len()),
            unprocessed: Vec::new(),
            failures: Vec::new(),
            consumed_capacity: found.consumed_capacity,
        };
        let left: HashMap<ComparableKey, Arc<Error>> = found
            .left
            .into_iter()
            .map(|(key, error)| (ComparableKey::of(&key), error))
            .collect();
        for (position, key) in comparable.iter().enumerate() {
            let item = match found
                .items
                .get(key)
                .map(|item| self.projection.read(item.clone()))
            {
                Some(Ok(item)) => Some(item),
                Some(Err(error)) => {
                    let error = error.during("BatchGetItem", &self.shared.table);
                    got.failures
                        .push((position, error.with_key(keys[position].clone())));
                    None
                }
                None => None,
            };
            if let Some(error) = left.get(key) {
                let error = Error::same_as(error).during("BatchGetItem", &self.shared.table);
                got.unprocessed.push((
                    position,
                    self.keys[position].clone(),
                    error.with_key(keys[position].clone()),
                ));
            }
            got.items.push(item);
        }
        Ok(got)
    }

    async fn drain(&self, mut pending: VecDeque<Item>) -> Result<Found> {
        let mut found = Found::default();
        let mut back_off = BackOff::default();
        let paths = match self.projection.paths() {
            None => None,
            Some(mut paths) => {
                paths.check()?;
                let schema = T::SCHEMA;
                for attribute in schema.key_attributes() {
                    paths.carry(attribute.name);
                }
                if let Some(ttl) = &schema.ttl {
                    paths.carry(ttl.name);
                }
                Some(paths)
            }
        };
        while !pending.is_empty() {
            let mut calls = FuturesUnordered::new();
            let mut again = VecDeque::new();
            let mut reason = None;
            let mut progress = false;
            loop {
                while calls.len() < self.concurrency && !pending.is_empty() {
                    let chunk: Vec<Item> = pending.drain(..pending.len().min(KEYS)).collect();
                    calls.push(self.call(chunk, paths.clone()));
                }
                let Some(called) = calls.next().await else {
                    break;
                };
                found.consumed_capacity.extend(called.consumed_capacity);
                progress |= called.answered > 0;
                let now = self.shared.now();
                for item in called.items {
                    if self.include_expired || !is_expired(T::SCHEMA, &item, now) {
                        found
                            .items
                            .insert(ComparableKey::of(&key_of(T::SCHEMA, &item)), item);
                    }
                }
                match called.failure {
                    Some(error) if !error.is_retryable() => {
                        let error = Arc::new(error);
                        found
                            .left
                            .extend(called.left.into_iter().map(|key| (key, Arc::clone(&error))));
                    }
                    failure => {
                        again.extend(called.left);
                        reason = failure.or(reason);
                    }
                }
            }
            pending = again;
            if pending.is_empty() {
                break;
            }
            let stopped = if back_off.goes_on(progress) {
                back_off.wait(&self.shared).await.err()
            } else {
                Some(reason.unwrap_or_else(left_unprocessed))
            };
            if let Some(error) = stopped {
                let error = Arc::new(error);
                found
                    .left
                    .extend(pending.drain(..).map(|key| (key, Arc::clone(&error))));
                break;
            }
        }
        Ok(found)
    }

    async fn call(&self, chunk: Vec<Item>, paths: Option<ProjectedPaths>) -> Called {
        let mut placeholders = Placeholders::new();
        let projection = paths.map(|paths| paths.to_text(&mut placeholders));
        let count = chunk.len();
        let keys = KeysAndAttributes::builder()
            .set_keys(Some(chunk.clone()))
            .set_consistent_read(self.consistent.then_some(true))
            .set_projection_expression(projection)
            .set_expression_attribute_names(placeholders.take_names())
            .build();
        let keys = match keys {
            Ok(keys) => keys,
            Err(error) => {
                let error = Error::new(ErrorKind::InvalidRequest, "the call has no keys")
                    .with_source(error);
                return Called {
                    left: chunk,
                    failure: Some(error),
                    ..Called::default()
                };
            }
        };
        let builder = self
            .shared
            .client
            .batch_get_item()
            .request_items(&self.shared.table, keys)
            .set_return_consumed_capacity(
                self.return_capacity
                    .then_some(ReturnConsumedCapacity::Total),
            )
            .customize()
            .config_override(self.config.clone().unwrap_or_default());
        match builder.send().await {
            Ok(reply) => {
                let left: Vec<Item> = reply
                    .unprocessed_keys
                    .into_iter()
                    .flat_map(HashMap::into_values)
                    .flat_map(|keys| keys.keys)
                    .collect();
                Called {
                    answered: count.saturating_sub(left.len()),
                    items: reply
                        .responses
                        .into_iter()
                        .flat_map(HashMap::into_values)
                        .flatten()
                        .collect(),
                    left,
                    failure: None,
                    consumed_capacity: reply.consumed_capacity.unwrap_or_default(),
                }
            }
            Err(error) => {
                let failure = match Failure::from_sdk(error) {
                    Failure::Other(error) => error,
                    Failure::ConditionFailed(_) => {
                        Error::new(ErrorKind::Service, "a read has no condition")
                    }
                };
                Called {
                    left: chunk,
                    failure: Some(failure),
                    ..Called::default()
                }
            }
        }
    }
}

/// What all calls brought.
#[derive(Default)]
struct Found {
    items: HashMap<ComparableKey, Item>,
    left: Vec<(Item, Arc<Error>)>,
    consumed_capacity: Vec<ConsumedCapacity>,
}

/// What one call brought.
#[derive(Default)]
struct Called {
    answered: usize,
    items: Vec<Item>,
    left: Vec<Item>,
    failure: Option<Error>,
    consumed_capacity: Vec<ConsumedCapacity>,
}

impl<T: DynamoItem, P> fmt::Debug for TableBatchGet<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBatchGet")
            .field("table", &self.shared.table)
            .field("keys", &self.keys.len())
            .finish_non_exhaustive()
    }
}
