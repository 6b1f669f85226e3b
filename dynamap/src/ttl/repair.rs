//! Repair: the right number in the place of a wrong TTL.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure,
};
use futures_util::StreamExt;
use futures_util::stream;

use super::audit::{EXAMPLES, OnProgress, Progress, attributes};
use super::classify::Seen;
use super::pace::Pace;
use super::propose::{Policy, Proposal, Stale};
use super::repair_report::{Change, Outcome, RepairReport};
use super::walk::{Rows, Walk, WalkSettings, describe, key_of, walk_settings};
use super::{Magnitude, Position, Rule, TimeToLive};
use crate::expression::{Comparator, Node, Path, Placeholders, Value};
use crate::item::Item;
use crate::operation::{Failure, Operation, Trace, observed};
use crate::time::{Moment, PointInTime, Resolution};
use crate::value::value_eq;
use crate::{Error, ErrorKind, Result};

/// Writes in flight per segment.
const WRITES: usize = 4;
/// So many failed writes in a row end a repair: the fault is not the item's.
const FAILURES_IN_A_ROW: u64 = 100;

/// A parallel scan that puts the right number in the place of a wrong TTL; [`TimeToLive::repair`].
///
/// It is a dry run until [`apply`](Self::apply) is said. Each write is an UpdateItem of the TTL attribute
/// alone, on the condition that it still holds the value that was read: an item that was changed
/// meanwhile keeps the newer value. Version and stamps of the item stay as they are, since nobody
/// edited it. What a value means must be certain; else the item is skipped, and the report says why.
///
/// A run that was interrupted may be resumed, or begun again: a repaired item needs no repair. In the
/// end the table is the same as after one run.
#[must_use = "the repair does nothing until it is sent"]
pub struct Repair {
    ttl: TimeToLive,
    walk: WalkSettings,
    at: Option<Moment>,
    examples: usize,
    policy: Policy,
    apply: bool,
    write_units: Option<u32>,
    on_progress: Option<OnProgress<RepairReport>>,
}

walk_settings!(Repair);

impl TimeToLive {
    /// A scan that puts the right number in the place of a wrong TTL; a dry run unless told otherwise.
    pub fn repair(&self) -> Repair {
        Repair {
            ttl: self.clone(),
            walk: WalkSettings::default(),
            at: None,
            examples: EXAMPLES,
            policy: Policy::default(),
            apply: false,
            write_units: None,
            on_progress: None,
        }
    }
}

impl Repair {
    /// Writes. Without it the report says what would be written.
    pub fn apply(mut self) -> Self {
        self.apply = true;
        self
    }

    /// Gives values of more than five years ago, which DynamoDB never deletes, this expiry instead.
    ///
    /// Give every run of one repair the same time. A time that is not in the future is refused.
    pub fn rescue_stale(mut self, to: impl PointInTime) -> Self {
        self.policy.stale = Stale::Rescue(to.to_moment());
        self
    }

    /// Takes values of more than five years ago off, so that the items never expire.
    ///
    /// Such an item is live again to reads that filter expired ones out.
    pub fn clear_stale(mut self) -> Self {
        self.policy.stale = Stale::Clear;
        self
    }

    /// Takes 0, -1 and other numbers that are not positive off: words for "never", which DynamoDB
    /// never deletes, but which reads take for expired.
    pub fn clear_zero_or_negative(mut self) -> Self {
        self.policy.clear_zero_or_negative = true;
        self
    }

    /// Consumes no more than so many write capacity units per second, on average. An item takes one
    /// per KB of its size, and as much again in each index that holds it.
    pub fn write_units_per_second(mut self, units: u32) -> Self {
        self.write_units = Some(units);
        self
    }

