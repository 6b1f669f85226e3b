use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::attempt::Attempts;
use super::observe::observed;
use super::outcome::{Intent, Refusal, Written as Left};
use super::request::{WriteAction, WriteRequest};
use super::service_error::Failure;
use super::settings::Settings;
use super::trace::{Operation, Trace};
use super::transact_write_items::PreparedTransaction;
use crate::expression::Node;
use crate::item::{Item, ItemText};
use crate::table::Shared;
use crate::time::Moment;
use crate::value::item_eq;
use crate::{Error, ErrorKind, Result};

/// How often a write that found expired remains starts over when they change under it.
const ROUNDS: usize = 3;

/// How long a token is trusted: DynamoDB forgets it after ten minutes, and then a second sending
/// would count twice.
/// [TransactWriteItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html)
pub(crate) const TOKEN_LIFETIME: Duration = Duration::from_mins(9);

/// A write whose parameters are fixed: the instant, the stamps, the condition.
#[derive(Clone)]
pub(crate) struct PreparedWrite {
    pub(crate) shared: Arc<Shared>,
    pub(crate) request: WriteRequest,
    pub(crate) intent: Intent,
    pub(crate) config: Option<ConfigBuilder>,
    /// What a second write puts in the place of something in the way.
    pub(crate) fresh: Option<ItemText>,
    /// The caller's own condition, which holds for the second write too.
    condition: Option<Node>,
    /// When the write was first sent; clones share it.
    first_sent: Arc<OnceLock<Moment>>,
    /// What the caller asked for, as its span says.
    pub(crate) operation: Operation,
}

/// What a write did.
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    pub(crate) previous: Option<Item>,
    pub(crate) consumed_capacity: Option<ConsumedCapacity>,
    pub(crate) request_id: Option<String>,
    pub(crate) attempts: u32,
}

pub(crate) enum Outcome {
    /// The item as it was put.
    Put(ItemText),
    /// The item as it is stored now.
    Stored(Item),
    /// A newer write came first; the item as it is stored.
    Dropped(Item),
    Deleted,
}

impl PreparedWrite {
    pub(crate) fn new(
        shared: Arc<Shared>,
        request: WriteRequest,
        intent: Intent,
        settings: Settings,
    ) -> Self {
        Self {
            operation: intent.verb.operation(),
            shared,
            request,
            intent,
            config: settings.config,
            fresh: None,
            condition: settings.condition,
            first_sent: Arc::default(),
        }
    }

    /// Sends the write as an operation of its own.
    pub(crate) async fn send(&self) -> Result<Done> {
        let trace = self.begin();
        trace.run(self.send_within(&trace)).await
    }

    fn begin(&self) -> Trace {
        let request = self.request.operation();
        Trace::start(self.operation, request, &self.shared.table, None)
    }

    async fn send_within(&self, trace: &Trace) -> Result<Done> {
        let operation = self.request.operation();
        let result = self.rounds(trace).await;
        result.map_err(|error| error.during(operation, &self.shared.table))
    }

