//! TransactGetItems: several items as they were at one instant.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{ConsumedCapacity, Get, ReturnConsumedCapacity, TransactGetItem};

use super::back_off::BackOff;
use super::kept_items::KeptItems;
use super::observe::observed;
use super::row::{Row, answered_rows};
use super::service_error::failed;
use super::trace::{Operation, Trace};
use crate::expression::{Placeholders, Projected, ProjectedPaths, Whole};
use crate::item::{Item, KeyOf, encode_key};
use crate::key::{ComparableKey, check_key};
use crate::schema::Schema;
use crate::table::{Shared, Table};
use crate::time::Clock;
use crate::{DynamoItem, DynamoProjection, Error, ErrorKind, Result};

/// Items of one call.
/// [TransactGetItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html)
const ITEMS: usize = 100;

const OPERATION: &str = "TransactGetItems";

/// A read of several items, of several tables, that no transaction changes in between.
///
/// ```no_run
/// # use dynamap::{DynamoItem, TransactionGet};
/// # #[derive(DynamoItem)]
/// # #[dynamo(table = "accounts")]
/// # struct Account { #[partition_key] id: String, cents: i64 }
/// # async fn example(client: &aws_sdk_dynamodb::Client) -> dynamap::Result<()> {
/// let accounts = Account::table(client);
/// let mut read = TransactionGet::new(client);
/// let from = read.get(&accounts, "a");
/// let to = read.get(&accounts, "b");
/// let mut got = read.send().await?;
/// let (from, to) = (got.take(from)?, got.take(to)?);
/// # Ok(())
/// # }
/// ```
///
/// It costs twice the read capacity of consistent reads. A conflict with a transaction that is
/// writing is tried again a few times.
#[must_use = "the read does nothing until it is sent"]
pub struct TransactionGet {
    shared: Shared,
    reads: Vec<Result<Read>>,
    include_expired: bool,
    return_capacity: bool,
    config: Option<ConfigBuilder>,
}

struct Read {
    schema: &'static Schema,
    table: Arc<Shared>,
    key: Item,
    /// What is asked for; `None` for the whole item.
    projection: Option<ProjectedPaths>,
}

/// Which answer of a [`TransactionGet`] or [`BatchGet`](super::BatchGet) is meant: its place, and the
/// type to read.
pub struct Answer<T> {
    position: usize,
    read: fn(Row) -> Result<T>,
}

impl<T: DynamoItem> Answer<T> {
    /// The answer to a key, which is a whole item.
    pub(super) fn at(position: usize) -> Self {
        Self {
            position,
            read: |row| row.read(&Whole::new()),
        }
    }
}

impl<T> Answer<T> {
    pub(super) fn position(self) -> usize {
        self.position
    }

    pub(super) fn read(self, row: Row) -> Result<T> {
        (self.read)(row)
    }
}

impl<T> Clone for Answer<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Answer<T> {}

impl<T> fmt::Debug for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Answer").field(&self.position).finish()
    }
}

impl TransactionGet {
    /// An empty read on the client's own clock.
    pub fn new(client: &Client) -> Self {
        Self {
            shared: Shared::new(client, String::new()),
            reads: Vec::new(),
            include_expired: false,
            return_capacity: false,
            config: None,
        }
    }

    /// The same on another clock, which decides what has expired.
    pub fn with_clock(mut self, clock: impl Clock) -> Self {
        self.shared.clock = Arc::new(clock);
        self
    }

    /// Switches the direct reader off, or on again: [`Table::direct_reader`]. It is off, too, where one of
    /// the handles has it off.
    pub fn direct_reader(mut self, on: bool) -> Self {
        self.shared.direct_reader = on;
        self
    }

    /// Asks for an item; [`Answers::take`] has it afterwards.
    pub fn get<T: DynamoItem>(&mut self, table: &Table<T>, key: impl KeyOf<T>) -> Answer<T> {
        self.ask(table, key, None);
        Answer::at(self.reads.len() - 1)
    }

    /// Asks for a struct that derives [`DynamoProjection`], instead of the item.
    ///
    /// It saves transfer, not read capacity.
    pub fn project<P: DynamoProjection>(
        &mut self,
        table: &Table<P::Item>,
        key: impl KeyOf<P::Item>,
    ) -> Answer<P> {
        self.ask(table, key, Some(ProjectedPaths::of::<P>()));
        Answer {
            position: self.reads.len() - 1,
            read: |row| row.read_own::<P::Item, _>(P::Item::SCHEMA, &Projected::new()),
        }
    }

    fn ask<T: DynamoItem>(
        &mut self,
        table: &Table<T>,
        key: impl KeyOf<T>,
        projection: Option<ProjectedPaths>,
    ) {
        let read = encode_key(&key.into_key()).and_then(|key| {
            check_key(T::SCHEMA, &key)?;
            Ok(Read {
                schema: T::SCHEMA,
                table: table.shared(),
                key,
                projection,
            })
        });
        self.reads
            .push(read.map_err(|error| error.during(OPERATION, table.name())));
    }

