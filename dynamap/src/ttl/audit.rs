//! Audit: a parallel scan that classifies every item.

use std::fmt;
use std::pin::Pin;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;

use super::report::Report;
use super::walk::{Rows, Walk, WalkSettings, describe, walk_settings};
use super::{Position, Rule, TimeToLive};
use crate::Result;
use crate::operation::{Operation, Trace};
use crate::time::{Moment, PointInTime, TimeFormat};

/// Examples of each class.
pub(super) const EXAMPLES: usize = 3;

/// How far a scan is, page by page.
#[derive(Debug)]
#[non_exhaustive]
pub struct Progress<'a, R> {
    /// How many items the table has, as DynamoDB counted them at most six hours ago.
    pub estimated_items: Option<u64>,
    /// Where to resume: everything up to here is in the report, and nothing else.
    pub position: &'a Position,
    /// The report so far.
    pub report: &'a R,
}

/// What is called after each page.
pub(super) type OnProgress<R> = Box<dyn FnMut(Progress<'_, R>) + Send>;

/// A parallel scan that classifies what every item holds as its TTL; [`TimeToLive::audit`].
///
/// It reads, and pays for, every item of the table: half a read unit per 4 KB. It needs the permissions
/// `dynamodb:DescribeTable`, `dynamodb:DescribeTimeToLive` and `dynamodb:Scan`. Its memory does not grow
/// with the table.
#[must_use = "the audit does nothing until it is sent"]
pub struct Audit {
    ttl: TimeToLive,
    walk: WalkSettings,
    at: Option<Moment>,
    examples: usize,
    rule: Rule,
    keys_only: bool,
    on_progress: Option<OnProgress<Report>>,
}

walk_settings!(Audit);

impl TimeToLive {
    /// A scan that classifies what every item holds in the declared attribute.
    pub fn audit(&self) -> Audit {
        Audit {
            ttl: self.clone(),
            walk: WalkSettings::default(),
            at: None,
            examples: EXAMPLES,
            rule: Rule::Ttl,
            keys_only: false,
            on_progress: None,
        }
    }
}

impl Audit {
    /// Audits a time that is no TTL, in this format: mixed units, and ISO text that sorts elsewhere. The
    /// attribute may be a key, but its text must be the time alone, without prefix or suffix.
    pub fn format(mut self, format: TimeFormat) -> Self {
        self.rule = Rule::Time(format);
        self
    }

    /// Reads the key and the audited attribute alone, which is faster. It costs the same read capacity,
    /// and cannot find the attribute under a name that differs by case.
    pub fn keys_only(mut self) -> Self {
        self.keys_only = true;
        self
    }

    /// Called after each page, in no order of segments.
    pub fn on_progress(mut self, call: impl FnMut(Progress<'_, Report>) + Send + 'static) -> Self {
        self.on_progress = Some(Box::new(call));
        self
    }

    /// Reads the table, and the table's TTL setting if the TTL is audited.
    ///
    /// An error ends the audit; what was read until then is in the last [`Progress`].
    pub async fn send(mut self) -> Result<Report> {
        let trace = Trace::start(Operation::TtlAudit, "Scan", self.ttl.table(), None);
        self.walk.trace = trace.clone();
        trace.run(self.run()).await
    }

    async fn run(self) -> Result<Report> {
        let Self {
            ttl,
            walk,
            at,
            examples,
            rule,
            keys_only,
            mut on_progress,
        } = self;
        let described = describe(&ttl).await?;
        let at = at.unwrap_or_else(|| ttl.shared().now());
        let mut report = Report::new(ttl.table(), ttl.attribute(), rule, at);
        report.key.clone_from(&described.key);
        report.examples_kept = examples;
        if rule == Rule::Ttl {
            report.status = Some(ttl.status().await?);
        }
        let projection = keys_only.then(|| attributes(&described.key, ttl.attribute()));
        let blank = report.clone();
        let work = move |rows: Rows| {
            let mut page = blank.clone();
            Box::pin(async move {
                page.count_rows(rows)?;
                Ok(page)
            }) as Pin<Box<dyn Future<Output = Result<Report>> + Send>>
        };
        Walk::new(&ttl, walk, projection)?
            .run(work, |page| {
                report.merge(page.outcome);
                report.read_units += page.read_units;
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

/// The key attributes and one more, each once.
pub(super) fn attributes(key: &[String], attribute: &str) -> Vec<String> {
    let mut names = key.to_vec();
    if !names.iter().any(|name| name == attribute) {
        names.push(attribute.to_owned());
    }
    names
}

impl IntoFuture for Audit {
    type Output = Result<Report>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit")
            .field("table", &self.ttl.table())
            .field("attribute", &self.ttl.attribute())
            .field("rule", &self.rule)
            .finish_non_exhaustive()
    }
}
