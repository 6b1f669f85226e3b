use futures_util::stream::{FuturesUnordered, StreamExt as _};

use super::lane::Lane;
use super::merge::Merge;
use super::plan::Plan;
use crate::item::Item;
use crate::operation::read::{RawPage, ReadCore, Target};

/// The bucket whose rows are given out.
const CURRENT: usize = 0;

/// A request to send: which lane of which open bucket, and what it asks.
struct Job {
    bucket: usize,
    lane: usize,
    target: Target,
    start: Option<Item>,
}

impl Job {
    fn new(bucket: usize, index: usize, lane: &mut Lane) -> Self {
        lane.asked = true;
        Self {
            bucket,
            lane: index,
            target: lane.target.clone(),
            start: lane.start(),
        }
    }
}

impl Merge {
    /// Sends the requests without which no row is known, and those that are soon wanted beside them, and
    /// waits for all of them. What they read and cost is added to the page.
    pub(super) async fn round(
        &mut self,
        core: &ReadCore,
        plan: &Plan,
        remaining: Option<usize>,
        page: &mut RawPage,
    ) {
        let mut waiting = self.jobs(core, plan).into_iter();
        let mut in_flight = FuturesUnordered::new();
        loop {
            while in_flight.len() < plan.concurrency() {
                let Some(job) = waiting.next() else { break };
                in_flight.push(async move {
                    let reply = core.page(&job.target, job.start, remaining, false).await;
                    (job.bucket, job.lane, reply)
                });
            }
            let Some((bucket, lane, reply)) = in_flight.next().await else {
                return;
            };
            let open = self.open.get_mut(bucket);
            let Some(lane) = open.and_then(|open| open.lanes.get_mut(lane)) else {
                continue;
            };
            match reply {
                Ok(mut reply) => {
                    page.add_cost(&reply);
                    lane.receive(core, &mut reply);
                }
                Err(error) => {
                    lane.failure = Some(error.in_part(&plan.name(lane.place)));
                    // Without the current bucket nothing else is of use.
                    if bucket == CURRENT {
                        return;
                    }
                }
            }
        }
    }

    /// The lanes of the current bucket that are dry, and the others that soon will be; then, if the
    /// reader goes on anyway, the first pages of later buckets, as far as no more pages are held than
    /// are read at one time.
    fn jobs(&mut self, core: &ReadCore, plan: &Plan) -> Vec<Job> {
        // With `take`, what is wanted may be less than what is read.
        let takes_all = core.take.is_none();
        let mut jobs = Vec::new();
        let mut rests = 0;
        if let Some(bucket) = self.open.get_mut(CURRENT) {
            for (index, lane) in bucket.lanes.iter_mut().enumerate() {
                let is_wanted = lane.is_dry() || (takes_all && lane.runs_low());
                if is_wanted && lane.has_more() && !lane.asked {
                    rests += usize::from(!lane.rows.is_empty());
                    jobs.push(Job::new(CURRENT, index, lane));
                }
            }
        }
        if !(takes_all && self.reads_ahead && self.gave) {
            return jobs;
        }
        let lanes = self.open.iter().flat_map(|bucket| &bucket.lanes);
        let held = lanes.filter(|lane| !lane.rows.is_empty()).count();
        let most = plan.concurrency().max(plan.most_shards());
        let mut free = most.saturating_sub(jobs.len() + held - rests);
        let mut later = CURRENT + 1;
        while free > 0 {
            if self.open.len() <= later && !matches!(self.open_next(core, plan), Ok(true)) {
                // An error is met again when the bucket is wanted.
                break;
            }
            let Some(bucket) = self.open.get_mut(later) else {
                break;
            };
            for (index, lane) in bucket.lanes.iter_mut().enumerate() {
                if free > 0 && lane.is_unread() && lane.has_more() && !lane.asked {
                    jobs.push(Job::new(later, index, lane));
                    free -= 1;
                }
            }
            later += 1;
        }
        jobs
    }
}
