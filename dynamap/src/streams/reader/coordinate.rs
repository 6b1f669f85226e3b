//! Which shards are read: parents before children, so many at a time, shared with other readers.

use std::collections::{HashMap, HashSet};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use futures_core::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt as _};

use super::context::Context;
use super::service::{Listing, list_shards, stream_of};
use super::shard::{Outcome, ShardTask, lost};
use super::shards::ShardInfo;
use super::source::Source;
use super::start::Start;
use crate::Result;
use crate::operation::BackOff;
use crate::streams::{Claim, Position, Shard};

/// How soon the children of a shard that ended are looked for.
const SOON: Duration = Duration::from_millis(200);

pub(super) struct Coordinator {
    context: Arc<Context>,
    stream_arn: String,
    tasks: FuturesUnordered<BoxFuture<'static, (Shard, Outcome)>>,
    /// The shards that are read here, and how they are told to give up.
    reading: HashMap<String, Arc<AtomicBool>>,
    /// The shards that need no more reading.
    done: HashSet<String>,
    /// The shards that were there when the reader began.
    first: Option<HashSet<String>>,
    /// The shards that were begun where the reader starts, without a checkpoint.
    fresh: HashSet<String>,
    /// Whether a shard ended since the stream was last described.
    ended: bool,
    /// For how long no batch went or was out, and how many had gone.
    idle: Duration,
    delivered: u64,
}

/// Whether a shard can be begun.
enum Readiness {
    Waits,
    Done,
    /// Its beginning.
    Begins(Start),
}

/// Reads a stream until it is stopped, or ends.
pub(super) async fn run(context: Arc<Context>, source: Source) {
    let mut back_off = BackOff::default();
    let stream_arn = loop {
        if context.stop.is_given() {
            return;
        }
        let found = match &source {
            Source::Stream(arn) => Ok(arn.clone()),
            Source::Table(table) => stream_of(&context.client, table).await,
        };
        match found {
            Ok(arn) => break arn,
            Err(error) => {
                if let Some(error) = context.after(error, &mut back_off).await {
                    context.deliver(Err(error));
                    context.pause(context.settings.discovery).await;
                }
            }
        }
    };
    let mut coordinator = Coordinator {
        context,
        stream_arn,
        tasks: FuturesUnordered::new(),
        reading: HashMap::new(),
        done: HashSet::new(),
        first: None,
        fresh: HashSet::new(),
        ended: false,
        idle: Duration::ZERO,
        delivered: 0,
    };
    coordinator.run().await;
    coordinator.end().await;
}

