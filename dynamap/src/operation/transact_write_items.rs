//! TransactWriteItems: all of several writes, or none.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::RequestId;
use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity, TransactWriteItem};
use aws_smithy_runtime_api::client::interceptors::SharedInterceptor;

use super::attempt::Attempts;
use super::back_off::BackOff;
use super::given::Given;
use super::observe::observed;
use super::outcome::{Intent, Refusal, Written as Left};
use super::prepared::{PreparedWrite, TOKEN_LIFETIME};
use super::request::{WriteRequest, new_token};
use super::service_error::{Failure, cancellation, cancellation_kind};
use super::trace::{Operation, Trace};
use super::update_item::Update;
use super::verb::{Expected, Verb};
use super::written_body::WrittenBody;
use super::{Always, Create, Delete, Put, Replace};
use crate::expression::Condition;
use crate::item::{KeyOf, encode_key};
use crate::key::{ComparableKey, check_key, first_repeated};
use crate::table::{Shared, Table};
use crate::time::{Clock, Moment};
use crate::{DynamoItem, Error, ErrorKind, Result};

// Steps and bytes of one transaction.
// [Constraints](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html)
const STEPS: usize = 100;
const BYTES: usize = 4 * 1024 * 1024;

const OPERATION: &str = "TransactWriteItems";

/// Several writes of several tables that happen together or not at all.
///
/// One instant fills the stamps and TTLs of all steps. One token goes with all attempts, so that a
/// transaction whose answer was lost is not carried out twice. A conflict with another transaction is
/// tried again a few times; a step whose condition fails cancels the transaction, and
/// [`Error::steps`] tells which one and why, with the item that stood in its way.
///
/// A transaction costs twice the write capacity of its writes, and returns no items.
#[must_use = "the transaction does nothing until it is sent"]
pub struct Transaction {
    shared: Shared,
    now: Moment,
    // Boxed, since a step is large, and the vector grows with each.
    steps: Vec<Result<Box<Step>>>,
    given: Vec<Box<dyn Any + Send>>,
    return_capacity: bool,
    config: Option<ConfigBuilder>,
}

/// One write of a transaction.
#[derive(Clone)]
struct Step {
    table: Arc<Shared>,
    request: WriteRequest,
    intent: Intent,
}

/// A write that can be a step of a transaction: a `create`, `put`, `replace`, `update` or `delete`
/// with all its settings.
pub trait TransactionStep {
    /// The step at an instant, and what it was given.
    #[doc(hidden)]
    fn into_step(self, now: Moment) -> PreparedStep;
}

/// A step with everything filled in.
#[doc(hidden)]
pub struct PreparedStep {
    pub(crate) write: Result<PreparedWrite>,
    pub(crate) given: Option<Box<dyn Any + Send>>,
}

impl fmt::Debug for PreparedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreparedStep").finish_non_exhaustive()
    }
}

impl Transaction {
    /// An empty transaction on the client's own clock, which is read now.
    pub fn new(client: &Client) -> Self {
        let shared = Shared::new(client, String::new());
        Self {
            now: shared.now(),
            shared,
            steps: Vec::new(),
            given: Vec::new(),
            return_capacity: false,
            config: None,
        }
    }

    /// The same on another clock, which is read now: before the first step.
    pub fn with_clock(mut self, clock: impl Clock) -> Self {
        self.shared.clock = Arc::new(clock);
        self.now = self.shared.now();
        self
    }

    /// A step that creates an item; [`Table::create`].
    pub fn create<T: DynamoItem>(self, table: &Table<T>, item: impl Into<Given<T>>) -> Self {
        self.step(table.create(item))
    }

    /// A step that puts an item; [`Table::put`].
    pub fn put<T: DynamoItem>(self, table: &Table<T>, item: impl Into<Given<T>>) -> Self {
        self.step(table.put(item))
    }

    /// A step that updates an item: `transaction.update(orders.update(key).set(…))`.
    pub fn update<T: DynamoItem>(self, update: Update<T, Always>) -> Self {
        self.step(update)
    }

    /// A step that deletes an item: `transaction.delete(orders.delete(key).if_version(n))`.
    pub fn delete<T: DynamoItem>(self, delete: Delete<T>) -> Self {
        self.step(delete)
    }

