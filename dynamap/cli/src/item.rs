//! One item, for people and for programs.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use dynamap::aws_sdk_dynamodb::types::AttributeValue;
use dynamap::time::{Moment, Resolution};
use dynamap::ttl::{Class, Form, Inspection, Rule, inspect_value};
use dynamap::value::{DynamoValue, JsonEncoder};
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::output::{json_line, print_table, printable, table};

/// What is known of the items of a table before one is read.
pub(crate) struct Setting {
    /// The key attributes, the partition key first.
    pub(crate) key: Vec<String>,
    /// The TTL attribute, if one is known.
    pub(crate) ttl_attribute: Option<String>,
    /// Whether the table's TTL is on with that attribute.
    pub(crate) ttl_enabled: bool,
    /// When times are judged.
    pub(crate) at: Moment,
}

pub(crate) type Item = HashMap<String, AttributeValue>;

/// The time in a value, if it looks like one: a number whose magnitude tells a unit, an ISO text.
fn time_in(value: &AttributeValue, at: Moment) -> Option<Inspection> {
    let inspection = inspect_value(value, at).ok()?;
    let is_time = match inspection.form {
        Form::Number => inspection.unit.is_some() && value.is_n(),
        form => form == Form::Time,
    };
    is_time.then_some(inspection)
}

/// The state of an item's TTL.
struct Ttl {
    class: Class,
    inspection: Option<Inspection>,
}

impl Ttl {
    fn of(item: &Item, attribute: &str, at: Moment) -> Self {
        let value = item.get(attribute);
        let (class, meant) = Rule::Ttl.classify(value, at);
        Self {
            class,
            // What the value is certain to stand for, and nothing else.
            inspection: meant.and_then(|_| inspect_value(value?, at).ok()),
        }
    }

    fn relative(&self) -> Option<&str> {
        self.inspection.as_ref()?.relative.as_deref()
    }

    fn utc(&self) -> Option<&str> {
        self.inspection.as_ref()?.utc.as_deref()
    }

    fn words(&self) -> String {
        match (self.class, self.relative()) {
            (Class::Ok, Some(relative)) => format!("expires {relative}"),
            (Class::Expired, Some(relative)) => format!("expired {relative}, still stored"),
            (class, _) => format!("{class}: DynamoDB {}", Rule::Ttl.effect(class)),
        }
    }
}

/// An item as JSON: see `docs/command.md`.
#[derive(Serialize)]
struct Line<'a> {
    item: Value,
    times: BTreeMap<&'a str, TimeJson>,
    ttl: Option<TtlJson<'a>>,
}

#[derive(Serialize)]
struct TimeJson {
    utc: Option<String>,
    relative: Option<String>,
    unit: Option<&'static str>,
}

#[derive(Serialize)]
struct TtlJson<'a> {
    attribute: &'a str,
    enabled: bool,
    class: &'static str,
    state: String,
    utc: Option<&'a str>,
    relative: Option<&'a str>,
}

impl Setting {
    /// One JSON object.
    pub(crate) fn print_json(&self, out: &mut impl Write, item: &Item) -> Result<(), Failure> {
        let mut times = BTreeMap::new();
        for (name, value) in item {
            if let Some(time) = time_in(value, self.at) {
                let unit = time.unit.map(Resolution::as_str);
                let (utc, relative) = (time.utc, time.relative);
                times.insert(
                    name.as_str(),
                    TimeJson {
                        utc,
                        relative,
                        unit,
                    },
                );
            }
        }
        let attribute = self.ttl_attribute.as_deref();
        let ttl = attribute.map(|name| (name, Ttl::of(item, name, self.at)));
        let line = Line {
            item: json_of_item(item)?,
            times,
            ttl: ttl.as_ref().map(|(attribute, ttl)| TtlJson {
                attribute,
                enabled: self.ttl_enabled,
                class: ttl.class.as_str(),
                state: ttl.words(),
                utc: ttl.utc(),
                relative: ttl.relative(),
            }),
        };
        json_line(out, &line)
    }

