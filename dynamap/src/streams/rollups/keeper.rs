//! The keeper of rollups: what it keeps, and where it notes what it has counted.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::types::StreamViewType;

use super::apply::{Apply, Batch};
use super::claim_table::RollupClaims;
use super::contribution::Target;
use super::definition::DynamoRollup;
use super::row::Claims;
use crate::streams::Change;
use crate::table::Table;
use crate::{DynamoItem, Error, ErrorKind, Result};

/// How long claims are kept: a stream forgets its records after a day, and a consumer that holds a batch
/// for another day is none.
const KEPT_FOR: Duration = Duration::from_hours(48);

/// Rows that are written at a time.
const AT_ONCE: usize = 8;

#[doc = include_str!("exactly_once.md")]
///
/// ```
/// use dynamap::streams::{Change, Event, RollupClaims, Rollups, SequenceNumber};
/// use dynamap::{DynamoItem, DynamoRollup, Number};
/// use time::{OffsetDateTime, macros::datetime};
///
/// #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// #[dynamo(table = "readings")]
/// struct Reading {
///     #[partition_key]
///     device_id: String,
///     #[sort_key(iso)]
///     at: OffsetDateTime,
///     celsius: f64,
/// }
///
/// #[derive(Debug, PartialEq, DynamoItem, DynamoRollup)]
/// #[dynamo(table = "readings_hourly")]
/// #[rollup(of = Reading, every = hour, at = "at")]
/// struct Hourly {
///     #[partition_key]
///     device_id: String,
///     #[sort_key(iso, precision = seconds)]
///     #[rollup(window)]
///     hour: OffsetDateTime,
///     #[rollup(count)]
///     count: u64,
///     #[rollup(sum = "celsius")]
///     sum: Number,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = dynamap_embedded::Engine::in_memory()?.client();
/// let claims = RollupClaims::new(&client);
/// let hourly = Hourly::table(&client);
/// # claims.create_table().await?;
/// # hourly.create_table().send().await?;
/// let rollups = Rollups::new(&claims).rollup(&hourly);
///
/// // A batch as a stream delivers it.
/// let event = |id: &str, number: &str| {
///     let at = datetime!(2026-01-01 9:00:05 UTC);
///     Ok::<_, dynamap::Error>(Event::new(id, SequenceNumber::new(number)?).with_created_at(at))
/// };
/// let reading = |celsius| Reading {
///     device_id: "d-1".into(),
///     at: datetime!(2026-01-01 9:00 UTC),
///     celsius,
/// };
/// let batch = [
///     Change::Inserted { new: reading(20.0), event: event("e-1", "100")? },
///     Change::Modified { old: reading(20.0), new: reading(21.5), event: event("e-2", "101")? },
/// ];
/// let counts = rollups.apply(&batch).await.into_result()?;
/// assert_eq!((counts.applied, counts.duplicates), (2, 0));
///
/// // Delivered once more.
/// let counts = rollups.apply(&batch).await.into_result()?;
/// assert_eq!((counts.applied, counts.duplicates), (0, 2));
///
/// let row = hourly.get(("d-1", datetime!(2026-01-01 9:00 UTC))).send().await?.unwrap();
/// assert_eq!((row.count, row.sum), (1, "21.5".parse()?));
/// assert_eq!(row.average_celsius(), Some(21.5));
/// # Ok(())
/// # }
/// ```
pub struct Rollups<T> {
    claims: RollupClaims,
    kept_for: Duration,
    at_once: usize,
    targets: Vec<Arc<Target<T>>>,
}

impl<T> Clone for Rollups<T> {
    fn clone(&self) -> Self {
        Self {
            claims: self.claims.clone(),
            kept_for: self.kept_for,
            at_once: self.at_once,
            targets: self.targets.clone(),
        }
    }
}

impl<T> fmt::Debug for Rollups<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables: Vec<&str> = self
            .targets
            .iter()
            .map(|target| target.definition.shared.table.as_str())
            .collect();
        f.debug_struct("Rollups")
            .field("claims", &self.claims.shared().table)
            .field("rollups", &tables)
            .finish_non_exhaustive()
    }
}

impl<T: DynamoItem> Rollups<T> {
    /// A keeper without rollups, which notes in this table what it has counted.
    ///
    /// All consumers of one stream share the table.
    pub fn new(claims: &RollupClaims) -> Self {
        Self {
            claims: claims.clone(),
            kept_for: KEPT_FOR,
            at_once: AT_ONCE,
            targets: Vec::new(),
        }
    }

    /// Keeps this rollup too; the rows go into this table, whose clock fills their stamps and TTLs.
    pub fn rollup<R: DynamoRollup<Source = T>>(mut self, table: &Table<R>) -> Self {
        self.targets.push(Arc::new(Target::new(table)));
        self
    }

    /// How long claims are kept; 48 hours unless said otherwise.
    ///
    /// It has to be longer than the source can deliver an event again: DynamoDB Streams keeps records for
    /// 24 hours, a Kinesis stream for up to a year.
    pub fn keep_claims_for(mut self, length: Duration) -> Self {
        self.kept_for = length;
        self
    }

    /// How many rows are written at a time; 8 unless said otherwise, at least one.
    pub fn concurrency(mut self, rows: usize) -> Self {
        self.at_once = rows.max(1);
        self
    }

    /// Counts these changes in every rollup, those that are counted already left out.
    ///
    /// It sends one BatchGetItem for each hundred rows and pages of claims, then one TransactWriteItems for each
    /// row. Hand in a batch again if any row failed, before the next one: the changes of one item count in
    /// their order.
    pub fn apply<'a>(&self, changes: impl IntoIterator<Item = &'a Change<T>>) -> Apply {
        let now = self.claims.shared().now();
        let mut batch = Batch::default();
        for change in changes {
            for target in &self.targets {
                batch.add(target, change, now);
            }
        }
        let claims = Claims {
            shared: self.claims.shared(),
            kept_for: self.kept_for,
        };
        batch.carry_out(Arc::new(claims), self.at_once)
    }

    /// What a consumer checks before it starts: that the source's table has a stream with both images
    /// (`NEW_AND_OLD_IMAGES`), and the claims' table has its TTL on.
    ///
    /// Errors: [`ImageMissing`](ErrorKind::ImageMissing) for another view or none,
    /// [`TtlDisabled`](ErrorKind::TtlDisabled) and [`TtlMismatch`](ErrorKind::TtlMismatch) of the claims.
    pub async fn verify(&self, source: &Table<T>) -> Result<()> {
        let table = source.shared().describe(None).await?;
        let stream = table.stream_specification;
        let view = stream
            .filter(|stream| stream.stream_enabled)
            .and_then(|stream| stream.stream_view_type);
        let fault = match view {
            Some(StreamViewType::NewAndOldImages) => None,
            Some(view) => Some(format!(
                "its stream has the view {}: a rollup needs NEW_AND_OLD_IMAGES, so disable the stream and enable it with that view",
                view.as_str()
            )),
            None => {
                Some("it has no stream: enable one with the view NEW_AND_OLD_IMAGES".to_owned())
            }
        };
        if let Some(fault) = fault {
            return Err(
                Error::new(ErrorKind::ImageMissing, fault).during("DescribeTable", source.name())
            );
        }
        self.claims.ttl().verify().await.map(drop)
    }
}