    /// Called after each page, in no order of segments.
    pub fn on_progress(
        mut self,
        call: impl FnMut(Progress<'_, RepairReport>) + Send + 'static,
    ) -> Self {
        self.on_progress = Some(Box::new(call));
        self
    }

    /// Reads the table, and writes if [`apply`](Self::apply) was said.
    ///
    /// An item that cannot be written is counted and reported by key, and the repair goes on; 100
    /// failures in a row end it. An error leaves the last [`Progress`] to resume from.
    pub async fn send(mut self) -> Result<RepairReport> {
        let trace = Trace::start(Operation::TtlRepair, "Scan", self.ttl.table(), None);
        self.walk.trace = trace.clone();
        let repaired = trace.run(self.run()).await;
        if let Ok(report) = &repaired {
            trace.written(usize::try_from(report.repaired()).unwrap_or(usize::MAX));
        }
        repaired
    }

    async fn run(self) -> Result<RepairReport> {
        let Self {
            ttl,
            walk,
            at,
            examples,
            policy,
            apply,
            write_units,
            mut on_progress,
        } = self;
        let at = at.unwrap_or_else(|| ttl.shared().now());
        check_rescue(&ttl, policy, at)?;
        let described = describe(&ttl).await?;
        if described.key.iter().any(|name| name == ttl.attribute()) {
            return Err(Error::new(
                ErrorKind::InvalidKey,
                "the TTL attribute is a key, which cannot be changed: write the item anew under another key",
            )
            .on_attribute(ttl.attribute())
            .during("UpdateItem", ttl.table()));
        }
        let new = |ttl: &TimeToLive, key: &[String]| {
            let mut report = RepairReport::new(ttl.table(), ttl.attribute(), at, apply);
            report.key = key.to_vec();
            report.examples_kept = examples;
            report
        };
        let mut report = new(&ttl, &described.key);
        let projection = attributes(&described.key, ttl.attribute());
        let mender = Arc::new(Mender {
            ttl: ttl.clone(),
            at,
            policy,
            apply,
            pace: Pace::new(write_units),
            config: walk.config.clone(),
            trace: walk.trace.clone(),
        });
        let key = described.key.clone();
        let work = move |rows: Rows| {
            let page = new(&mender.ttl, &key);
            Box::pin(mend_page(Arc::clone(&mender), rows, page))
                as Pin<Box<dyn Future<Output = Result<RepairReport>> + Send>>
        };
        let mut in_a_row = 0;
        Walk::new(&ttl, walk, Some(projection))?
            .run(work, |page| {
                let mut done = page.outcome;
                done.read_units = page.read_units;
                if done.failed() > 0 && done.repaired() + done.changed_meanwhile() == 0 {
                    in_a_row += done.failed();
                } else if done.proposed() > 0 {
                    in_a_row = 0;
                }
                let last = (in_a_row >= FAILURES_IN_A_ROW)
                    .then(|| done.take_last_failure())
                    .flatten();
                if let Some(failure) = last {
                    return Err(failure);
                }
                report.merge(done);
                if let Some(call) = &mut on_progress {
                    call(Progress {
                        estimated_items: described.items,
                        position: page.position,
                        report: &report,
                    });
                }
                Ok(())
            })
            .await?;
        Ok(report)
    }
}

fn check_rescue(ttl: &TimeToLive, policy: Policy, at: Moment) -> Result<()> {
    let Stale::Rescue(to) = policy.stale else {
        return Ok(());
    };
    let plausible = Magnitude::of(to.seconds()).unit() == Some(Resolution::Seconds);
    if plausible && to.seconds() > at.seconds() {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::InvalidTtl,
        "values are rescued into the future, before the year 2200: give a later time, or use `clear_stale`",
    )
    .on_attribute(ttl.attribute())
    .during("UpdateItem", ttl.table()))
}

/// What writes the repairs of all segments.
struct Mender {
    ttl: TimeToLive,
    at: Moment,
    policy: Policy,
    apply: bool,
    pace: Pace,
    config: Option<ConfigBuilder>,
    trace: Trace,
}

/// One item to be written.
struct Repaired {
    change: Change,
    old: AttributeValue,
    new: Option<AttributeValue>,
}

