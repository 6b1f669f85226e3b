//! What a query and a scan have in common: one request per page, expiry judged per request.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ConsumedCapacity, ReturnConsumedCapacity, Select};

use super::kept_items::KeptItems;
use super::observe::observed;
use super::range::Plan;
use super::row::{Row, rows};
use super::segments::other_scan;
use super::service_error::Failure;
use super::trace::{Operation, Trace, WeakTrace};
use super::verb::{live, own};
use crate::expression::{KeyCondition, Node, Placeholders, ProjectedPaths, SortCondition};
use crate::item::{Item, check_tag};
use crate::key::{
    Binding, Cursor, PathSchema, Position, Selection, SortAttribute, SortLayout, check_position,
    whole,
};
use crate::schema::{Entity, Index, KeyAttribute, Projected, Schema};
use crate::table::Shared;
use crate::time::Moment;
use crate::{Error, ErrorKind, Result};

/// What one request reads: a range of one partition; for a scan, everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Target {
    /// The partition of a query, one value for each attribute of its key; a scan has none.
    pub(crate) partition: Vec<AttributeValue>,
    pub(crate) selection: Selection,
    /// The segment of a parallel scan, and of how many it is.
    pub(crate) segment: Option<(usize, usize)>,
}

/// A query or scan, without the item's type.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent switches of one request"
)]
pub(crate) struct ReadCore {
    pub(crate) shared: Arc<Shared>,
    pub(crate) schema: &'static Schema,
    pub(crate) index: Option<&'static str>,
    /// The type to read; `None` for all types of the table.
    pub(crate) entity: Option<Entity>,
    /// The partition key of a query; a scan has none.
    pub(crate) partition_key: &'static [KeyAttribute],
    /// All attributes of the sort key.
    pub(crate) sort_keys: &'static [SortAttribute],
    /// What the first attributes of the sort key have to equal.
    pub(crate) leading: Vec<SortCondition>,
    /// The attribute of the sort key that the target's selection is of: the one behind the leading ones.
    pub(crate) sort_key: Option<SortAttribute>,
    /// What each request reads; in a range, what all its partitions have in common.
    pub(crate) target: Target,
    /// The partitions of a range.
    pub(crate) range: Option<Plan>,
    /// The segments of a parallel scan, and how many of them are asked at one time.
    pub(crate) segments: Option<usize>,
    pub(crate) concurrency: Option<usize>,
    pub(crate) filter: Option<Node>,
    pub(crate) forward: bool,
    pub(crate) consistent: bool,
    pub(crate) take: Option<usize>,
    pub(crate) page_size: Option<usize>,
    pub(crate) start_at: Option<Cursor>,
    pub(crate) include_expired: bool,
    pub(crate) skip_failures: bool,
    pub(crate) return_capacity: bool,
    pub(crate) projection: Option<ProjectedPaths>,
    pub(crate) config: Option<ConfigBuilder>,
    /// The span of the read, once it has begun.
    trace: OnceLock<WeakTrace>,
}

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
    pub(super) fn add_cost(&mut self, other: &Self) {
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

/// One page's request.
pub(crate) enum PageRequest {
    Query(QueryFluentBuilder),
    Scan(ScanFluentBuilder),
    /// Nothing can match.
    Nothing,
}

impl ReadCore {
    pub(crate) fn new(
        shared: Arc<Shared>,
        schema: &'static Schema,
        index: Option<&'static str>,
    ) -> Self {
        Self {
            shared,
            schema,
            index,
            entity: schema.entity,
            partition_key: &[],
            sort_keys: &[],
            leading: Vec::new(),
            sort_key: None,
            target: Target::default(),
            range: None,
            segments: None,
            concurrency: None,
            filter: None,
            forward: true,
            consistent: false,
            take: None,
            page_size: None,
            start_at: None,
            include_expired: false,
            skip_failures: false,
            return_capacity: false,
            projection: None,
            config: None,
            trace: OnceLock::new(),
        }
    }

    /// The span of the read begins; whoever holds it ends it.
    pub(crate) fn begin(&self) -> Trace {
        let operation = match (&self.range, self.partition_key) {
            (Some(_), _) => Operation::Range,
            (None, []) => Operation::Scan,
            (None, [..]) => Operation::Query,
        };
        let trace = Trace::start(operation, self.operation(), &self.shared.table, self.index);
        if trace.is_on() {
            // A read begins once.
            let _ = self.trace.set(trace.downgrade());
        }
        trace
    }

    fn trace(&self) -> Trace {
        self.trace
            .get()
            .map_or_else(Trace::default, WeakTrace::upgrade)
    }

    pub(crate) fn operation(&self) -> &'static str {
        if self.partition_key.is_empty() {
            "Scan"
        } else {
            "Query"
        }
    }

    /// Makes it a query of a path, of the whole partition so far.
    pub(crate) fn set_path(&mut self, path: &PathSchema) {
        self.partition_key = path.partition_key;
        self.sort_keys = path.sort_key;
        self.move_to(0);
    }

    /// Puts the next condition on the sort attribute at a position.
    fn move_to(&mut self, position: usize) {
        self.sort_key = self.sort_keys.get(position).copied();
        if let Some(sort_key) = self.sort_key {
            self.target.selection = whole(sort_key.layout);
        }
    }

    /// Narrows the sort key by equality, and moves on to its next attribute, if there is one.
    pub(crate) fn narrow_by_equality(&mut self, selection: Selection) {
        let next = self.leading.len() + 1;
        match selection.condition {
            Some(condition) if next < self.sort_keys.len() => {
                self.leading.push(condition);
                self.move_to(next);
            }
            _ => self.target.selection = selection,
        }
    }

    /// The leading sort attributes, each with its condition.
    fn leading(&self) -> impl Iterator<Item = (&'static str, &SortCondition)> {
        let names = self.sort_keys.iter().map(|sort_key| sort_key.name);
        names.zip(&self.leading)
    }

    pub(crate) fn join_filter(&mut self, node: Node) {
        self.filter = Some(match self.filter.take() {
            Some(earlier) => earlier.and(node),
            None => node,
        });
    }

    /// Names the operation in an error.
    pub(crate) fn named(&self, error: Error) -> Error {
        error
            .during(self.operation(), &self.shared.table)
            .on_index(self.index)
    }

    fn binding(&self) -> Binding<'_> {
        let partition = match &self.range {
            Some(plan) => std::slice::from_ref(plan.stem()),
            None => &self.target.partition[..],
        };
        Binding {
            table: &self.shared.table,
            index: self.index,
            partition,
            forward: self.forward,
        }
    }

    /// The key attributes of a position: those of the table and of the index.
    fn position_attributes(&self) -> Vec<KeyAttribute> {
        let mut attributes: Vec<KeyAttribute> = self.schema.key_attributes().copied().collect();
        if let Some(index) = self.index.and_then(|name| self.schema.index(name)) {
            for attribute in index.key_attributes() {
                if !attributes.contains(attribute) {
                    attributes.push(*attribute);
                }
            }
        }
        attributes
    }

    /// The cursor behind a position. The partition is left out: it is the query's own.
    pub(crate) fn seal(&self, mut position: Position) -> Cursor {
        for attribute in self.partition_key {
            position.key.remove(attribute.name);
        }
        Cursor::seal(&self.binding(), &position)
    }

    /// The position of the caller's cursor, bound to this read.
    pub(crate) fn open_cursor(&self) -> Result<Option<Position>> {
        let cursor = self.start_at.as_ref();
        let position = cursor.map(|cursor| cursor.open(&self.binding()));
        position.transpose()
    }

    /// The position of the caller's cursor, checked.
    pub(crate) fn start(&self) -> Result<Option<Item>> {
        let position = self.open_cursor()?;
        if let Some(position) = &position
            && !position.segments.is_empty()
        {
            return Err(other_scan(position.segments.len()));
        }
        let position = position.map(|position| self.position_in(&self.target, position.key));
        position.transpose()
    }

    /// A position in this partition, which a cursor never carries itself; checked, since a cursor
    /// comes from outside.
    pub(crate) fn position_in(&self, target: &Target, mut position: Item) -> Result<Item> {
        for (attribute, value) in self.partition_key.iter().zip(&target.partition) {
            position.insert(attribute.name.to_owned(), value.clone());
        }
        let fault = |message: &str| Err(Error::new(ErrorKind::InvalidCursor, message));
        if check_position(&self.position_attributes(), &position).is_err() {
            return fault(
                "the cursor does not have the key attributes of this query: give it to the query it came from",
            );
        }
        let own = self.sort_key.iter().map(|sort_key| sort_key.name);
        let own = own.zip(&target.selection.condition);
        let is_outside = |(name, condition): (&str, &SortCondition)| {
            !matches!(condition, SortCondition::Nothing)
                && !position
                    .get(name)
                    .is_some_and(|value| condition.matches(value))
        };
        if self.leading().chain(own).any(is_outside) {
            return fault(
                "the cursor lies outside of this query's range: give it to the query it came from",
            );
        }
        Ok(position)
    }

    /// The sort condition of this request: where the TTL is the sort key, expired items are left out
    /// by it, since a filter cannot name a key.
    fn sort_condition(&self, target: &Target, now: Moment) -> Option<SortCondition> {
        let condition = target.selection.condition.clone();
        match (&self.sort_key, &self.schema.ttl) {
            (Some(sort_key), Some(ttl)) if sort_key.name == ttl.name && !self.include_expired => {
                let low = AttributeValue::N((now.seconds() + 1).to_string());
                Some(SortCondition::at_least(condition, low))
            }
            _ => condition,
        }
    }

    fn is_key(&self, name: &str) -> bool {
        let partition = self.partition_key.iter().map(|attribute| attribute.name);
        let sort = self.sort_keys.iter().map(|attribute| attribute.name);
        partition.chain(sort).any(|key| key == name)
    }

    /// Whether the keys that are asked for are those of this type alone: they begin with its prefix.
    fn is_told_by_key(&self) -> bool {
        matches!(
            self.sort_key.as_ref().map(|sort_key| sort_key.layout),
            Some(SortLayout::Composed(layout)) if layout.prefix.is_some()
        )
    }

    /// The condition that leaves items of other types out, where their keys do not.
    ///
    /// A filter keeps `take` from limiting what is read, which is why a prefix of the keys is trusted; what
    /// is under it and yet of another type is left out when it is read. A count sees no item.
    fn own_entity(&self, count: bool) -> Option<Node> {
        let entity = self.held_entity()?;
        (count || !self.is_told_by_key()).then(|| own(&entity))
    }

    /// The type to read, if what is read holds its tag: an index of keys alone does not.
    fn held_entity(&self) -> Option<Entity> {
        let index = self.index.and_then(|name| self.schema.index(name));
        let holds = |entity: &Entity| index.is_none_or(|index| index.projection.holds(entity.tag));
        self.entity.filter(holds)
    }

    /// The filter of this request: what is of this type, what is live at its instant, and the caller's.
    fn filter(&self, now: Moment, count: bool) -> Result<Option<Node>> {
        let live = match &self.schema.ttl {
            Some(ttl) if !self.include_expired && !self.is_key(ttl.name) => Some(live(ttl, now)?),
            _ => None,
        };
        let own = self.own_entity(count).into_iter();
        Ok(Node::all(own.chain(live).chain(self.filter.clone())))
    }

    /// The local index that is read, if it does not hold everything.
    fn partial_index(&self) -> Option<&'static Index> {
        let index = self.index.and_then(|name| self.schema.index(name))?;
        (index.local && index.projection != Projected::All).then_some(index)
    }

    /// What the filter names that the local index does not hold. DynamoDB reads it from the table, where
    /// it is asked for more than a count.
    fn filtered_beyond_index(&self) -> Vec<&str> {
        let (Some(index), Some(filter)) = (self.partial_index(), &self.filter) else {
            return Vec::new();
        };
        let mut names = filter.attributes();
        let keys = self.position_attributes();
        names.retain(|name| {
            !index.projection.holds(name) && !keys.iter().any(|key| key.name == *name)
        });
        names
    }

    /// Whether the client drops rows that the service sends.
    pub(super) fn drops_rows(&self, target: &Target) -> bool {
        target.selection.drops_rows()
            || !self.filtered_beyond_index().is_empty()
            || (!self.include_expired
                && self
                    .schema
                    .ttl
                    .as_ref()
                    .is_some_and(|ttl| self.is_key(ttl.name)))
    }

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

    /// Reads the page behind `start`; `remaining` rows of it are wanted.
    pub(super) async fn page(
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
                let reply = builder.customize().config_override(config).send().await;
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
                let reply = builder.customize().config_override(config).send().await;
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

    /// The attribute that is looked at in every row before it is read.
    fn noted(&self) -> Option<&'static str> {
        let ttl = self.schema.ttl.as_ref().map(|ttl| ttl.name);
        ttl.filter(|_| !self.include_expired)
    }

    fn leave_out(&self, target: &Target, page: &mut RawPage) {
        let now = self.shared.now();
        let sort_key = self.sort_key.as_ref().map(|key| key.name);
        let sort_key = sort_key.filter(|_| target.selection.drops_rows());
        let ttl = self.noted();
        // A projection does not look at the tag that it carries.
        let entity = self.entity.filter(|_| self.projection.is_some());
        if sort_key.is_none() && ttl.is_none() && entity.is_none() {
            return;
        }
        page.rows.retain(|row| {
            let is_excluded = sort_key
                .and_then(|name| row.get(name))
                .is_some_and(|value| target.selection.drops(&value));
            let is_expired = || ttl.is_some_and(|ttl| row.has_passed(ttl, now));
            let is_other = || {
                entity.is_some_and(|entity| {
                    check_tag(&entity, row.get(entity.tag).as_deref()).is_err()
                })
            };
            !is_excluded && !is_expired() && !is_other()
        });
    }

    /// The sort key of a position, by which the rows of a partition are ordered.
    pub(crate) fn sort_key_of<'r>(&self, position: &'r Item) -> Option<&'r AttributeValue> {
        position.get(self.sort_key.as_ref()?.name)
    }

    /// The sort key of a row.
    pub(crate) fn sort_key_of_row<'r>(&self, row: &'r Row) -> Option<Cow<'r, AttributeValue>> {
        row.get(self.sort_key.as_ref()?.name)
    }

    /// The position of a row: what its page would have ended with, had it ended there.
    pub(crate) fn position_of(&self, row: &Row) -> Item {
        let attributes = self.position_attributes();
        row.attributes(attributes.iter().map(|attribute| attribute.name))
    }
}

fn behind(last_evaluated_key: Option<Item>) -> Option<Position> {
    let key = last_evaluated_key.filter(|key| !key.is_empty())?;
    Some(Position {
        key,
        ..Position::default()
    })
}