    /// Reads expired items too.
    pub fn include_expired(mut self) -> Self {
        self.include_expired = true;
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

    /// Sends the read. Nothing to read sends nothing.
    pub async fn send(self) -> Result<Answers> {
        let tables = self.reads.iter().flatten();
        let tables = tables.map(|read| read.table.table.as_str());
        let trace = Trace::over(Operation::TransactionGet, OPERATION, tables);
        trace.given(self.reads.len());
        trace
            .run(self.run(&trace))
            .await
            .map_err(|error| error.during(OPERATION, ""))
    }

    async fn run(self, trace: &Trace) -> Result<Answers> {
        let Self {
            shared,
            reads,
            include_expired,
            return_capacity,
            config,
        } = self;
        let reads = reads.into_iter().collect::<Result<Vec<Read>>>()?;
        check_reads(&reads)?;
        let mut answers = Answers {
            rows: Vec::new(),
            consumed_capacity: Vec::new(),
        };
        if reads.is_empty() {
            return Ok(answers);
        }
        let items = reads.iter().map(|read| {
            let mut placeholders = Placeholders::new();
            let projection = read.projection.clone().map(|mut paths| {
                paths.carry_own(read.schema);
                paths.to_text(&mut placeholders)
            });
            let get = Get::builder()
                .table_name(&read.table.table)
                .set_projection_expression(projection)
                .set_expression_attribute_names(placeholders.take_names())
                .set_key(Some(read.key.clone()));
            let get = get.build().map_err(|error| {
                Error::new(ErrorKind::InvalidRequest, "the read cannot be requested")
                    .with_source(error)
            })?;
            Ok(TransactGetItem::builder().get(get).build())
        });
        let items = items.collect::<Result<Vec<_>>>()?;
        let mut back_off = BackOff::default();
        let kept = KeptItems::of_transact_get();
        let direct = shared.direct_reader && reads.iter().all(|read| read.table.direct_reader);
        let reply = loop {
            let tables = reads.iter().map(|read| &*read.table);
            let config = observed(config.clone(), trace, tables);
            let mut config = config.unwrap_or_default();
            kept.watch(direct, &mut config);
            let sent = shared
                .client
                .transact_get_items()
                .set_transact_items(Some(items.clone()))
                .set_return_consumed_capacity(
                    return_capacity.then_some(ReturnConsumedCapacity::Total),
                )
                .customize()
                .config_override(config)
                .send()
                .await;
            match sent.map_err(|error| failed(error, OPERATION, "")) {
                Ok(reply) => break reply,
                Err(error) => {
                    if error.kind() != ErrorKind::TransactionConflict || !back_off.goes_on(false) {
                        return Err(error);
                    }
                }
            }
            back_off.wait(&shared).await?;
        };
        let now = shared.now();
        let rows = answered_rows(kept.take(), reply.responses);
        answers.consumed_capacity = reply.consumed_capacity.unwrap_or_default();
        for (read, row) in reads.into_iter().zip(rows) {
            let row = row.filter(|row| include_expired || !row.is_expired(read.schema, now));
            answers.rows.push((read.table, row));
        }
        let rows = answers.rows.iter();
        trace.returned(rows.filter(|(_, row)| row.is_some()).count());
        Ok(answers)
    }
}

/// What DynamoDB would refuse as a whole is refused before it is sent.
fn check_reads(reads: &[Read]) -> Result<()> {
    if reads.len() > ITEMS {
        return Err(Error::new(
            ErrorKind::InvalidRequest,
            format!(
                "the read has {} items and DynamoDB takes {ITEMS}: read fewer at once",
                reads.len()
            ),
        ));
    }
    let mut seen = HashSet::new();
    for read in reads {
        if !seen.insert((&read.table.table, ComparableKey::of(&read.key))) {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "the read names one item twice, which DynamoDB refuses: ask for it once",
            )
            .with_key(read.key.clone()));
        }
    }
    Ok(())
}

/// What a [`TransactionGet`] read.
#[must_use = "the answers have not been taken yet"]
pub struct Answers {
    rows: Vec<(Arc<Shared>, Option<Row>)>,
    consumed_capacity: Vec<ConsumedCapacity>,
}

impl Answers {
    /// Takes an item: `None` if it is missing, expired, or was taken before.
    pub fn take<T>(&mut self, answer: Answer<T>) -> Result<Option<T>> {
        let Some((table, row)) = self.rows.get_mut(answer.position) else {
            return Ok(None);
        };
        let item = row.take().map(|row| answer.read(row)).transpose();
        item.map_err(|error| error.during(OPERATION, &table.table))
    }

    /// The capacity consumed, one entry a table, if `return_consumed_capacity()` asked for it.
    pub fn consumed_capacity(&self) -> &[ConsumedCapacity] {
        &self.consumed_capacity
    }
}

impl fmt::Debug for TransactionGet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransactionGet")
            .field("reads", &self.reads.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers")
            .field("items", &self.rows.len())
            .finish_non_exhaustive()
    }
}