    async fn rounds(&self, trace: &Trace) -> Result<Done> {
        let sent_before = self.note_sending()?;
        let mut attempts = 0;
        for _ in 0..ROUNDS {
            let first = self
                .once(
                    trace,
                    &self.request,
                    &self.intent,
                    sent_before,
                    &mut attempts,
                )
                .await?;
            let found = match first {
                Step::Done(done) => return Ok(*done),
                Step::InTheWay(found) => found,
            };
            let Some((request, intent)) = self.instead(&found)? else {
                break;
            };
            match self
                .once(trace, &request, &intent, sent_before, &mut attempts)
                .await
            {
                Ok(Step::Done(done)) => return Ok(*done),
                // Nothing changed, so it was the caller's own condition.
                Ok(Step::InTheWay(still)) if item_eq(&still, &found) => {
                    return Err(self.intent.own_condition_failed(still));
                }
                // What was in the way went, or changed, between the two writes.
                Ok(Step::InTheWay(_)) => {}
                Err(error) if error.is_refused() => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::new(
            ErrorKind::TransactionConflict,
            "the stored item kept changing while it was replaced: send the write again",
        )
        .with_key(self.intent.key.clone()))
    }

    /// Whether the write was sent before; refuses a token that DynamoDB may have forgotten.
    fn note_sending(&self) -> Result<bool> {
        let now = self.shared.now();
        if self.first_sent.set(now).is_ok() {
            return Ok(false);
        }
        let age = self
            .first_sent
            .get()
            .and_then(|first| now.duration_since(*first));
        if self.request.token.is_some() && age.is_some_and(|age| age > TOKEN_LIFETIME) {
            return Err(Error::new(
                ErrorKind::PreparedTooOld,
                "the transaction was first sent more than 9 minutes ago, and DynamoDB remembers its token for 10: read the item, and prepare it anew",
            )
            .with_key(self.intent.key.clone()));
        }
        Ok(true)
    }

    /// The put that replaces what is in the way, on the condition that it is still there.
    pub(super) fn instead(&self, found: &Item) -> Result<Option<(WriteRequest, Intent)>> {
        let Some(fresh) = &self.fresh else {
            return Ok(None);
        };
        let Some(condition) = self.intent.still_in_the_way(found)? else {
            return Ok(None);
        };
        let condition = Node::all([condition].into_iter().chain(self.condition.clone()));
        let mut request = WriteRequest::put(&self.shared.table, fresh.clone(), condition.as_ref())?;
        request.return_capacity = self.request.return_capacity;
        request.return_previous = self.request.return_previous;
        let intent = Intent {
            written: Left::Item(fresh.clone()),
            ..self.intent.clone()
        };
        Ok(Some((request, intent)))
    }

    async fn once(
        &self,
        trace: &Trace,
        request: &WriteRequest,
        intent: &Intent,
        sent_before: bool,
        total: &mut u32,
    ) -> Result<Step> {
        let attempts = Attempts::default();
        let config = observed(self.config.clone(), trace, [&*self.shared]);
        let own = self.config.as_ref();
        // The SDK's futures are large, and every async function around one would move it.
        let sending = Box::pin(request.send(&self.shared.client, own, config, &attempts));
        let result = sending.await;
        *total += attempts.count();
        let done = |outcome, previous| {
            Step::Done(Box::new(Done {
                outcome,
                previous,
                consumed_capacity: None,
                request_id: None,
                attempts: *total,
            }))
        };
        match result {
            Ok(reply) => {
                let (outcome, previous) = match (&request.action, reply.attributes) {
                    (WriteAction::Put { item }, previous) => {
                        (Outcome::Put(item.clone()), previous)
                    }
                    (WriteAction::Update { .. }, Some(item)) => (Outcome::Stored(item), None),
                    (WriteAction::Update { key, .. }, None) => {
                        (Outcome::Stored(self.read_back(trace, key).await?), None)
                    }
                    (WriteAction::Delete { .. } | WriteAction::Check { .. }, previous) => {
                        (Outcome::Deleted, previous)
                    }
                };
                Ok(Step::Done(Box::new(Done {
                    outcome,
                    previous,
                    consumed_capacity: reply.consumed_capacity,
                    request_id: reply.request_id,
                    attempts: *total,
                })))
            }
            Err(Failure::ConditionFailed(current)) => {
                let earlier_unknown = sent_before || attempts.earlier_unknown();
                match intent.explain(current, earlier_unknown) {
                    Refusal::Ours(Some(item)) => Ok(done(Outcome::Stored(item), None)),
                    Refusal::Ours(None) => Ok(done(Outcome::Deleted, None)),
                    Refusal::Dropped(item) => Ok(done(Outcome::Dropped(item), None)),
                    Refusal::InTheWay(item) => Ok(Step::InTheWay(item)),
                    Refusal::Refused(error) => Err(error),
                }
            }
            Err(Failure::Other(error))
                if request.sent_once && attempts.last_unknown() && !error.write_applied() =>
            {
                Err(Error::new(
                    ErrorKind::OutcomeUnknown,
                    "the update may have been carried out, and sending it again could count twice: read the item, or use `.exactly_once()` or `.if_version(n)`",
                )
                .with_key(self.intent.key.clone())
                .with_source(error))
            }
            Err(Failure::Other(error)) => Err(error.with_key(self.intent.key.clone())),
        }
    }

    /// A transaction returns no attributes.
    async fn read_back(&self, trace: &Trace, key: &Item) -> Result<Item> {
        // The caller's own configuration is for the write.
        let config = observed(None, trace, [&*self.shared]);
        let reply = self
            .shared
            .client
            .get_item()
            .table_name(&self.shared.table)
            .set_key(Some(key.clone()))
            .consistent_read(true)
            .customize()
            .config_override(config.unwrap_or_default())
            .send()
            .await;
        match reply.map_err(Failure::from_sdk) {
            Ok(reply) => reply.item.ok_or_else(|| {
                Error::new(
                    ErrorKind::NotFound,
                    "the item was deleted right after the update",
                )
                .applied()
            }),
            Err(Failure::Other(error)) => Err(error.applied()),
            Err(Failure::ConditionFailed(_)) => {
                Err(Error::new(ErrorKind::Service, "a read has no condition").applied())
            }
        }
    }
}

enum Step {
    Done(Box<Done>),
    InTheWay(Item),
}

/// What a write did, in full; `send_full()` gives it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Written<T> {
    /// The item as it is stored now; for a delete, what was deleted.
    pub item: T,
    /// The item that a put replaced, expired or not.
    pub previous: Option<T>,
    /// The capacity consumed, if `return_consumed_capacity()` asked for it.
    pub consumed_capacity: Option<ConsumedCapacity>,
    /// The service's request id; `None` if the answer was lost and the outcome told from the item.
    pub request_id: Option<String>,
    /// How many attempts were sent, the SDK's retries included.
    pub attempts: u32,
}

