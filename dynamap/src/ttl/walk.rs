//! A parallel scan of a table, page by page: what audit and repair have in common.

use std::pin::Pin;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{KeyType, ReturnConsumedCapacity, TableDescription};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::TimeToLive;
use super::pace::Pace;
use super::position::Position;
use crate::expression::Placeholders;
use crate::item::Item;
use crate::key::Segment;
use crate::operation::{KeptItems, Trace, failed, observed};
use crate::value::{DecodeError, DynamoValue, JsonDecoder};
use crate::{Error, ErrorKind, Result};

/// Requests in flight, each for another part of the table.
const SEGMENTS: u32 = 4;
/// [Scan](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html)
const MOST_SEGMENTS: u32 = 1_000_000;

/// What audit and repair can be told of the scan.
#[derive(Default)]
pub(crate) struct WalkSettings {
    pub(crate) segments: Option<u32>,
    pub(crate) page_size: Option<u32>,
    pub(crate) read_units: Option<u32>,
    pub(crate) resume: Option<Position>,
    pub(crate) config: Option<ConfigBuilder>,
    pub(crate) trace: Trace,
}

/// What DescribeTable says of the table.
pub(crate) struct Described {
    /// The key attributes, partition key first.
    pub(crate) key: Vec<String>,
    /// How many items there were at most six hours ago.
    pub(crate) items: Option<u64>,
}

/// The scan of one table.
pub(crate) struct Walk {
    request: Arc<Request>,
    position: Position,
}

struct Request {
    ttl: TimeToLive,
    pace: Pace,
    segments: u32,
    page_size: Option<i32>,
    projection: Option<Vec<String>>,
    config: Option<ConfigBuilder>,
    trace: Trace,
}

/// One page that was worked on.
pub(crate) struct Worked<'a, O> {
    pub(crate) outcome: O,
    pub(crate) read_units: f64,
    /// Where to go on after this page.
    pub(crate) position: &'a Position,
}

/// The rows of a page.
pub(crate) enum Rows {
    /// As the SDK reads them.
    Items(Vec<Item>),
    /// As they came: the elements of a JSON array.
    Text(String),
}

struct Page {
    rows: Rows,
    next: Segment,
    read_units: f64,
}

type Work<O> = Pin<Box<dyn Future<Output = Result<O>> + Send>>;

pub(crate) async fn describe(ttl: &TimeToLive) -> Result<Described> {
    let described = ttl
        .client()
        .describe_table()
        .table_name(ttl.table())
        .send()
        .await
        .map_err(|error| failed(error, "DescribeTable", ttl.table()))?;
    let table = described.table;
    let mut key: Vec<_> = table
        .as_ref()
        .map(TableDescription::key_schema)
        .unwrap_or_default()
        .iter()
        .collect();
    key.sort_by_key(|element| *element.key_type() != KeyType::Hash);
    Ok(Described {
        key: key
            .into_iter()
            .map(|element| element.attribute_name().to_owned())
            .collect(),
        items: table
            .and_then(|table| table.item_count)
            .and_then(|items| u64::try_from(items).ok()),
    })
}

impl Walk {
    /// `projection` names the attributes to read; all if there is none.
    pub(crate) fn new(
        ttl: &TimeToLive,
        settings: WalkSettings,
        projection: Option<Vec<String>>,
    ) -> Result<Self> {
        let position = match settings.resume {
            Some(position) if position.table() == ttl.table() => position,
            Some(_) => {
                return Err(Error::new(
                    ErrorKind::InvalidCursor,
                    "the position belongs to another table: give it to the table it was saved for",
                )
                .during("Scan", ttl.table()));
            }
            None => {
                let segments = settings.segments.unwrap_or(SEGMENTS);
                if !(1..=MOST_SEGMENTS).contains(&segments) {
                    return Err(Error::new(
                        ErrorKind::InvalidRequest,
                        "a scan has 1 to 1,000,000 segments",
                    )
                    .during("Scan", ttl.table()));
                }
                Position::start(ttl.table(), usize::try_from(segments).unwrap_or(1))
            }
        };
        let request = Request {
            ttl: ttl.clone(),
            pace: Pace::new(settings.read_units),
            segments: u32::try_from(position.segments()).unwrap_or(MOST_SEGMENTS),
            page_size: settings
                .page_size
                .map(|rows| i32::try_from(rows.max(1)).unwrap_or(i32::MAX)),
            projection,
            config: settings.config,
            trace: settings.trace,
        };
        Ok(Self {
            request: Arc::new(request),
            position,
        })
    }

