//! `dynamap show`.

use std::io::Write;

use dynamap::aws_sdk_dynamodb::Client;
use dynamap::aws_sdk_dynamodb::primitives::Blob;
use dynamap::aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, KeyType, ScalarAttributeType, TableDescription,
};
use dynamap::ttl::TimeToLive;
use dynamap::value::{DynamoValue, JsonDecoder, Number};

use crate::arguments::{ConnectionArguments, ShowArguments};
use crate::connection::client;
use crate::failure::{Failure, Outcome};
use crate::item::{Item, Setting};
use crate::moment::moment;
use crate::output::standard;
use crate::setup::status_line;

/// Items of one request, at most; a page is cut at 1 MB anyway.
const PAGE: usize = 1_000;

pub(crate) async fn run(
    connection: &ConnectionArguments,
    arguments: &ShowArguments,
) -> Result<Outcome, Failure> {
    let at = moment("--at", arguments.at.as_deref())?;
    let client = client(connection).await?;
    let description = describe(&client, &arguments.table).await?;
    let key = key_of(&description);
    let partition = match &arguments.partition {
        Some(text) => Some(partition_value(&description, &key, text)?),
        None => None,
    };
    let declared = arguments.attribute.clone().unwrap_or_default();
    let status = TimeToLive::new(&client, &arguments.table, declared)
        .status()
        .await?;
    let attribute = arguments.attribute.as_deref().or(status.attribute());
    let setting = Setting {
        ttl_attribute: attribute.map(str::to_owned),
        ttl_enabled: status.is_on() && attribute == status.attribute(),
        key,
        at,
    };

    let mut out = standard();
    if !arguments.json {
        writeln!(
            out,
            "{}",
            status_line(&status, arguments.attribute.is_some())
        )?;
    }
    let mut pages = Pages::new(&client, arguments, partition);
    let mut shown = 0;
    while shown < arguments.limit
        && let Some(items) = pages.next(arguments.limit - shown).await?
    {
        for item in &items {
            if arguments.json {
                setting.print_json(&mut out, item)?;
            } else {
                writeln!(out)?;
                setting.print(&mut out, item)?;
            }
        }
        shown += items.len();
    }
    out.flush()?;
    if !arguments.json && pages.has_more() {
        eprintln!("{shown} items shown, there may be more: raise `--limit`");
    }
    Ok(Outcome::Fine)
}

async fn describe(client: &Client, table: &str) -> Result<TableDescription, Failure> {
    client
        .describe_table()
        .table_name(table)
        .send()
        .await
        .map_err(|error| Failure::request("DescribeTable", table, &error))?
        .table
        .ok_or_else(|| {
            Failure::Service(format!(
                "DescribeTable on table `{table}`: the answer is empty"
            ))
        })
}

/// The key attributes, the partition key first.
fn key_of(description: &TableDescription) -> Vec<String> {
    let mut elements: Vec<_> = description.key_schema().iter().collect();
    elements.sort_by_key(|element| *element.key_type() != KeyType::Hash);
    elements
        .into_iter()
        .map(|element| element.attribute_name().to_owned())
        .collect()
}

/// `text` as a value of the partition key's type.
fn partition_value(
    description: &TableDescription,
    key: &[String],
    text: &str,
) -> Result<(String, AttributeValue), Failure> {
    let usage = |reason: String| Failure::Usage(format!("`--partition`: {reason}"));
    let name = key
        .first()
        .ok_or_else(|| usage("the table has no partition key".to_owned()))?;
    let definition = description
        .attribute_definitions()
        .iter()
        .find(|definition| definition.attribute_name() == name);
    let value = match definition.map(AttributeDefinition::attribute_type) {
        Some(ScalarAttributeType::N) => {
            let number: Number = text
                .parse()
                .map_err(|error| usage(format!("the partition key is a Number: {error}")))?;
            AttributeValue::N(number.to_string())
        }
        Some(ScalarAttributeType::B) => {
            // The wire's own reading of base64.
            let tagged = format!("{{\"B\":{}}}", serde_json::Value::from(text));
            let bytes = Blob::decode(&mut JsonDecoder::value_text(&tagged))
                .map_err(|_| usage("the partition key is Binary: give it in base64".to_owned()))?;
            AttributeValue::B(bytes)
        }
        _ => AttributeValue::S(text.to_owned()),
    };
    Ok((name.clone(), value))
}

/// The pages of a Query or a Scan, read as they are wanted.
struct Pages<'a> {
    client: &'a Client,
    table: &'a str,
    partition: Option<(String, AttributeValue)>,
    start: Option<Item>,
    begun: bool,
}

impl<'a> Pages<'a> {
    fn new(
        client: &'a Client,
        arguments: &'a ShowArguments,
        partition: Option<(String, AttributeValue)>,
    ) -> Self {
        Self {
            client,
            table: &arguments.table,
            partition,
            start: None,
            begun: false,
        }
    }

    fn has_more(&self) -> bool {
        !self.begun || self.start.is_some()
    }

    /// The next page, of at most `wanted` items; `None` after the last one.
    async fn next(&mut self, wanted: usize) -> Result<Option<Vec<Item>>, Failure> {
        if !self.has_more() {
            return Ok(None);
        }
        self.begun = true;
        let limit = i32::try_from(wanted.min(PAGE)).ok();
        let start = self.start.take();
        let items;
        if let Some((name, value)) = &self.partition {
            let page = self
                .client
                .query()
                .table_name(self.table)
                .key_condition_expression("#partition = :partition")
                .expression_attribute_names("#partition", name)
                .expression_attribute_values(":partition", value.clone())
                .set_exclusive_start_key(start)
                .set_limit(limit)
                .send()
                .await
                .map_err(|error| Failure::request("Query", self.table, &error))?;
            (items, self.start) = (page.items, page.last_evaluated_key);
        } else {
            let page = self
                .client
                .scan()
                .table_name(self.table)
                .set_exclusive_start_key(start)
                .set_limit(limit)
                .send()
                .await
                .map_err(|error| Failure::request("Scan", self.table, &error))?;
            (items, self.start) = (page.items, page.last_evaluated_key);
        }
        Ok(Some(items.unwrap_or_default()))
    }
}
