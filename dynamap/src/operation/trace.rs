//! What `tracing` is told of an operation: one span of names and counts, never of contents.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use futures_util::FutureExt as _;
use tracing::field::{Empty, debug};
use tracing::{Instrument as _, Span};

use crate::{Error, ErrorKind, Result};

/// Makes the spans: each operation's name is part of a call site of its own.
macro_rules! operations {
    ($($operation:ident = $name:literal),+ $(,)?) => {
        /// An operation of dynamap's, which may take several of DynamoDB's.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Operation {
            $($operation),+
        }

        impl Operation {
            /// `request` is DynamoDB's name of what it sends.
            fn span(self, request: &str, table: Option<&str>, index: Option<&str>) -> Span {
                match self {
                    $(Self::$operation => tracing::info_span!(
                        target: "dynamap",
                        $name,
                        "otel.kind" = "client",
                        "otel.status_code" = Empty,
                        "db.system.name" = "aws.dynamodb",
                        "db.operation.name" = request,
                        "db.collection.name" = table,
                        "db.operation.batch.size" = Empty,
                        "db.response.returned_rows" = Empty,
                        "aws.dynamodb.table_names" = Empty,
                        "aws.dynamodb.index_name" = index,
                        "aws.dynamodb.count" = Empty,
                        "aws.dynamodb.scanned_count" = Empty,
                        "dynamap.requests" = Empty,
                        "dynamap.attempts" = Empty,
                        "dynamap.written" = Empty,
                        "dynamap.consumed_capacity" = Empty,
                        "error.type" = Empty,
                    )),+
                }
            }
        }
    };
}

operations! {
    Create = "dynamap.create",
    Put = "dynamap.put",
    Replace = "dynamap.replace",
    Update = "dynamap.update",
    Upsert = "dynamap.upsert",
    Delete = "dynamap.delete",
    Rescue = "dynamap.rescue",
    Rekey = "dynamap.rekey",
    Get = "dynamap.get",
    Query = "dynamap.query",
    Range = "dynamap.range",
    Scan = "dynamap.scan",
    BatchGet = "dynamap.batch_get",
    BatchWrite = "dynamap.batch_write",
    Load = "dynamap.load",
    Transaction = "dynamap.transaction",
    TransactionGet = "dynamap.transaction_get",
    CreateTable = "dynamap.create_table",
    UpdateTable = "dynamap.update_table",
    DeleteTable = "dynamap.delete_table",
    Compare = "dynamap.compare",
    TtlStatus = "dynamap.ttl.status",
    TtlPlan = "dynamap.ttl.plan",
    TtlEnsure = "dynamap.ttl.ensure",
    TtlDisable = "dynamap.ttl.disable",
    TtlRename = "dynamap.ttl.rename",
    TtlVerify = "dynamap.ttl.verify",
    TtlAudit = "dynamap.ttl.audit",
    TtlRepair = "dynamap.ttl.repair",
}

/// An operation under way as its span sees it; nothing at all where nobody listens.
///
/// The span ends, with all its counts, when the last clone is dropped.
#[derive(Clone, Default)]
pub(crate) struct Trace(Option<Arc<Inner>>);

/// The same for those that must not keep the span open.
#[derive(Default)]
pub(crate) struct WeakTrace(Weak<Inner>);

struct Inner {
    span: Span,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    requests: u64,
    attempts: u64,
    given: Option<u64>,
    returned: Option<u64>,
    counted: Option<u64>,
    scanned: Option<u64>,
    written: Option<u64>,
    capacity: Option<f64>,
    error: Option<ErrorKind>,
}

impl Trace {
    /// An operation on one table begins.
    pub(crate) fn start(
        operation: Operation,
        request: &str,
        table: &str,
        index: Option<&str>,
    ) -> Self {
        Self::of(operation.span(request, Some(table), index))
    }

