//! A batch of writes that are all at hand, of one table or of several.

use std::collections::VecDeque;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;

use super::batch_loop::{Call, Stopped, Work, run};
use super::batch_request::{BatchProgress, CONCURRENCY, OnProgress};
use super::batch_write_call::{Encode, OPERATION, Pending, call, next_chunk};
use super::fill::Filling;
use super::observe::observed;
use super::trace::{Operation, Trace};
use super::written_body::WrittenBody;
use crate::key::first_repeated;
use crate::table::Shared;
use crate::{Error, ErrorKind, Result};

/// How batches and loads are sent.
pub(super) struct Settings {
    /// The client and the clock; of a batch of one table, the table too.
    pub(super) shared: Arc<Shared>,
    pub(super) filling: Filling,
    pub(super) concurrency: usize,
    pub(super) progress: Option<OnProgress>,
    pub(super) config: Option<ConfigBuilder>,
    pub(super) trace: Trace,
}

impl Settings {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            filling: Filling::default(),
            concurrency: CONCURRENCY,
            progress: None,
            config: None,
            trace: Trace::default(),
        }
    }

    pub(super) fn configure(&mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) {
        self.config = Some(change(self.config.take().unwrap_or_default()));
    }

    pub(super) fn call(&self, chunk: Vec<Pending>) -> Call<Pending, Vec<Pending>> {
        let client = self.shared.client.clone();
        let tables = chunk.iter().map(|request| &*request.table);
        let writes_body = WrittenBody::may_be_used(&client, self.config.as_ref());
        let config = observed(self.config.clone(), &self.trace, tables);
        Box::pin(call(client, config, writes_body, chunk))
    }
}

/// A request with its table.
pub(super) type Given<R> = (Arc<Shared>, R);

/// What became of a request.
pub(super) enum Fate {
    Written,
    Unprocessed(Error),
    Rejected(Error),
}

/// Sends the requests, at one instant; each with what became of it, in the order given.
pub(super) async fn write<R: Encode>(
    mut settings: Settings,
    requests: Vec<Given<R>>,
) -> Result<Vec<(Given<R>, Fate)>> {
    let tables = requests.iter().map(|(table, _)| table.table.as_str());
    let trace = Trace::over(Operation::BatchWrite, OPERATION, tables);
    trace.given(requests.len());
    settings.trace = trace.clone();
    trace.run(write_within(settings, requests)).await
}

async fn write_within<R: Encode>(
    settings: Settings,
    requests: Vec<Given<R>>,
) -> Result<Vec<(Given<R>, Fate)>> {
    let now = settings.shared.now();
    let mut fates: Vec<Fate> = Vec::with_capacity(requests.len());
    let mut pending = VecDeque::new();
    for (index, (table, request)) in requests.iter().enumerate() {
        fates.push(match request.encode(settings.filling, now) {
            Ok(request) => {
                pending.push_back(Pending {
                    index,
                    table: Arc::clone(table),
                    request,
                });
                Fate::Written
            }
            Err(error) => Fate::Rejected(error.during(OPERATION, &table.table)),
        });
    }
    check_distinct(&pending)?;
    let (shared, concurrency) = (Arc::clone(&settings.shared), settings.concurrency);
    let mut writing = Writing {
        settings,
        pending,
        fates,
        written: 0,
    };
    if let Some(Stopped { left, error }) = run(&shared, concurrency, usize::MAX, &mut writing).await
    {
        let rest = std::mem::take(&mut writing.pending);
        for request in left.into_iter().chain(rest) {
            writing.refused(request, &error);
        }
    }
    writing.settings.trace.written(writing.written);
    Ok(requests.into_iter().zip(writing.fates).collect())
}

fn check_distinct(pending: &VecDeque<Pending>) -> Result<()> {
    let places = pending
        .iter()
        .map(|sent| (&sent.request.key, &sent.table.table));
    match first_repeated(places).and_then(|index| pending.get(index)) {
        Some(twice) => Err(Error::new(
            ErrorKind::InvalidRequest,
            "two requests of the batch are on one key, which DynamoDB refuses: keep the one that is meant",
        )
        .during(OPERATION, &twice.table.table)
        .with_key(twice.request.item_key())),
        None => Ok(()),
    }
}

struct Writing {
    settings: Settings,
    pending: VecDeque<Pending>,
    fates: Vec<Fate>,
    written: usize,
}

impl Work for Writing {
    type Unit = Pending;
    type Answer = Vec<Pending>;

    fn next_call(&mut self, _in_part: bool) -> Option<Call<Pending, Vec<Pending>>> {
        let chunk = next_chunk(&mut self.pending)?;
        Some(self.settings.call(chunk))
    }

    fn has_ready(&self) -> bool {
        !self.pending.is_empty()
    }

    fn is_through(&self) -> bool {
        self.pending.is_empty()
    }

    fn answered(&mut self, done: Vec<Pending>) {
        self.written += done.len();
        if !done.is_empty()
            && let Some(progress) = &mut self.settings.progress
        {
            progress(BatchProgress {
                written: self.written,
                total: self.fates.len(),
            });
        }
    }

    fn refused(&mut self, request: Pending, error: &Arc<Error>) {
        self.settings.trace.failed(error);
        if let Some(fate) = self.fates.get_mut(request.index) {
            *fate = Fate::Unprocessed(
                Error::same_as(error)
                    .with_key(request.request.item_key())
                    .during(OPERATION, &request.table.table),
            );
        }
    }

    fn retry(&mut self, requests: Vec<Pending>) {
        for request in requests.into_iter().rev() {
            self.pending.push_front(request);
        }
    }
}
