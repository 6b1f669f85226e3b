//! The answer of one page: its rows, its position, its cost.

use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::{PageRequest, ReadCore, Target};
use crate::Result;
use crate::item::Item;
use crate::key::Position;
use crate::operation::kept_items::KeptItems;
use crate::operation::observe::observed;
use crate::operation::row::{Row, rows};
use crate::operation::service_error::Failure;

/// One answer, without the rows that the client leaves out.
#[derive(Default)]
pub(crate) struct RawPage {
    pub(crate) rows: Vec<Row>,
    /// The position to go on behind.
    pub(crate) position: Option<Position>,
    pub(crate) count: usize,
    pub(crate) scanned_count: usize,
    pub(crate) consumed_capacity: Option<ConsumedCapacity>,
}

impl RawPage {
    /// Adds what another request read and cost, without its rows.
    pub(crate) fn add_cost(&mut self, other: &Self) {
        self.count += other.count;
        self.scanned_count += other.scanned_count;
        self.consumed_capacity = match (self.consumed_capacity.take(), &other.consumed_capacity) {
            (Some(sum), Some(one)) => Some(add_capacity(sum, one)),
            (sum, one) => sum.or_else(|| one.clone()),
        };
    }
}

/// The sum of two requests' capacity; where it was spent is the same for both.
fn add_capacity(sum: ConsumedCapacity, one: &ConsumedCapacity) -> ConsumedCapacity {
    let add = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    };
    ConsumedCapacity::builder()
        .set_table_name(sum.table_name)
        .set_capacity_units(add(sum.capacity_units, one.capacity_units))
        .set_read_capacity_units(add(sum.read_capacity_units, one.read_capacity_units))
        .set_write_capacity_units(add(sum.write_capacity_units, one.write_capacity_units))
        .build()
}

impl ReadCore {
    /// Reads the page behind `start`; `remaining` rows of it are wanted.
    pub(crate) async fn page(
        &self,
        target: &Target,
        start: Option<Item>,
        remaining: Option<usize>,
        count: bool,
    ) -> Result<RawPage> {
        let request = self.request(target, start, remaining, count)?;
        let config = observed(self.config.clone(), &self.trace(), [&*self.shared]);
        let mut config = config.unwrap_or_default();
        let mut page = match request {
            PageRequest::Nothing => return Ok(RawPage::default()),
            PageRequest::Query(builder) => {
                let kept = KeptItems::of_query().noting(self.noted());
                kept.watch(self.shared.direct_reader, &mut config);
                let reply = Box::pin(builder.customize().config_override(config).send()).await;
                let reply = reply.map_err(|error| Failure::from_sdk(error).without_condition())?;
                RawPage {
                    count: usize::try_from(reply.count).unwrap_or(0),
                    scanned_count: usize::try_from(reply.scanned_count).unwrap_or(0),
                    rows: rows(kept.take(), reply.items),
                    position: behind(reply.last_evaluated_key),
                    consumed_capacity: reply.consumed_capacity,
                }
            }
            PageRequest::Scan(builder) => {
                let kept = KeptItems::of_scan().noting(self.noted());
                kept.watch(self.shared.direct_reader, &mut config);
                let reply = Box::pin(builder.customize().config_override(config).send()).await;
                let reply = reply.map_err(|error| Failure::from_sdk(error).without_condition())?;
                RawPage {
                    count: usize::try_from(reply.count).unwrap_or(0),
                    scanned_count: usize::try_from(reply.scanned_count).unwrap_or(0),
                    rows: rows(kept.take(), reply.items),
                    position: behind(reply.last_evaluated_key),
                    consumed_capacity: reply.consumed_capacity,
                }
            }
        };
        self.leave_out(target, &mut page);
        Ok(page)
    }
}

fn behind(last_evaluated_key: Option<Item>) -> Option<Position> {
    let key = last_evaluated_key.filter(|key| !key.is_empty())?;
    Some(Position {
        key,
        ..Position::default()
    })
}