    /// A table: one line per attribute, the key first, then by name.
    pub(crate) fn print(&self, out: &mut impl Write, item: &Item) -> Result<(), Failure> {
        let mut rows = table(&["attribute", "type", "value", "meaning"]);
        let mut names: Vec<&String> = item.keys().collect();
        let place = |name: &String| self.key.iter().position(|key| key == name);
        names.sort_by_key(|name| (place(name).unwrap_or(self.key.len()), *name));
        for name in names {
            let Some(value) = item.get(name) else {
                continue;
            };
            rows.add_row([
                printable(name).into_owned(),
                tag_of(value).to_owned(),
                printable(&text_of(value)?).into_owned(),
                self.meaning(item, name, value),
            ]);
        }
        if let Some(name) = &self.ttl_attribute
            && !item.contains_key(name)
        {
            let ttl = Ttl::of(item, name, self.at);
            rows.add_row([
                printable(name).into_owned(),
                "–".to_owned(),
                "–".to_owned(),
                format!("TTL {}", ttl.words()),
            ]);
        }
        print_table(out, rows)
    }

    fn meaning(&self, item: &Item, name: &str, value: &AttributeValue) -> String {
        let mut parts = Vec::new();
        match self.key.iter().position(|key| key == name) {
            Some(0) => parts.push("partition key".to_owned()),
            Some(_) => parts.push("sort key".to_owned()),
            None => {}
        }
        if self.ttl_attribute.as_deref() == Some(name) {
            let ttl = Ttl::of(item, name, self.at);
            parts.push(format!("TTL {}", ttl.words()));
            parts.extend(ttl.utc().map(|utc| match ttl.class {
                Class::Ok | Class::Expired | Class::Stale => utc.to_owned(),
                _ => format!("it stands for {utc}"),
            }));
        } else if let Some(time) = time_in(value, self.at) {
            parts.extend(time.relative);
            parts.extend(time.utc.map(|utc| match time.unit {
                Some(Resolution::Seconds) | None => utc,
                Some(unit) => format!("{utc} ({})", unit.as_str()),
            }));
        }
        parts.join(", ")
    }
}

/// DynamoDB JSON: `{"pk":{"S":"a"}}`.
pub(crate) fn json_of_item(item: &Item) -> Result<Value, Failure> {
    let entries = item
        .iter()
        .map(|(name, value)| Ok((name.clone(), json_of(value)?)))
        .collect::<Result<serde_json::Map<_, _>, Failure>>()?;
    Ok(Value::Object(entries))
}

/// `{"S":"a"}`.
fn json_of(value: &AttributeValue) -> Result<Value, Failure> {
    let mut encoder = JsonEncoder::value(String::new());
    value
        .encode(&mut encoder)
        .map_err(|error| Failure::Service(error.to_string()))?;
    serde_json::from_str(&encoder.finish())
        .map_err(|error| Failure::Service(format!("the value is no JSON: {error}")))
}

/// The value alone, and DynamoDB JSON for what has values in it.
fn text_of(value: &AttributeValue) -> Result<String, Failure> {
    let Value::Object(tagged) = json_of(value)? else {
        return Ok(String::new());
    };
    Ok(match tagged.into_iter().next() {
        Some((_, Value::String(text))) => text,
        Some((_, value)) => value.to_string(),
        None => String::new(),
    })
}

fn tag_of(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::S(_) => "S",
        AttributeValue::N(_) => "N",
        AttributeValue::B(_) => "B",
        AttributeValue::Bool(_) => "BOOL",
        AttributeValue::Null(_) => "NULL",
        AttributeValue::L(_) => "L",
        AttributeValue::M(_) => "M",
        AttributeValue::Ss(_) => "SS",
        AttributeValue::Ns(_) => "NS",
        AttributeValue::Bs(_) => "BS",
        _ => "?",
    }
}
