use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use super::merge::Merge;
use crate::Result;
use crate::key::Place;
use crate::operation::read::{PageRequest, ReadCore};

/// One request of a range, as [`RangeQuery::explain`](super::RangeQuery::explain) plans it.
///
/// It shows key values on purpose, to whoever made the range: [`Debug`](fmt::Debug) leaves them out.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup_time_series.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (readings, clock) = setup().await?;
/// let hour = datetime!(2025-03-21 12:00 UTC)..datetime!(2025-03-21 13:00 UTC);
/// let plan = readings.range("123", hour).include_expired().explain()?;
/// assert_eq!(plan.len(), 4); // the shards of one day
/// assert_eq!(
///     plan[2].to_string(),
///     "Query devices: pk = 'device#123#2025-03-21#2' AND sk BETWEEN 'time#2025-03-21T12:00:00.000Z' AND 'time#2025-03-21T13:00:00.000Z'"
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlannedRequest {
    /// The table.
    pub table: String,
    /// The index; `None` for the table itself.
    pub index: Option<&'static str>,
    /// The text of the time bucket, as in `2025-03-21`.
    pub bucket: Option<String>,
    /// The number of the write shard.
    pub shard: Option<u16>,
    /// The value of the partition key.
    pub partition_key: String,
    /// The key condition, with names and values in the place of their placeholders.
    pub key_condition: String,
    /// The filter, with names and values in the place of their placeholders.
    pub filter: Option<String>,
    /// Whether the request reads in descending order.
    pub descending: bool,
    /// DynamoDB's `Limit`: rows that it reads at most.
    pub limit: Option<i32>,
    /// Whether it goes on behind the row of a cursor.
    pub behind_cursor: bool,
}

impl fmt::Display for PlannedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Query {}", self.table)?;
        if let Some(index) = self.index {
            write!(f, " index {index}")?;
        }
        write!(f, ": {}", self.key_condition)?;
        if let Some(filter) = &self.filter {
            write!(f, ", filter {filter}")?;
        }
        if self.descending {
            f.write_str(", descending")?;
        }
        if let Some(limit) = self.limit {
            write!(f, ", limit {limit}")?;
        }
        if self.behind_cursor {
            f.write_str(", behind the cursor")?;
        }
        Ok(())
    }
}

impl fmt::Debug for PlannedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannedRequest")
            .field("table", &self.table)
            .field("index", &self.index)
            .field("bucket", &self.bucket)
            .field("shard", &self.shard)
            .field("descending", &self.descending)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// The first request of every partition, in the order of reading.
pub(super) fn explain(core: &ReadCore) -> Result<Vec<PlannedRequest>> {
    let mut planned = Vec::new();
    let Some(plan) = &core.range else {
        return Ok(planned);
    };
    plan.check()?;
    let mut merge = Merge::default();
    while let Some(lanes) = merge.take_bucket(core, plan)? {
        for lane in lanes.iter().filter(|lane| lane.has_more()) {
            let request = core.request(&lane.target, lane.start(), core.take, false)?;
            let PageRequest::Query(builder) = request else {
                continue;
            };
            let Place { start, shard } = lane.place;
            let inline = |text: &Option<String>| {
                let text = text.as_ref()?;
                Some(inlined(
                    text,
                    |name| {
                        let names = builder.get_expression_attribute_names().as_ref();
                        names?.get(name).cloned()
                    },
                    |value| {
                        let values = builder.get_expression_attribute_values().as_ref();
                        values?.get(value).map(shown)
                    },
                ))
            };
            let key_condition = inline(builder.get_key_condition_expression());
            planned.push(PlannedRequest {
                table: core.shared.table.clone(),
                index: core.index,
                bucket: plan.span_at(start)?.bucket.map(|bucket| bucket.to_string()),
                shard,
                partition_key: lane.target.partition.first().map(text).unwrap_or_default(),
                key_condition: key_condition.unwrap_or_default(),
                filter: inline(builder.get_filter_expression()),
                descending: !core.forward,
                limit: *builder.get_limit(),
                behind_cursor: builder.get_exclusive_start_key().is_some(),
            });
        }
    }
    Ok(planned)
}

/// An expression with names and values in the place of their placeholders.
fn inlined(
    text: &str,
    name: impl Fn(&str) -> Option<String>,
    value: impl Fn(&str) -> Option<String>,
) -> String {
    let mut inlined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['#', ':']) {
        let (before, from) = rest.split_at(start);
        inlined.push_str(before);
        let is_end = |c: char| !c.is_ascii_alphanumeric();
        let end = from.get(1..).and_then(|from| from.find(is_end));
        let (placeholder, behind) = from.split_at(end.map_or(from.len(), |end| end + 1));
        let found = if placeholder.starts_with('#') {
            name(placeholder)
        } else {
            value(placeholder)
        };
        inlined.push_str(found.as_deref().unwrap_or(placeholder));
        rest = behind;
    }
    inlined.push_str(rest);
    inlined
}

/// A value in an expression: numbers bare, texts in single quotes, bytes in hexadecimal digits.
fn shown(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => format!("'{text}'"),
        value => text(value),
    }
}

fn text(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text.clone(),
        AttributeValue::B(bytes) => {
            let digits = bytes
                .as_ref()
                .iter()
                .flat_map(|byte| [byte >> 4, byte & 15]);
            let digits = digits.filter_map(|digit| char::from_digit(digit.into(), 16));
            digits.collect()
        }
        AttributeValue::Bool(value) => value.to_string(),
        AttributeValue::Null(_) => "null".to_owned(),
        AttributeValue::M(_) => "{…}".to_owned(),
        _ => "[…]".to_owned(),
    }
}
