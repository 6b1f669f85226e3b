//! The request of one page.

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::types::{ReturnConsumedCapacity, Select};

use super::{ReadCore, Target};
use crate::expression::{KeyCondition, Placeholders, SortCondition};
use crate::item::Item;
use crate::{Error, ErrorKind, Result};

/// One page's request.
pub(crate) enum PageRequest {
    Query(QueryFluentBuilder),
    Scan(ScanFluentBuilder),
    /// Nothing can match.
    Nothing,
}

impl ReadCore {
    /// DynamoDB's Limit counts rows before the filter, so `take` becomes one only where nothing is
    /// left out afterwards.
    fn limit(
        &self,
        target: &Target,
        filtered: bool,
        remaining: Option<usize>,
    ) -> Result<Option<i32>> {
        if self.page_size == Some(0) {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "`page_size(0)` reads nothing: give at least 1",
            ));
        }
        let remaining = remaining.filter(|_| !filtered && !self.drops_rows(target));
        let limit = match (self.page_size, remaining) {
            (Some(size), Some(remaining)) => Some(size.min(remaining)),
            (size, remaining) => size.or(remaining),
        };
        Ok(limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
    }

    /// The projection expression: what is read of each item, and what dynamap itself needs.
    fn projected(&self, count: bool, placeholders: &mut Placeholders) -> Result<Option<String>> {
        Ok(match &self.projection {
            Some(paths) if !count => {
                paths.check()?;
                let mut paths = paths.asked();
                for attribute in self.position_attributes() {
                    paths.carry(attribute.name);
                }
                for name in self.filtered_beyond_index() {
                    paths.carry(name.to_owned());
                }
                if let Some(entity) = self.held_entity() {
                    paths.carry(entity.tag);
                }
                paths.carry_ttl(self.schema);
                Some(paths.to_text(placeholders))
            }
            _ => None,
        })
    }

    /// The request of the page behind `start`.
    pub(crate) fn request(
        &self,
        target: &Target,
        start: Option<Item>,
        remaining: Option<usize>,
        count: bool,
    ) -> Result<PageRequest> {
        let now = self.shared.now();
        let mut placeholders = Placeholders::new();
        let mut start = start;
        let condition = self.sort_condition(target, now);
        if self
            .leading
            .iter()
            .chain(&condition)
            .any(|condition| matches!(condition, SortCondition::Nothing))
        {
            return Ok(PageRequest::Nothing);
        }
        if let (Some(position), Some(condition), Some(sort_key)) =
            (&start, &condition, &self.sort_key)
            && !position
                .get(sort_key.name)
                .is_some_and(|value| condition.matches(value))
        {
            // Time went on, and the position expired with everything before it.
            if !self.forward {
                return Ok(PageRequest::Nothing);
            }
            start = None;
        }
        let key_condition = (!target.partition.is_empty()).then(|| {
            let names = self.partition_key.iter().map(|attribute| attribute.name);
            let leading = self.leading();
            let leading = leading.map(|(name, condition)| (name, condition.clone()));
            let own = self.sort_key.map(|sort_key| sort_key.name).zip(condition);
            KeyCondition {
                partition: names.zip(target.partition.iter().cloned()).collect(),
                sort: leading.chain(own).collect(),
            }
            .into_text(&mut placeholders)
        });
        let filter = self.filter(now, count)?;
        let limit = self.limit(target, filter.is_some(), remaining)?;
        let filter = filter
            .map(|node| node.to_text(&mut placeholders))
            .transpose()?;
        let select = match self.partial_index() {
            _ if count => Some(Select::Count),
            // What the index does not hold DynamoDB reads from the table, if it is asked to.
            Some(_) if self.projection.is_none() => Some(Select::AllAttributes),
            _ => None,
        };
        let projection = self.projected(count, &mut placeholders)?;
        let consistent = self.consistent.then_some(true);
        let capacity = self
            .return_capacity
            .then_some(ReturnConsumedCapacity::Total);
        let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let segment = target.segment.map(|(segment, _)| number(segment));
        let total_segments = target.segment.map(|(_, total)| number(total));
        let client = &self.shared.client;
        Ok(match key_condition {
            Some(key_condition) => PageRequest::Query(
                client
                    .query()
                    .table_name(&self.shared.table)
                    .set_index_name(self.index.map(str::to_owned))
                    .key_condition_expression(key_condition)
                    .set_filter_expression(filter)
                    .set_projection_expression(projection)
                    .set_expression_attribute_names(placeholders.take_names())
                    .set_expression_attribute_values(placeholders.take_values())
                    .set_scan_index_forward((!self.forward).then_some(false))
                    .set_consistent_read(consistent)
                    .set_limit(limit)
                    .set_select(select)
                    .set_exclusive_start_key(start)
                    .set_return_consumed_capacity(capacity),
            ),
            None => PageRequest::Scan(
                client
                    .scan()
                    .table_name(&self.shared.table)
                    .set_index_name(self.index.map(str::to_owned))
                    .set_segment(segment)
                    .set_total_segments(total_segments)
                    .set_filter_expression(filter)
                    .set_projection_expression(projection)
                    .set_expression_attribute_names(placeholders.take_names())
                    .set_expression_attribute_values(placeholders.take_values())
                    .set_consistent_read(consistent)
                    .set_limit(limit)
                    .set_select(select)
                    .set_exclusive_start_key(start)
                    .set_return_consumed_capacity(capacity),
            ),
        })
    }
}
