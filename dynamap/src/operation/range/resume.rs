use super::clamp::from_key;
use super::lane::{Lane, Next};
use super::plan::{Partition, Plan};
use super::span::Span;
use crate::expression::SortCondition;
use crate::key::Position;
use crate::operation::read::ReadCore;
use crate::{Error, ErrorKind, Result};

/// The bucket that a position lies in, with its lanes as far as they are behind the position.
///
/// The rows of a bucket are in the order of sort key, then shard. Behind a row are: in its own shard,
/// the rows that DynamoDB gives behind its key; in the shards after it, those from its sort key on;
/// in the shards before it, those too, but for the sort key itself, whose rows came before. Only the
/// row's own shard is asked for what is behind a key, so that nothing depends on the order in which an
/// index keeps equal sort keys.
pub(super) fn resume(
    core: &ReadCore,
    plan: &Plan,
    position: Position,
) -> Result<(Span, Vec<Lane>)> {
    let fault = || {
        Error::new(
            ErrorKind::InvalidCursor,
            "the cursor lies outside of this query's range: give it to the query it came from",
        )
    };
    let place = position.place.ok_or_else(fault)?;
    let span = plan.span_at(place.start).map_err(|_| fault())?;
    if span.start != place.start || !plan.touches(&span) {
        return Err(fault());
    }
    let partitions = plan.partitions(core, &span)?;
    if position.key.is_empty() {
        return Ok((span, partitions.into_iter().map(Lane::new).collect()));
    }
    let own = partitions.iter().find(|partition| partition.place == place);
    let start = core.position_in(&own.ok_or_else(fault)?.target, position.key)?;
    let lanes = partitions.into_iter().map(|partition| {
        let mut lane = Lane::new(partition);
        if lane.place == place {
            lane.next = Next::First(Some(start.clone()));
            return lane;
        }
        let Some(key) = core.sort_key_of(&start) else {
            return lane;
        };
        let is_given = (lane.place.shard < place.shard) == core.forward;
        let mut selection = from_key(lane.target.selection, key, core.forward);
        if is_given {
            selection.excluded.push(key.clone());
            lane.given = Some(key.clone());
        }
        if selection.condition == Some(SortCondition::Nothing) {
            lane.next = Next::End;
        }
        lane.target.selection = selection;
        lane
    });
    let lanes = lanes.collect();
    Ok((span, lanes))
}

/// The partitions of a span that are read from its start.
pub(super) fn fresh(core: &ReadCore, plan: &Plan, span: &Span) -> Result<Vec<Lane>> {
    let partitions = plan.partitions(core, span)?;
    Ok(partitions
        .into_iter()
        .map(|partition: Partition| Lane::new(partition))
        .collect())
}
