//! One shard, read from where it stands to its end.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ::time::OffsetDateTime;
use futures_util::future::{Either, select};

use super::batch::Batch;
use super::context::Context;
use super::service::{get_records, is_expired, is_refused_position, is_trimmed, iterator};
use super::start::{IteratorRequest, Start};
use super::turn::Turn;
use crate::operation::BackOff;
use crate::streams::{Lease, Position, Record, SequenceNumber, Shard};
use crate::{Error, ErrorKind, Result};

/// Iterators of LATEST begin when they are asked for, by the service's clock.
const SKEW: Duration = Duration::from_mins(1);

/// Why a shard is not read any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is closed, and all of it was handed out.
    Ended,
    /// It was given up for another reader, or since the reader stops.
    GivenUp,
    /// Another reader took it over.
    Lost,
}

pub(super) struct ShardTask {
    pub(super) context: Arc<Context>,
    pub(super) shard: Shard,
    pub(super) lease: Lease,
    pub(super) begin: Start,
    /// Set when another reader shall have the shard.
    pub(super) give_up: Arc<AtomicBool>,
    /// Whether the shard gets no more records.
    pub(super) is_closed: bool,
}

/// How far a task is.
struct Progress {
    after: Option<SequenceNumber>,
    begin: Start,
    /// When an iterator of LATEST was given.
    latest_since: Option<OffsetDateTime>,
    iterator: Option<String>,
    /// Whether everything that was handed out is checkpointed.
    is_saved: bool,
    renewed: Instant,
    /// What was slept since the last renewal: where a clock stands still, this does not.
    slept: Duration,
}

impl ShardTask {
    pub(super) async fn run(self) -> (Shard, Outcome) {
        let outcome = match self.read().await {
            Ok(outcome) => outcome,
            Err(error) => {
                let outcome = match error.kind() {
                    ErrorKind::LeaseLost => Outcome::Lost,
                    _ => Outcome::GivenUp,
                };
                if outcome == Outcome::GivenUp {
                    self.context.deliver(Err(error));
                }
                outcome
            }
        };
        if outcome != Outcome::Lost
            && let Err(error) = self
                .context
                .checkpoint
                .release(&self.shard, &self.lease)
                .await
            && error.kind() != ErrorKind::LeaseLost
        {
            self.context.deliver(Err(error));
        }
        (self.shard, outcome)
    }

    async fn read(&self) -> Result<Outcome> {
        let mut progress = Progress {
            after: match &self.lease.position {
                Position::After(number) => Some(number.clone()),
                Position::Start | Position::Since(_) | Position::End => None,
            },
            begin: match self.lease.position {
                Position::Since(since) => Start::AtTimestamp(since - SKEW),
                _ => self.begin.clone(),
            },
            latest_since: None,
            iterator: None,
            is_saved: true,
            renewed: Instant::now(),
            slept: Duration::ZERO,
        };
        let mut back_off = BackOff::default();
        let mut empty = 0;
        while !self.shall_end() {
            self.renew(&mut progress).await?;
            let records = match self.next_page(&mut progress).await {
                Ok(Page::Records(records)) => records,
                Ok(Page::End) => {
                    if progress.is_saved {
                        let checkpoint = &self.context.checkpoint;
                        checkpoint
                            .save(&self.shard, &self.lease, &Position::End)
                            .await?;
                    }
                    return Ok(Outcome::Ended);
                }
                Err(error) => {
                    if let Some(error) = self.context.after(error, &mut back_off).await {
                        self.context.deliver(Err(error));
                        let pause = self.context.settings.longest_pause;
                        self.rest(pause, &mut progress).await;
                    }
                    continue;
                }
            };
            back_off.goes_on(true);
            if records.is_empty() {
                let pause = self
                    .context
                    .settings
                    .pause(if self.is_closed { 0 } else { empty });
                empty += 1;
                self.rest(pause, &mut progress).await;
                continue;
            }
            empty = 0;
            if let Some(outcome) = self.hand_out(records, &mut progress).await? {
                return Ok(outcome);
            }
        }
        Ok(Outcome::GivenUp)
    }

    fn shall_end(&self) -> bool {
        self.context.stop.is_given() || self.give_up.load(Ordering::Acquire)
    }

    async fn rest(&self, pause: Duration, progress: &mut Progress) {
        self.context.pause(pause).await;
        progress.slept += pause;
    }

    /// Hands a batch out and waits until it is dropped.
    async fn hand_out(
        &self,
        records: Vec<Record>,
        progress: &mut Progress,
    ) -> Result<Option<Outcome>> {
        let last = records
            .last()
            .map(|record| record.event().sequence_number().clone());
        let turn = Turn::default();
        self.context.deliver(Ok(Batch::new(
            Arc::clone(&self.context),
            self.shard.clone(),
            self.lease.clone(),
            turn.clone(),
            records,
        )));
        while !turn.is_over() {
            match self.context.checkpoint.renewal() {
                None => turn.over().await,
                Some(pause) => {
                    let over = pin!(turn.over());
                    let sleep = pin!(self.context.sleep(pause));
                    if let Either::Right(_) = select(over, sleep).await {
                        progress.slept += pause;
                        self.renew(progress).await?;
                    }
                }
            }
        }
        if turn.is_lost() {
            return Ok(Some(Outcome::Lost));
        }
        progress.is_saved = turn.is_saved();
        progress.after = last.or(progress.after.take());
        Ok(None)
    }

