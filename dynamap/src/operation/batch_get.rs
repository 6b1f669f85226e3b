//! BatchGetItem over several tables.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::batch_get_call::OPERATION;
use super::batch_get_core::{Answered, Reply, Settings, Wanted, read};
use super::transact_get_items::Answer;
use crate::item::{KeyOf, encode_key};
use crate::key::check_key;
use crate::table::{Shared, Table};
use crate::time::Clock;
use crate::{DynamoItem, Error, Result};

/// Many items of several tables by their keys, in as few calls as it takes.
///
/// Like [`Table::batch_get`], which it is for more than one item type or table: a call carries 100
/// keys, whatever tables they are on, a few calls at a time; keys that DynamoDB leaves unprocessed are
/// asked for again with back-off. A key that is given twice is read once and answered twice. The items
/// are not of one instant: those of a [`TransactionGet`](super::TransactionGet) are.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// # let client = orders.client();
/// # orders.create(order("522fb5a5", "order_A")).send().await?;
/// let noon = datetime!(2022-01-15 12:00 UTC);
/// let mut read = dynamap::BatchGet::new(client);
/// let order = read.get(&orders, "522fb5a5");
/// let several = read.get_all(&readings, [("123", noon, "r-01"), ("123", noon, "r-02")]);
/// let mut got = read.send().await?;
/// assert!(got.take(order)?.is_some());
/// assert_eq!(got.take_all(several)?, [None, None]);
/// # Ok(())
/// # }
/// ```
#[must_use = "the read does nothing until it is sent"]
pub struct BatchGet {
    settings: Settings,
    keys: Vec<Result<Queued>>,
}

/// A key as it is sent and as it was given.
struct Queued {
    wanted: Wanted,
    given: Box<dyn Any + Send>,
}

impl BatchGet {
    /// An empty read on the client's own clock.
    pub fn new(client: &Client) -> Self {
        let shared = Shared::new(client, String::new());
        Self {
            settings: Settings::new(Arc::new(shared)),
            keys: Vec::new(),
        }
    }

    /// The same on another clock, which decides what has expired.
    pub fn with_clock(mut self, clock: impl Clock) -> Self {
        let mut shared = Shared::clone(&self.settings.shared);
        shared.clock = Arc::new(clock);
        self.settings.shared = Arc::new(shared);
        self
    }

    /// Asks for an item; [`BatchAnswers::take`] has it afterwards.
    pub fn get<T: DynamoItem<Key: Send + 'static>>(
        &mut self,
        table: &Table<T>,
        key: impl KeyOf<T>,
    ) -> Answer<T> {
        let given = key.into_key();
        let queued = encode_key(&given).and_then(|key| {
            check_key(T::SCHEMA, &key)?;
            Ok(Queued {
                wanted: Wanted {
                    table: table.shared(),
                    schema: T::SCHEMA,
                    key,
                },
                given: Box::new(given),
            })
        });
        self.keys
            .push(queued.map_err(|error| error.during(OPERATION, table.name())));
        Answer::at(self.keys.len() - 1)
    }

    /// Asks for items of one table; [`BatchAnswers::take_all`] has them afterwards.
    pub fn get_all<T: DynamoItem<Key: Send + 'static>, K: KeyOf<T>>(
        &mut self,
        table: &Table<T>,
        keys: impl IntoIterator<Item = K>,
    ) -> Vec<Answer<T>> {
        let keys = keys.into_iter();
        keys.map(|key| self.get(table, key)).collect()
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

    /// Asks for the consumed capacity, one entry a table and call.
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

    /// Sends the read. Nothing to read sends nothing.
    ///
    /// A key that DynamoDB would refuse is an error before anything is sent; a key that stays
    /// unprocessed is told by the answers.
    pub async fn send(self) -> Result<BatchAnswers> {
        let keys = self.keys.into_iter().collect::<Result<Vec<Queued>>>()?;
        let (wanted, given): (Vec<_>, Vec<_>) = keys
            .into_iter()
            .map(|queued| (queued.wanted, queued.given))
            .unzip();
        let read = read(self.settings, None, &wanted).await;
        let Answered {
            replies,
            consumed_capacity,
            trace,
        } = read.map_err(|error| error.during(OPERATION, ""))?;
        let rows = replies.iter();
        trace.returned(rows.filter(|reply| matches!(reply, Reply::Row(_))).count());
        let slots = wanted.into_iter().zip(given).zip(replies);
        let slots = slots.map(|((wanted, given), reply)| Slot {
            wanted,
            given: Some(given),
            reply,
        });
        Ok(BatchAnswers {
            slots: slots.collect(),
            consumed_capacity,
        })
    }
}