async fn mend_page(
    mender: Arc<Mender>,
    rows: Rows,
    mut report: RepairReport,
) -> Result<RepairReport> {
    let named = |error: Error| error.during("Scan", mender.ttl.table());
    let rows = rows.into_items().map_err(named)?;
    report.scan(rows.len());
    let mut repairs = Vec::new();
    for mut row in rows {
        let seen = Seen::from(row.get(mender.ttl.attribute()));
        let (class, meant) = Rule::Ttl.judge(seen, mender.at);
        let new = match mender.policy.propose(class, meant, mender.at) {
            Proposal::Nothing => continue,
            Proposal::Skip => {
                report.skip(class, key_of(&row, &report.key));
                continue;
            }
            Proposal::Set(to) => i64::try_from(to.seconds()).ok(),
            Proposal::Remove => None,
        };
        let Some(old) = row.remove(mender.ttl.attribute()) else {
            continue;
        };
        repairs.push(Repaired {
            change: Change {
                key: key_of(&row, &report.key),
                class,
                seconds: new,
            },
            old,
            new: new.map(|seconds| AttributeValue::N(seconds.to_string())),
        });
    }
    if !mender.apply {
        for repair in repairs {
            report.change(repair.change, Outcome::Proposed);
        }
        return Ok(report);
    }
    let mut writes = stream::iter(repairs)
        .map(|repair| mender.write(repair))
        .buffer_unordered(WRITES);
    while let Some((change, outcome, units)) = writes.next().await {
        report.write_units += units;
        report.change(change, outcome);
    }
    drop(writes);
    Ok(report)
}

impl Mender {
    async fn write(&self, repair: Repaired) -> (Change, Outcome, f64) {
        let Repaired { change, old, new } = repair;
        let result = self.try_write(&change.key, old, new.as_ref()).await;
        match result {
            Ok((outcome, units)) => (change, outcome, units),
            Err(error) => {
                let error = error.during("UpdateItem", self.ttl.table());
                let outcome = Outcome::Failed(error.with_key(change.key.clone()));
                (change, outcome, 0.0)
            }
        }
    }

    async fn try_write(
        &self,
        key: &Item,
        old: AttributeValue,
        new: Option<&AttributeValue>,
    ) -> Result<(Outcome, f64)> {
        let attribute = self.ttl.attribute();
        let path = || Path::named(attribute.to_owned());
        let mut placeholders = Placeholders::new();
        let mut update = String::from(if new.is_some() { "SET " } else { "REMOVE " });
        placeholders.name(&mut update, attribute);
        if let Some(new) = new {
            update.push_str(" = ");
            placeholders.value(&mut update, new.clone());
        }
        // UpdateItem creates what is not there; a value that equals the old one is there.
        let unchanged = Node::compare(path(), Comparator::Equal, Value::of(old));
        let condition = unchanged.to_text(&mut placeholders)?;

        let shared = self.ttl.shared();
        let assumed = self.pace.turn(&shared).await?;
        let config = observed(self.config.clone(), &self.trace, [&*shared]);
        let sent = self
            .ttl
            .client()
            .update_item()
            .table_name(self.ttl.table())
            .set_key(Some(key.clone()))
            .update_expression(update)
            .condition_expression(condition)
            .set_expression_attribute_names(placeholders.take_names())
            .set_expression_attribute_values(placeholders.take_values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .customize()
            .config_override(config.unwrap_or_default())
            .send()
            .await;
        match sent {
            Ok(reply) => {
                let units = reply.consumed_capacity.and_then(|it| it.capacity_units);
                let units = units.unwrap_or_default();
                self.pace.settle(assumed, units);
                Ok((Outcome::Repaired, units))
            }
            Err(error) => {
                self.pace.settle(assumed, assumed);
                match Failure::from_sdk(error) {
                    Failure::ConditionFailed(current) => {
                        Ok((self.outcome_of_refusal(current, new), 0.0))
                    }
                    Failure::Other(error) => Err(error),
                }
            }
        }
    }

    /// An attempt whose answer was lost leaves the new value behind, and the next one is refused.
    fn outcome_of_refusal(&self, current: Option<Item>, new: Option<&AttributeValue>) -> Outcome {
        let Some(current) = current else {
            return Outcome::Changed;
        };
        let done = match (current.get(self.ttl.attribute()), new) {
            (Some(stored), Some(new)) => value_eq(stored, new),
            (None, None) => true,
            _ => false,
        };
        if done {
            Outcome::Repaired
        } else {
            Outcome::Changed
        }
    }
}

impl IntoFuture for Repair {
    type Output = Result<RepairReport>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl fmt::Debug for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repair")
            .field("table", &self.ttl.table())
            .field("attribute", &self.ttl.attribute())
            .field("policy", &self.policy)
            .field("apply", &self.apply)
            .finish_non_exhaustive()
    }
}