    /// Renews the lease when a third of it is over.
    async fn renew(&self, progress: &mut Progress) -> Result<()> {
        let Some(renewal) = self.context.checkpoint.renewal() else {
            return Ok(());
        };
        if progress.slept.max(progress.renewed.elapsed()) < renewal {
            return Ok(());
        }
        match self
            .context
            .checkpoint
            .renew(&self.shard, &self.lease)
            .await
        {
            Err(error) if error.kind() == ErrorKind::LeaseLost => return Err(error),
            // The next attempt comes in time, or the lease is lost and this is found out.
            Err(_) => {}
            Ok(()) => {
                progress.renewed = Instant::now();
                progress.slept = Duration::ZERO;
            }
        }
        Ok(())
    }

    async fn next_page(&self, progress: &mut Progress) -> Result<Page> {
        let context = &self.context;
        let Some(at) = self.iterator(progress).await? else {
            return Ok(Page::End);
        };
        let answer = get_records(
            &context.client,
            &self.shard,
            &at,
            context.settings.batch_size,
        )
        .await;
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) if is_expired(&error) => {
                progress.iterator = None;
                if let (None, Some(since)) = (&progress.after, progress.latest_since) {
                    progress.begin = Start::AtTimestamp(since - SKEW);
                }
                return Ok(Page::Records(Vec::new()));
            }
            Err(error) if is_trimmed(&error) => {
                self.tell_loss(progress);
                return Ok(Page::Records(Vec::new()));
            }
            Err(error) if error.is_table_not_found() => {
                return self.gone(progress, error).map(|()| Page::End);
            }
            Err(error) => return Err(error),
        };
        progress.iterator = answer.next_shard_iterator;
        let is_end = progress.iterator.is_none();
        let mut records = Vec::new();
        for record in answer.records.unwrap_or_default() {
            match Record::try_from(record) {
                Ok(record) if progress.begin.admits(&record) => {
                    records.push(record.in_shard(&self.shard));
                }
                Ok(_) => {}
                Err(error) => {
                    context.deliver(Err(error.during("GetRecords", self.shard.stream_arn())));
                }
            }
        }
        if is_end {
            // An iterator that is no more: what is asked next is the end.
            progress.iterator = Some(String::new());
            if records.is_empty() {
                return Ok(Page::End);
            }
        }
        Ok(Page::Records(records))
    }

    /// The iterator to read by; `None` behind the end of the shard.
    async fn iterator(&self, progress: &mut Progress) -> Result<Option<String>> {
        if let Some(iterator) = &progress.iterator {
            return Ok((!iterator.is_empty()).then(|| iterator.clone()));
        }
        let request = match &progress.after {
            Some(number) => IteratorRequest::after(number),
            None => progress.begin.iterator(),
        };
        if progress.after.is_none() && progress.begin == Start::Latest {
            let since = OffsetDateTime::now_utc();
            self.context
                .checkpoint
                .save(&self.shard, &self.lease, &Position::Since(since))
                .await?;
            progress.latest_since = Some(since);
        }
        let (client, shard) = (&self.context.client, &self.shard);
        let given = match iterator(client, shard, request).await {
            Err(error) if is_trimmed(&error) => {
                self.tell_loss(progress);
                iterator(client, shard, IteratorRequest::oldest()).await?
            }
            // Not a number of this shard, or a kind that the endpoint does not know: what lies before
            // the start is left out one by one.
            Err(error) if is_refused_position(&error) => {
                iterator(client, shard, IteratorRequest::oldest()).await?
            }
            Err(error) if error.is_table_not_found() => {
                self.gone(progress, error)?;
                return Ok(None);
            }
            given => given?,
        };
        progress.iterator = Some(given.clone());
        Ok(Some(given))
    }

    /// Tells that records are gone; reading goes on with the oldest that is left.
    fn tell_loss(&self, progress: &mut Progress) {
        let error = lost(&self.shard, progress.after.take().as_ref());
        self.context.deliver(Err(error));
        progress.begin = Start::TrimHorizon;
        progress.iterator = None;
    }

    /// A shard that is not there any more: its stream is gone, or all of its records are trimmed.
    fn gone(&self, progress: &mut Progress, error: Error) -> Result<()> {
        if !self.is_closed {
            return Err(error);
        }
        self.context
            .deliver(Err(lost(&self.shard, progress.after.as_ref())));
        Ok(())
    }
}

enum Page {
    Records(Vec<Record>),
    End,
}

/// The error of records that were trimmed before they were read.
pub(super) fn lost(shard: &Shard, after: Option<&SequenceNumber>) -> Error {
    let place = match after {
        Some(number) => format!("behind the sequence number {number}"),
        None => "at its beginning".to_owned(),
    };
    Error::new(
        ErrorKind::RecordsLost,
        format!(
            "records of the shard `{shard}` {place} were trimmed before they were read, for DynamoDB keeps them for \
             24 hours: reading goes on with the oldest that is left; read the table itself for what is missing"
        ),
    )
    .during("GetRecords", shard.stream_arn())
}