struct Slot {
    wanted: Wanted,
    given: Option<Box<dyn Any + Send>>,
    reply: Reply,
}

/// What a [`BatchGet`] read.
#[must_use = "the answers have not been taken yet"]
pub struct BatchAnswers {
    slots: Vec<Slot>,
    consumed_capacity: Vec<ConsumedCapacity>,
}

impl BatchAnswers {
    /// Takes an item: `None` if it is missing, expired, or was taken before.
    ///
    /// A key that DynamoDB did not get to is an error with the last reason, as is an item that cannot
    /// be read.
    pub fn take<T>(&mut self, answer: Answer<T>) -> Result<Option<T>> {
        let Some(slot) = self.slots.get_mut(answer.position()) else {
            return Ok(None);
        };
        match std::mem::replace(&mut slot.reply, Reply::Nothing) {
            Reply::Nothing => Ok(None),
            Reply::Unprocessed(error) => Err(error),
            Reply::Row(row) => match answer.read(row) {
                Ok(item) => Ok(Some(item)),
                Err(error) => Err(slot.wanted.about(error)),
            },
        }
    }

    /// Takes items, in the order of their answers; the first that cannot be had is the error.
    pub fn take_all<T>(
        &mut self,
        answers: impl IntoIterator<Item = Answer<T>>,
    ) -> Result<Vec<Option<T>>> {
        answers
            .into_iter()
            .map(|answer| self.take(answer))
            .collect()
    }

    /// Whether DynamoDB got to every key.
    pub fn is_complete(&self) -> bool {
        let mut replies = self.slots.iter().map(|slot| &slot.reply);
        !replies.any(|reply| matches!(reply, Reply::Unprocessed(_)))
    }

    /// Takes the keys of a table that DynamoDB did not get to, with the last reason, in the order in
    /// which they were given.
    pub fn take_unprocessed<T: DynamoItem<Key: 'static>>(
        &mut self,
        table: &Table<T>,
    ) -> Vec<(T::Key, Error)> {
        let mut unprocessed = Vec::new();
        for slot in &mut self.slots {
            let is_meant = slot.wanted.table.table == table.name()
                && matches!(slot.reply, Reply::Unprocessed(_))
                && slot
                    .given
                    .as_ref()
                    .is_some_and(|given| given.is::<T::Key>());
            if !is_meant {
                continue;
            }
            let key = slot.given.take().and_then(|given| given.downcast().ok());
            let reply = std::mem::replace(&mut slot.reply, Reply::Nothing);
            if let (Some(key), Reply::Unprocessed(error)) = (key, reply) {
                unprocessed.push((*key, error));
            }
        }
        unprocessed
    }

    /// The capacity consumed, one entry a table and call, if `return_consumed_capacity()` asked for it.
    pub fn consumed_capacity(&self) -> &[ConsumedCapacity] {
        &self.consumed_capacity
    }
}

impl IntoFuture for BatchGet {
    type Output = Result<BatchAnswers>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl fmt::Debug for BatchGet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchGet")
            .field("keys", &self.keys.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for BatchAnswers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchAnswers")
            .field("keys", &self.slots.len())
            .finish_non_exhaustive()
    }
}