    /// A step that writes nothing, and cancels the transaction unless the condition holds for the item
    /// with this key; where there is no item, no attribute exists.
    pub fn check<T: DynamoItem, K>(
        mut self,
        table: &Table<T>,
        key: impl KeyOf<T>,
        condition: Condition<T, K>,
    ) -> Self {
        let step = self.condition_check(table, &key.into_key(), condition);
        self.steps
            .push(step.map_err(|error| error.during(OPERATION, table.name())));
        self
    }

    /// Any write as a step, with its conditions and settings:
    /// `transaction.step(orders.create(order).condition(…))`.
    pub fn step(mut self, write: impl TransactionStep) -> Self {
        let PreparedStep { write, given } = write.into_step(self.now);
        self.given.extend(given);
        self.steps.push(write.map(|write| {
            Box::new(Step {
                table: write.shared,
                request: write.request,
                intent: write.intent,
            })
        }));
        self
    }

    /// Asks for the consumed capacity, one entry a table.
    pub fn return_consumed_capacity(mut self) -> Self {
        self.return_capacity = true;
        self
    }

    /// Changes the SDK's configuration for this request: retries, timeouts, interceptors.
    pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
        self.config = Some(change(self.config.take().unwrap_or_default()));
        self
    }

    fn condition_check<T: DynamoItem, K>(
        &self,
        table: &Table<T>,
        key: &T::Key,
        condition: Condition<T, K>,
    ) -> Result<Box<Step>> {
        let key = encode_key(key)?;
        check_key(T::SCHEMA, &key)?;
        let request = WriteRequest::check(table.name(), key.clone(), &condition.into_node())?;
        let intent = Intent {
            schema: T::SCHEMA,
            verb: Verb::Check,
            expected: Expected::Any,
            key,
            now: self.now,
            written: Left::Nothing,
            newer: None,
            mixed: Vec::new(),
        };
        Ok(Box::new(Step {
            table: table.shared(),
            request,
            intent,
        }))
    }

    /// Freezes the transaction: each sending sends the same steps with the same token.
    pub fn prepare(self) -> Result<PreparedTransaction> {
        let Self {
            shared,
            steps,
            given,
            return_capacity,
            config,
            ..
        } = self;
        match checked(steps) {
            Ok(steps) => {
                let token = new_token();
                Ok(PreparedTransaction {
                    shared: Arc::new(shared),
                    steps,
                    token,
                    return_capacity,
                    config,
                    first_sent: Arc::default(),
                })
            }
            Err(error) => Err(error.during(OPERATION, "").all_given_back(given)),
        }
    }

    /// Sends the transaction: every step happens, or none.
    pub async fn send(mut self) -> Result<Committed> {
        let given = std::mem::take(&mut self.given);
        let result = match self.prepare() {
            Ok(prepared) => prepared.send().await,
            Err(error) => Err(error),
        };
        result.map_err(|error| error.all_given_back(given))
    }
}

/// What DynamoDB would refuse as a whole is refused before it is sent.
fn checked(steps: Vec<Result<Box<Step>>>) -> Result<Vec<Step>> {
    let refused = |message: String| Error::new(ErrorKind::InvalidRequest, message);
    if steps.is_empty() {
        return Err(refused(
            "the transaction has no steps: give it at least one".to_owned(),
        ));
    }
    if steps.len() > STEPS {
        return Err(refused(format!(
            "the transaction has {} steps and DynamoDB takes {STEPS}: a split one would no longer be atomic, so do less in it",
            steps.len()
        )));
    }
    let mut bytes = 0;
    let mut checked = Vec::with_capacity(steps.len());
    for (index, step) in steps.into_iter().enumerate() {
        let step = step.map_err(|error| error.in_step(index))?;
        bytes += step.request.bytes();
        if bytes > BYTES {
            return Err(refused(
                "the transaction has more than the 4 MB that DynamoDB takes: do less in it"
                    .to_owned(),
            ));
        }
        checked.push(*step);
    }
    let places = checked.iter().map(|step| {
        let table = step.request.table.as_str();
        (ComparableKey::of(&step.intent.key), table)
    });
    if let Some((index, step)) = first_repeated(places).and_then(|at| Some((at, checked.get(at)?)))
    {
        return Err(refused(format!(
            "step {index} is on the same item as an earlier one, which DynamoDB refuses: join them, with the condition on the write"
        ))
        .with_key(step.intent.key.clone()));
    }
    Ok(checked)
}