/// A frozen write: sending it again, or sending a clone, sends the same parameters, instant and
/// all.
///
/// So a write whose answer was lost can be sent again by the caller: if the first sending had been
/// carried out, the second one finds its own work and succeeds.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// let write = orders.create(order("522fb5a5", "order_A")).prepare()?;
/// let first = write.send().await?;
/// clock.advance(std::time::Duration::from_secs(60));
/// assert_eq!(write.send().await?, first);
/// # Ok(())
/// # }
/// ```
#[must_use = "a prepared write does nothing until it is sent"]
pub struct Prepared<O> {
    write: Frozen,
    read: fn(Done) -> Result<O>,
    marker: PhantomData<fn() -> O>,
}

/// What is sent.
#[derive(Clone)]
pub(crate) enum Frozen {
    /// One write.
    Write(Box<PreparedWrite>),
    /// A delete and a put.
    Move(Box<PreparedMove>),
}

/// A move of an item to another key.
#[derive(Clone)]
pub(crate) struct PreparedMove {
    pub(crate) transaction: PreparedTransaction,
    /// The item as it is put.
    pub(crate) item: ItemText,
}

impl PreparedMove {
    async fn send(&self, trace: &Trace) -> Result<Done> {
        // The caller made no steps: what one of them was refused for is the error of the move.
        let committed = self.transaction.send_within(trace).await;
        let committed = committed.map_err(Error::into_step)?;
        Ok(Done {
            outcome: Outcome::Put(self.item.clone()),
            previous: None,
            consumed_capacity: committed.consumed_capacity.into_iter().next(),
            request_id: committed.request_id,
            attempts: committed.attempts,
        })
    }
}

impl Frozen {
    fn begin(&self) -> Trace {
        match self {
            Self::Write(write) => write.begin(),
            Self::Move(_) => Trace::start(Operation::Rekey, self.operation(), self.table(), None),
        }
    }

    fn operation(&self) -> &'static str {
        match self {
            Self::Write(write) => write.request.operation(),
            Self::Move(_) => "TransactWriteItems",
        }
    }

    /// The condition; of a move the one on the old item.
    fn condition(&self) -> Option<&String> {
        match self {
            Self::Write(write) => write.request.condition.as_ref(),
            Self::Move(moved) => moved.transaction.condition(),
        }
    }

    fn table(&self) -> &str {
        match self {
            Self::Write(write) => &write.shared.table,
            Self::Move(moved) => moved.transaction.table(),
        }
    }
}

impl<O> Prepared<O> {
    pub(crate) fn new(write: PreparedWrite, read: fn(Done) -> Result<O>) -> Self {
        Self::of(Frozen::Write(Box::new(write)), read)
    }

    pub(crate) fn of(write: Frozen, read: fn(Done) -> Result<O>) -> Self {
        Self {
            write,
            read,
            marker: PhantomData,
        }
    }

    /// Sends the write.
    pub async fn send(&self) -> Result<O> {
        let trace = self.write.begin();
        trace.run(self.send_within(&trace)).await
    }

    async fn send_within(&self, trace: &Trace) -> Result<O> {
        let done = match &self.write {
            Frozen::Write(write) => write.send_within(trace).await,
            Frozen::Move(moved) => moved
                .send(trace)
                .await
                .map_err(|error| error.during(self.write.operation(), self.write.table())),
        }?;
        let result = (self.read)(done);
        result.map_err(|error| {
            error
                .applied()
                .during(self.write.operation(), self.write.table())
        })
    }
}

impl<O> Clone for Prepared<O> {
    fn clone(&self) -> Self {
        Self {
            write: self.write.clone(),
            read: self.read,
            marker: PhantomData,
        }
    }
}

impl<O> fmt::Debug for Prepared<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("operation", &self.write.operation())
            .field("table", &self.write.table())
            .field("condition", &self.write.condition())
            .finish_non_exhaustive()
    }
}