    /// An operation on several tables begins, each named as often as it likes.
    pub(crate) fn over<'t>(
        operation: Operation,
        request: &str,
        tables: impl IntoIterator<Item = &'t str>,
    ) -> Self {
        let trace = Self::of(operation.span(request, None, None));
        if let Some(inner) = &trace.0 {
            let mut names: Vec<&str> = tables.into_iter().collect();
            names.sort_unstable();
            names.dedup();
            let field = match names.len() {
                1 => "db.collection.name",
                _ => "aws.dynamodb.table_names",
            };
            inner.span.record(field, names.join(", "));
        }
        trace
    }

    fn of(span: Span) -> Self {
        if span.is_disabled() {
            return Self(None);
        }
        Self(Some(Arc::new(Inner {
            span,
            counts: Mutex::default(),
        })))
    }

    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn downgrade(&self) -> WeakTrace {
        WeakTrace(self.0.as_ref().map_or_else(Weak::new, Arc::downgrade))
    }

    /// The span, to be entered while the operation is worked on.
    pub(crate) fn span(&self) -> Span {
        self.0
            .as_ref()
            .map_or_else(Span::none, |inner| inner.span.clone())
    }

    /// Carries the operation out in its span, which is told how it failed.
    // No `async fn`: its future would hold the operation twice.
    pub(crate) fn run<O, F: Future<Output = Result<O>>>(
        &self,
        operation: F,
    ) -> impl Future<Output = Result<O>> + use<'_, O, F> {
        operation
            .instrument(self.span())
            .inspect(|result| match result {
                Ok(_) => {}
                Err(error) => self.failed(error),
            })
    }

    fn note(&self, note: impl FnOnce(&mut Counts)) {
        if let Some(inner) = &self.0 {
            note(&mut inner.counts.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    pub(crate) fn request(&self) {
        self.note(|counts| counts.requests += 1);
    }

    pub(crate) fn attempt(&self) {
        self.note(|counts| counts.attempts += 1);
    }

    /// Keys, requests or steps that the operation was given.
    pub(crate) fn given(&self, number: usize) {
        self.note(|counts| counts.given = Some(number as u64));
    }

    /// Items that were given out.
    pub(crate) fn returned(&self, items: usize) {
        self.note(|counts| add(&mut counts.returned, items as u64));
    }

    /// Items that a count found.
    pub(crate) fn counted(&self, items: u64) {
        self.note(|counts| counts.counted = Some(items));
    }

    pub(crate) fn scanned(&self, rows: u64) {
        self.note(|counts| add(&mut counts.scanned, rows));
    }

    /// Requests of a batch that were carried out.
    pub(crate) fn written(&self, requests: usize) {
        self.note(|counts| counts.written = Some(requests as u64));
    }

    pub(crate) fn consumed(&self, units: f64) {
        self.note(|counts| counts.capacity = Some(counts.capacity.unwrap_or_default() + units));
    }

    pub(crate) fn failed(&self, error: &Error) {
        self.note(|counts| counts.error = Some(error.kind()));
    }
}

fn add(sum: &mut Option<u64>, more: u64) {
    *sum = Some(sum.unwrap_or_default().saturating_add(more));
}

impl WeakTrace {
    pub(crate) fn upgrade(&self) -> Trace {
        Trace(self.0.upgrade())
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let span = &self.span;
        let counts = self
            .counts
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let sent = |number: u64| (number > 0).then_some(number);
        for (field, number) in [
            ("dynamap.requests", sent(counts.requests)),
            ("dynamap.attempts", sent(counts.attempts)),
            ("db.operation.batch.size", counts.given),
            ("db.response.returned_rows", counts.returned),
            ("aws.dynamodb.count", counts.counted),
            ("aws.dynamodb.scanned_count", counts.scanned),
            ("dynamap.written", counts.written),
        ] {
            if let Some(number) = number {
                span.record(field, number);
            }
        }
        if let Some(units) = counts.capacity {
            span.record("dynamap.consumed_capacity", units);
        }
        if let Some(kind) = counts.error {
            span.record("error.type", debug(kind));
            span.record("otel.status_code", "ERROR");
        }
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace").finish_non_exhaustive()
    }
}