/// What a transaction that happened cost; every step was carried out.
#[derive(Debug)]
#[non_exhaustive]
pub struct Committed {
    /// The capacity consumed, one entry a table, if `return_consumed_capacity()` asked for it.
    pub consumed_capacity: Vec<ConsumedCapacity>,
    /// The service's request id.
    pub request_id: Option<String>,
    /// How many attempts were sent, all retries included.
    pub attempts: u32,
}

/// A frozen transaction: sending it again sends the same steps with the same token, so that it
/// happens once however often it is sent.
///
/// DynamoDB remembers a token for ten minutes; a sending later than nine minutes after the first is
/// refused with [`ErrorKind::PreparedTooOld`].
#[derive(Clone)]
#[must_use = "a prepared transaction does nothing until it is sent"]
pub struct PreparedTransaction {
    shared: Arc<Shared>,
    steps: Vec<Step>,
    token: String,
    return_capacity: bool,
    config: Option<ConfigBuilder>,
    first_sent: Arc<OnceLock<Moment>>,
}

impl PreparedTransaction {
    /// A transaction of these writes.
    pub(crate) fn of(
        shared: Arc<Shared>,
        writes: Vec<(WriteRequest, Intent)>,
        return_capacity: bool,
        config: Option<ConfigBuilder>,
    ) -> Result<Self> {
        let steps = writes.into_iter().map(|(request, intent)| {
            Ok(Box::new(Step {
                table: Arc::clone(&shared),
                request,
                intent,
            }))
        });
        let steps = checked(steps.collect())?;
        Ok(Self {
            shared,
            steps,
            token: new_token(),
            return_capacity,
            config,
            first_sent: Arc::default(),
        })
    }

    /// Sends the transaction.
    pub async fn send(&self) -> Result<Committed> {
        let tables = self.steps.iter().map(|step| step.request.table.as_str());
        let trace = Trace::over(Operation::Transaction, OPERATION, tables);
        trace.given(self.steps.len());
        trace.run(self.send_within(&trace)).await
    }

    /// Sends the transaction as a part of another operation.
    pub(crate) async fn send_within(&self, trace: &Trace) -> Result<Committed> {
        self.run(trace)
            .await
            .map_err(|error| error.during(OPERATION, ""))
    }

    /// The table of its first write.
    pub(crate) fn table(&self) -> &str {
        self.steps.first().map_or("", |step| &step.request.table)
    }

    /// The condition of its first write.
    pub(crate) fn condition(&self) -> Option<&String> {
        self.steps
            .first()
            .and_then(|step| step.request.condition.as_ref())
    }

    async fn run(&self, trace: &Trace) -> Result<Committed> {
        let now = self.shared.now();
        if self.first_sent.set(now).is_err()
            && let Some(age) = self
                .first_sent
                .get()
                .and_then(|first| now.duration_since(*first))
            && age > TOKEN_LIFETIME
        {
            return Err(Error::new(
                ErrorKind::PreparedTooOld,
                "the transaction was first sent more than 9 minutes ago, and DynamoDB remembers its token for 10: read the items, and prepare it anew",
            ));
        }
        let mut back_off = BackOff::default();
        let mut attempts = 0;
        loop {
            let counted = Attempts::default();
            let result = self.once(trace, &counted).await;
            attempts += counted.count();
            let error = match result {
                Ok(committed) => {
                    return Ok(Committed {
                        attempts,
                        ..committed
                    });
                }
                Err(error) => error,
            };
            // Another transaction, or our own earlier attempt, holds an item: nothing has happened.
            if error.kind() != ErrorKind::TransactionConflict || !back_off.goes_on(false) {
                return Err(error);
            }
            back_off.wait(&self.shared).await?;
        }
    }