    /// Reads the pages of all segments, each segment's in turn and the segments at once, gives each to
    /// `work`, and what comes of it to `fold`. A page counts as read when `work` is through with it.
    pub(crate) async fn run<O>(
        self,
        work: impl Fn(Rows) -> Work<O>,
        mut fold: impl FnMut(Worked<'_, O>) -> Result<()>,
    ) -> Result<()> {
        let Self {
            request,
            mut position,
        } = self;
        let one = |segment: usize, start: Option<Item>| {
            let (request, work) = (&request, &work);
            async move {
                let page = request.page(segment, start).await?;
                let outcome = work(page.rows).await?;
                Ok::<_, Error>((segment, outcome, page.next, page.read_units))
            }
        };
        let mut running = FuturesUnordered::new();
        for segment in 0..position.segments() {
            match position.of(segment) {
                Segment::Start => running.push(one(segment, None)),
                Segment::Behind(key) => running.push(one(segment, Some(key))),
                Segment::Done => {}
            }
        }
        while let Some(done) = running.next().await {
            let (segment, outcome, next, read_units) = done?;
            position.advance(segment, next.clone());
            fold(Worked {
                outcome,
                read_units,
                position: &position,
            })?;
            if let Segment::Behind(key) = next {
                running.push(one(segment, Some(key)));
            }
        }
        Ok(())
    }
}

impl Request {
    async fn page(&self, segment: usize, start: Option<Item>) -> Result<Page> {
        let shared = self.ttl.shared();
        let assumed = self.pace.turn(&shared).await?;
        let mut placeholders = Placeholders::new();
        let projection = self.projection.as_ref().map(|attributes| {
            let mut text = String::new();
            for (index, name) in attributes.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                placeholders.name(&mut text, name);
            }
            text
        });
        let several = self.segments > 1;
        let config = observed(self.config.clone(), &self.trace, [&*shared]);
        let mut config = config.unwrap_or_default();
        let kept = KeptItems::of_scan();
        kept.watch(self.ttl.shared().direct_reader, &mut config);
        let reply = self
            .ttl
            .client()
            .scan()
            .table_name(self.ttl.table())
            .set_projection_expression(projection)
            .set_expression_attribute_names(placeholders.take_names())
            .set_exclusive_start_key(start)
            .set_limit(self.page_size)
            .set_segment(several.then(|| i32::try_from(segment).unwrap_or_default()))
            .set_total_segments(several.then(|| i32::try_from(self.segments).unwrap_or_default()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .customize()
            .config_override(config)
            .send()
            .await
            .map_err(|error| failed(error, "Scan", self.ttl.table()))?;
        let read_units = reply
            .consumed_capacity
            .and_then(|consumed| consumed.capacity_units)
            .unwrap_or_default();
        self.pace.settle(assumed, read_units);
        Ok(Page {
            rows: match kept.take() {
                Some(kept) => Rows::Text(kept.elements().to_owned()),
                None => Rows::Items(reply.items.unwrap_or_default()),
            },
            next: match reply.last_evaluated_key {
                Some(key) if !key.is_empty() => Segment::Behind(key),
                _ => Segment::Done,
            },
            read_units,
        })
    }
}

impl Rows {
    /// The rows as items.
    pub(crate) fn into_items(self) -> Result<Vec<Item>> {
        match self {
            Self::Items(items) => Ok(items),
            Self::Text(text) => {
                let mut items = Vec::new();
                each_row(&text, |row| {
                    items.push(Item::decode(row)?);
                    Ok(())
                })?;
                Ok(items)
            }
        }
    }
}

/// Reads the elements of a JSON array, each whole or not at all.
pub(crate) fn each_row<'a>(
    mut text: &'a str,
    mut read: impl FnMut(&mut JsonDecoder<'a>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    loop {
        text = text.trim_start_matches([',', ' ', '\t', '\r', '\n']);
        if text.is_empty() {
            return Ok(());
        }
        let mut row = JsonDecoder::item_text(text);
        read(&mut row)?;
        text = row.rest();
    }
}

/// The attributes `names` of an item: its primary key.
pub(crate) fn key_of(item: &Item, names: &[String]) -> Item {
    names
        .iter()
        .filter_map(|name| Some((name.clone(), item.get(name)?.clone())))
        .collect()
}

/// The settings that audit and repair have in common.
macro_rules! walk_settings {
    ($name:ident) => {
        impl $name {
            /// Reads the table in so many parts at once, 4 unless told. Each has one request in flight,
            /// whose page of up to 1 MB is in memory.
            pub fn segments(mut self, segments: u32) -> Self {
                self.walk.segments = Some(segments);
                self
            }

            /// At most this many items per request: DynamoDB's `Limit`.
            pub fn page_size(mut self, items: u32) -> Self {
                self.walk.page_size = Some(items);
                self
            }

            /// Consumes no more than so many read capacity units per second, on average.
            pub fn read_units_per_second(mut self, units: u32) -> Self {
                self.walk.read_units = Some(units);
                self
            }

            /// Goes on where an earlier run of the same table stopped, in its segments. The report is of
            /// the rest alone.
            pub fn resume(mut self, position: Position) -> Self {
                self.walk.resume = Some(position);
                self
            }

            /// Judges by this instant instead of now: what would be expired then.
            pub fn at(mut self, instant: impl PointInTime) -> Self {
                self.at = Some(instant.to_moment());
                self
            }

            /// Keeps so many examples of each class, by key; 3 unless told.
            pub fn examples(mut self, examples: usize) -> Self {
                self.examples = examples;
                self
            }

            /// Changes the SDK's configuration for each request: retries, timeouts, interceptors.
            pub fn customize(
                mut self,
                change: impl FnOnce(ConfigBuilder) -> ConfigBuilder,
            ) -> Self {
                self.walk.config = Some(change(self.walk.config.take().unwrap_or_default()));
                self
            }
        }
    };
}

pub(crate) use walk_settings;
