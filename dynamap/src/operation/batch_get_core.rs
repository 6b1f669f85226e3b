//! A batch of keys, of one table or of several.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::batch_get_call::{Asked, Common, Found, KEYS, OPERATION, call};
use super::batch_loop::{Call, Stopped, Work, run};
use super::batch_request::CONCURRENCY;
use super::batch_tables::place;
use super::row::Row;
use super::trace::{Operation, Trace};
use crate::expression::ProjectedPaths;
use crate::item::Item;
use crate::key::ComparableKey;
use crate::schema::Schema;
use crate::table::Shared;
use crate::time::Moment;
use crate::{Error, Result};

/// How a batch of keys is read.
pub(super) struct Settings {
    /// The client and the clock; of a batch of one table, the table too.
    pub(super) shared: Arc<Shared>,
    pub(super) consistent: bool,
    pub(super) include_expired: bool,
    pub(super) return_capacity: bool,
    pub(super) concurrency: usize,
    pub(super) config: Option<ConfigBuilder>,
}

impl Settings {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            consistent: false,
            include_expired: false,
            return_capacity: false,
            concurrency: CONCURRENCY,
            config: None,
        }
    }

    pub(super) fn configure(&mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) {
        self.config = Some(change(self.config.take().unwrap_or_default()));
    }
}

/// A key that is asked for.
#[derive(Clone)]
pub(super) struct Wanted {
    pub(super) table: Arc<Shared>,
    pub(super) schema: &'static Schema,
    pub(super) key: Item,
}

impl Wanted {
    /// Names what an error is about.
    pub(super) fn about(&self, error: Error) -> Error {
        error
            .during(OPERATION, &self.table.table)
            .with_key(self.key.clone())
    }
}

/// The answer to a key.
pub(super) enum Reply {
    Row(Row),
    /// There is no item, or an expired one.
    Nothing,
    /// DynamoDB did not get to it.
    Unprocessed(Error),
}

/// The answers to the keys of a batch.
pub(super) struct Answered {
    /// One for each key, in the order given.
    pub(super) replies: Vec<Reply>,
    /// What the calls consumed.
    pub(super) consumed_capacity: Vec<ConsumedCapacity>,
    /// Still to be told how many items are given out.
    pub(super) trace: Trace,
}

/// Reads the keys.
pub(super) async fn read(
    settings: Settings,
    paths: Option<ProjectedPaths>,
    wanted: &[Wanted],
) -> Result<Answered> {
    let tables = wanted.iter().map(|wanted| wanted.table.table.as_str());
    let trace = Trace::over(Operation::BatchGet, OPERATION, tables);
    trace.given(wanted.len());
    trace
        .run(read_within(settings, paths, wanted, &trace))
        .await
}

async fn read_within(
    settings: Settings,
    paths: Option<ProjectedPaths>,
    wanted: &[Wanted],
    trace: &Trace,
) -> Result<Answered> {
    let mut tables = Vec::new();
    let mut pending = VecDeque::new();
    let mut places = Vec::with_capacity(wanted.len());
    let mut answers = HashMap::with_capacity(wanted.len());
    for Wanted { table, key, .. } in wanted {
        let table = place(&mut tables, table);
        let comparable = ComparableKey::of(key);
        if answers
            .insert((table, comparable.clone()), State::Nothing)
            .is_none()
        {
            pending.push_back(Asked {
                table,
                key: key.clone(),
                comparable: comparable.clone(),
            });
        }
        places.push((table, comparable));
    }
    let shared = Arc::clone(&settings.shared);
    let mut reading = Reading {
        common: Arc::new(Common {
            client: shared.client.clone(),
            tables,
            paths: paths.map(|paths| carried(paths, wanted)).transpose()?,
            ttl: wanted
                .first()
                .and_then(|wanted| Some(wanted.schema.ttl.as_ref()?.name)),
            consistent: settings.consistent,
            return_capacity: settings.return_capacity,
            config: settings.config,
            trace: trace.clone(),
        }),
        shared: Arc::clone(&shared),
        pending,
        answers,
        consumed_capacity: Vec::new(),
    };
    if let Some(Stopped { left, error }) =
        run(&shared, settings.concurrency, usize::MAX, &mut reading).await
    {
        let rest = std::mem::take(&mut reading.pending);
        for asked in left.into_iter().chain(rest) {
            reading.refused(asked, &error);
        }
    }
    let replies =
        wanted
            .iter()
            .zip(places)
            .map(|(wanted, place)| match reading.answers.get(&place) {
                Some(State::Row(row, came))
                    if settings.include_expired || !row.is_expired(wanted.schema, *came) =>
                {
                    Reply::Row(row.clone())
                }
                Some(State::Left(error)) => Reply::Unprocessed(wanted.about(Error::same_as(error))),
                Some(State::Row(..) | State::Nothing) | None => Reply::Nothing,
            });
    Ok(Answered {
        replies: replies.collect(),
        consumed_capacity: reading.consumed_capacity,
        trace: trace.clone(),
    })
}

/// The paths to ask for, with the attributes that tell whose row it is and whether it has expired.
fn carried(paths: ProjectedPaths, wanted: &[Wanted]) -> Result<ProjectedPaths> {
    paths.check()?;
    let mut paths = paths.asked();
    if let Some(Wanted { schema, .. }) = wanted.first() {
        for attribute in schema.key_attributes() {
            paths.carry(attribute.name);
        }
        paths.carry_own(schema);
    }
    Ok(paths)
}

/// What is known of a key.
enum State {
    Nothing,
    /// Its row, and when it came.
    Row(Row, Moment),
    Left(Arc<Error>),
}

struct Reading {
    common: Arc<Common>,
    shared: Arc<Shared>,
    pending: VecDeque<Asked>,
    answers: HashMap<(usize, ComparableKey), State>,
    consumed_capacity: Vec<ConsumedCapacity>,
}

impl Work for Reading {
    type Unit = Asked;
    type Answer = Found;

    fn next_call(&mut self, _in_part: bool) -> Option<Call<Asked, Found>> {
        if self.pending.is_empty() {
            return None;
        }
        let chunk = self.pending.drain(..self.pending.len().min(KEYS)).collect();
        Some(Box::pin(call(Arc::clone(&self.common), chunk)))
    }

    fn has_ready(&self) -> bool {
        !self.pending.is_empty()
    }

    fn is_through(&self) -> bool {
        self.pending.is_empty()
    }

    fn answered(&mut self, found: Found) {
        let now = self.shared.now();
        for (table, key, row) in found.rows {
            self.answers.insert((table, key), State::Row(row, now));
        }
        self.consumed_capacity.extend(found.consumed_capacity);
    }

    fn refused(&mut self, asked: Asked, error: &Arc<Error>) {
        self.common.trace.failed(error);
        self.answers.insert(
            (asked.table, asked.comparable),
            State::Left(Arc::clone(error)),
        );
    }

    fn retry(&mut self, keys: Vec<Asked>) {
        for asked in keys.into_iter().rev() {
            self.pending.push_front(asked);
        }
    }
}