    /// The steps as the SDK is given them; the body is added to the configuration if it is written without
    /// the SDK's maps.
    fn transact_items(&self, config: &mut ConfigBuilder) -> Result<Vec<TransactWriteItem>> {
        let own = self.config.as_ref();
        let steps = || self.steps.iter().map(|step| &step.request).enumerate();
        if !WrittenBody::may_be_used(&self.shared.client, own) {
            return steps()
                .map(|(index, step)| {
                    step.to_transact_item()
                        .map_err(|error| error.in_step(index))
                })
                .collect();
        }
        let bytes = self.steps.iter().map(|step| step.request.bytes() + 512);
        let mut body = String::with_capacity(bytes.sum());
        body.push_str("\"TransactItems\":[");
        for (index, step) in steps() {
            body.push_str(if index > 0 { "," } else { "" });
            step.write_step(&mut body)
                .map_err(|error| error.in_step(index))?;
        }
        body.push(']');
        WrittenBody::of_transaction(body).install(config);
        let mut tables: Vec<&str> = Vec::new();
        let mut items = Vec::new();
        for (_, step) in steps() {
            if !tables.contains(&step.table.as_str()) {
                tables.push(&step.table);
                items.push(step.to_table_step()?);
            }
        }
        Ok(items)
    }

    async fn once(&self, trace: &Trace, attempts: &Attempts) -> Result<Committed> {
        let tables = self.steps.iter().map(|step| &*step.table);
        let mut config = observed(self.config.clone(), trace, tables).unwrap_or_default();
        config.push_interceptor(SharedInterceptor::permanent(attempts.clone()));
        let items = self.transact_items(&mut config)?;
        let capacity = self
            .return_capacity
            .then_some(ReturnConsumedCapacity::Total);
        let sent = self
            .shared
            .client
            .transact_write_items()
            .client_request_token(&self.token)
            .set_transact_items(Some(items))
            .set_return_consumed_capacity(capacity)
            .customize()
            .config_override(config)
            .send()
            .await;
        match sent {
            Ok(reply) => Ok(Committed {
                request_id: reply.request_id().map(str::to_owned),
                consumed_capacity: reply.consumed_capacity.unwrap_or_default(),
                attempts: 0,
            }),
            Err(error) => match cancellation(error) {
                Ok(reasons) => Err(self.cancelled(reasons)),
                Err(Failure::Other(error)) => Err(error),
                Err(Failure::ConditionFailed(_)) => Err(Error::new(
                    ErrorKind::ConditionFailed,
                    "a condition did not hold",
                )),
            },
        }
    }

    /// The error of a cancelled transaction: the fault of each step that has one.
    fn cancelled(&self, reasons: Vec<aws_sdk_dynamodb::types::CancellationReason>) -> Error {
        let mut faults = Vec::new();
        for (index, (step, reason)) in self.steps.iter().zip(reasons).enumerate() {
            let table = &step.request.table;
            let fault = match reason.code.as_deref() {
                None | Some("None") => continue,
                Some("ConditionalCheckFailed") => match step.intent.explain(reason.item, false) {
                    Refusal::Refused(error) => error,
                    Refusal::Dropped(item) | Refusal::InTheWay(item) => {
                        Error::new(ErrorKind::ConditionFailed, "the condition did not hold")
                            .with_current(Some(item))
                    }
                    // Only an earlier attempt of unknown outcome is told by the stored item.
                    Refusal::Ours(_) => continue,
                },
                Some(code) => {
                    let message = match cancellation_kind(code) {
                        ErrorKind::TransactionConflict => {
                            "another transaction or write holds the item: send the transaction again"
                        }
                        ErrorKind::Throttled => "the table or a partition is too busy: slow down",
                        _ => "DynamoDB refuses the step",
                    };
                    Error::new(cancellation_kind(code), message).with_code(Some(code), None)
                }
            };
            faults.push((
                index,
                fault
                    .with_key(step.intent.key.clone())
                    .during(OPERATION, table),
            ));
        }
        Error::cancelled(faults)
    }
}

impl fmt::Debug for Transaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction")
            .field("steps", &self.steps.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for PreparedTransaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreparedTransaction")
            .field("steps", &self.steps.len())
            .finish_non_exhaustive()
    }
}

impl IntoFuture for Transaction {
    type Output = Result<Committed>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

macro_rules! steps {
    ($($name:ident),+) => {$(
        impl<T: DynamoItem> TransactionStep for $name<T> {
            fn into_step(self, now: Moment) -> PreparedStep {
                self.at(now)
            }
        }
    )+};
}

steps!(Create, Put, Replace, Update, Delete);