impl Coordinator {
    async fn run(&mut self) {
        let context = Arc::clone(&self.context);
        let mut back_off = BackOff::default();
        loop {
            if context.stop.is_given() {
                return;
            }
            match self.round().await {
                Ok(true) => return,
                Ok(false) => {
                    back_off.goes_on(true);
                    let pause = if self.ended {
                        SOON
                    } else {
                        context.settings.discovery
                    };
                    self.ended = false;
                    if self.wait(pause).await {
                        return;
                    }
                }
                Err(error) => {
                    let after = context.after(error, &mut back_off);
                    let told = alongside(&mut self.tasks, after).await;
                    if let Some(error) = self.note(told) {
                        context.deliver(Err(error));
                        if self.wait(context.settings.discovery).await {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Lists the shards and begins those that can be; whether all is read.
    async fn round(&mut self) -> Result<bool> {
        let context = Arc::clone(&self.context);
        let arn = self.stream_arn.clone();
        let listing = alongside(&mut self.tasks, list_shards(&context.client, &arn)).await;
        let listing = self.note(listing)?;
        if self.first.is_none() {
            let ids = listing.shards.iter().map(|shard| shard.id.clone());
            self.first = Some(ids.collect());
        }
        let unread = listing
            .shards
            .iter()
            .filter(|shard| !self.done.contains(&shard.id))
            .count();
        let share = context.checkpoint.share(&arn, unread);
        let share = alongside(&mut self.tasks, share).await;
        let share = self.note(share)?.max(1);
        self.give_up_beyond(share);
        let limit = share.min(context.settings.max_shards);
        self.begin(&listing, limit).await?;
        let is_over = |shard: &ShardInfo| self.done.contains(&shard.id);
        Ok(listing.is_disabled && self.reading.is_empty() && listing.shards.iter().all(is_over))
    }

    async fn begin(&mut self, listing: &Listing, limit: usize) -> Result<()> {
        let context = Arc::clone(&self.context);
        for info in &listing.shards {
            if self.done.contains(&info.id) || self.reading.contains_key(&info.id) {
                continue;
            }
            if self.reading.len() >= limit {
                return Ok(());
            }
            let shard = Shard::new(&self.stream_arn, &info.id);
            let begin = match self.readiness(info, listing).await? {
                Readiness::Waits => continue,
                Readiness::Done => {
                    self.done.insert(info.id.clone());
                    self.ended = true;
                    continue;
                }
                Readiness::Begins(begin) => begin,
            };
            let claim = alongside(&mut self.tasks, context.checkpoint.claim(&shard)).await;
            match self.note(claim)? {
                Claim::Held => {}
                Claim::Ended => {
                    self.done.insert(info.id.clone());
                    self.ended = true;
                }
                Claim::Granted(lease) => {
                    if lease.position == Position::Start && begin == context.settings.start {
                        self.fresh.insert(info.id.clone());
                    }
                    let give_up = Arc::new(AtomicBool::new(false));
                    let task = ShardTask {
                        context: Arc::clone(&context),
                        shard,
                        lease,
                        begin,
                        give_up: Arc::clone(&give_up),
                        is_closed: info.is_closed(),
                    };
                    self.tasks.push(Box::pin(task.run()));
                    self.reading.insert(info.id.clone(), give_up);
                }
            }
        }
        Ok(())
    }

    /// Whether the shard's parent is read, and where the shard is begun if nothing of it is.
    async fn readiness(&mut self, info: &ShardInfo, listing: &Listing) -> Result<Readiness> {
        let context = Arc::clone(&self.context);
        let mut has_read_parent = false;
        if let Some(parent) = &info.parent {
            let is_listed = listing.shards.iter().any(|shard| shard.id == *parent);
            let is_done = self.done.contains(parent);
            if is_listed && !is_done {
                return Ok(Readiness::Waits);
            }
            let parent = Shard::new(&self.stream_arn, parent);
            let position = alongside(&mut self.tasks, context.checkpoint.load(&parent)).await;
            let position = self.note(position)?;
            // What a parent had may all lie before the start, and the beginning of its child too.
            has_read_parent = position.is_some() && !self.fresh.contains(parent.id());
            if !is_listed && !is_done {
                // Its records were trimmed. Whether some were not read yet, the checkpoint knows.
                match position {
                    Some(Position::Start | Position::Since(_)) => {
                        context.deliver(Err(lost(&parent, None)));
                    }
                    Some(Position::After(number)) => {
                        context.deliver(Err(lost(&parent, Some(&number))));
                    }
                    Some(Position::End) | None => {}
                }
                self.done.insert(parent.id().to_owned());
            }
        }
        let is_new = |first: &HashSet<String>| !first.contains(&info.id);
        if has_read_parent || self.first.as_ref().is_some_and(is_new) {
            return Ok(Readiness::Begins(Start::TrimHorizon));
        }
        Ok(match info.begin(&context.settings.start) {
            Some(begin) => Readiness::Begins(begin),
            None => {
                let shard = Shard::new(&self.stream_arn, &info.id);
                let position = alongside(&mut self.tasks, context.checkpoint.load(&shard)).await;
                match self.note(position)? {
                    // It was begun before, so the rest of it is read.
                    Some(_) => Readiness::Begins(Start::TrimHorizon),
                    None => Readiness::Done,
                }
            }
        })
    }

    /// Tells the tasks beyond this reader's share to end after their batch.
    fn give_up_beyond(&mut self, share: usize) {
        for give_up in self.reading.values().skip(share) {
            give_up.store(true, Ordering::Release);
        }
    }

    /// Reads on for so long, or until a shard ends; whether nothing was read for as long as the reader
    /// shall wait.
    async fn wait(&mut self, pause: Duration) -> bool {
        let context = Arc::clone(&self.context);
        let pause = context.settings.idle.map_or(pause, |idle| pause.min(idle));
        let mut others = Vec::new();
        let ended = {
            let mut sleep = pin!(context.pause(pause));
            let tasks = &mut self.tasks;
            poll_fn(|cx| {
                while let Poll::Ready(Some(task)) = tasks.poll_next_unpin(cx) {
                    if task.1 == Outcome::Ended {
                        return Poll::Ready(Some(task));
                    }
                    others.push(task);
                }
                sleep.as_mut().poll(cx).map(|()| None)
            })
            .await
        };
        let has_ended = ended.is_some();
        others.extend(ended);
        self.note(((), others));
        !has_ended && self.is_idle(pause)
    }

    fn is_idle(&mut self, slept: Duration) -> bool {
        let (delivered, is_out) = self.context.delivered();
        self.idle = if delivered == self.delivered && !is_out {
            self.idle + slept
        } else {
            Duration::ZERO
        };
        self.delivered = delivered;
        self.context
            .settings
            .idle
            .is_some_and(|limit| self.idle >= limit)
    }

    /// Notes the tasks that ended while something else was done.
    fn note<T>(&mut self, (output, ended): (T, Vec<(Shard, Outcome)>)) -> T {
        for (shard, outcome) in ended {
            self.reading.remove(shard.id());
            if outcome == Outcome::Ended {
                self.done.insert(shard.id().to_owned());
                self.ended = true;
            }
        }
        output
    }

    /// Ends after the batches that are out: their shards are given up when they are dropped.
    async fn end(mut self) {
        self.context.stop.give();
        while let Some(ended) = self.tasks.next().await {
            self.note(((), vec![ended]));
        }
        if let Err(error) = self.context.checkpoint.leave().await {
            self.context.deliver(Err(error));
        }
    }
}

/// Awaits something while the tasks go on.
async fn alongside<F: Future>(
    tasks: &mut FuturesUnordered<BoxFuture<'static, (Shard, Outcome)>>,
    work: F,
) -> (F::Output, Vec<(Shard, Outcome)>) {
    let mut work = pin!(work);
    let mut ended = Vec::new();
    let output = poll_fn(|cx| {
        while let Poll::Ready(Some(task)) = tasks.poll_next_unpin(cx) {
            ended.push(task);
        }
        work.as_mut().poll(cx)
    })
    .await;
    (output, ended)
}
