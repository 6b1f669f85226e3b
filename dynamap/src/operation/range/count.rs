use std::collections::VecDeque;

use futures_util::stream::{FuturesUnordered, StreamExt as _};

use super::lane::{Lane, Next};
use super::merge::Merge;
use super::plan::Plan;
use crate::Result;
use crate::operation::read::ReadCore;

/// Counts the rows of a range, in no order. DynamoDB counts where it can; rows that only the client
/// can leave out are read.
pub(crate) async fn count(core: &ReadCore) -> Result<u64> {
    let Some(plan) = &core.range else {
        return Ok(0);
    };
    if core.take == Some(0) {
        return Ok(0);
    }
    plan.check()?;
    // What is beyond `take` need not be counted, so that one partition is counted after the other.
    let at_once = match core.take {
        Some(_) => 1,
        None => plan.concurrency(),
    };
    let mut lanes = Lanes::default();
    let mut counting = FuturesUnordered::new();
    let mut total = 0;
    loop {
        while counting.len() < at_once {
            let Some(lane) = lanes.next(core, plan)? else {
                break;
            };
            let wanted = core.take.map(|take| take - total);
            counting.push(count_lane(core, plan, lane, wanted));
        }
        let Some(rows) = counting.next().await else {
            return Ok(total as u64);
        };
        total += rows?;
        if let Some(take) = core.take
            && total >= take
        {
            return Ok(take as u64);
        }
    }
}

/// The lanes of one bucket after the other.
#[derive(Default)]
struct Lanes {
    merge: Merge,
    lanes: VecDeque<Lane>,
}

impl Lanes {
    fn next(&mut self, core: &ReadCore, plan: &Plan) -> Result<Option<Lane>> {
        loop {
            if let Some(lane) = self.lanes.pop_front() {
                return Ok(Some(lane));
            }
            match self.merge.take_bucket(core, plan)? {
                Some(lanes) => self.lanes = lanes.into(),
                None => return Ok(None),
            }
        }
    }
}

/// The rows of a lane, at most as many as are wanted.
async fn count_lane(
    core: &ReadCore,
    plan: &Plan,
    mut lane: Lane,
    wanted: Option<usize>,
) -> Result<usize> {
    let by_service = !core.drops_rows(&lane.target);
    let mut total = 0;
    while lane.has_more() {
        let remaining = wanted.map(|wanted| wanted.saturating_sub(total));
        if remaining == Some(0) {
            break;
        }
        let page = core
            .page(&lane.target, lane.start(), remaining, by_service)
            .await;
        let page = page.map_err(|error| error.in_part(&plan.name(lane.place)))?;
        total += if by_service {
            page.count
        } else {
            page.rows.len()
        };
        lane.next = match page.position {
            Some(position) => Next::Behind(position.key),
            None => Next::End,
        };
    }
    Ok(total)
}
