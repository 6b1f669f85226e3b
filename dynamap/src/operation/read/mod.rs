//! What a query and a scan have in common: one request per page, expiry judged per request.

mod answer;
mod left_out;
mod position;
mod request;

use std::sync::{Arc, OnceLock};

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::range::Plan;
use super::trace::{Operation, Trace, WeakTrace};
use crate::Error;
use crate::expression::{Node, ProjectedPaths, SortCondition};
use crate::key::{Cursor, PathSchema, Selection, SortAttribute, whole};
use crate::schema::{Entity, KeyAttribute, Schema};
use crate::table::Shared;

pub(crate) use answer::RawPage;
pub(crate) use request::PageRequest;

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
}
