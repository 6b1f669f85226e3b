//! `dynamap ttl audit`.

use std::collections::BTreeMap;
use std::io::Write;

use dynamap::time::{Resolution, TimeFormat};
use dynamap::ttl::{Report, Rule};
use serde::Serialize;
use serde_json::Value;

use crate::arguments::{AuditArguments, ConnectionArguments};
use crate::connection::client;
use crate::failure::{Failure, Outcome};
use crate::item::json_of_item;
use crate::moment::{moment, utc};
use crate::output::{command_words, json_line, report_lines, standard};
use crate::progress::Watcher;
use crate::setup::{StatusJson, time_to_live};

/// A report as JSON: see `docs/command.md`.
#[derive(Serialize)]
struct AuditJson<'a> {
    table: &'a str,
    attribute: &'a str,
    rule: String,
    at: Option<String>,
    status: Option<StatusJson<'a>>,
    scanned: u64,
    faults: u64,
    clean: bool,
    read_units: f64,
    classes: Vec<ClassJson>,
    spelled_otherwise: u64,
    spellings: &'a BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct ClassJson {
    class: &'static str,
    count: u64,
    fault: bool,
    effect: &'static str,
    advice: String,
    examples: Vec<Value>,
}

pub(crate) async fn run(
    connection: &ConnectionArguments,
    arguments: &AuditArguments,
) -> Result<Outcome, Failure> {
    let at = moment("--at", arguments.walk.at.as_deref())?;
    let client = client(connection).await?;
    let ttl = time_to_live(&client, &arguments.ttl).await?;
    let watcher = Watcher::new(arguments.walk.position.as_deref());
    let mut audit = ttl
        .audit()
        .segments(arguments.walk.segments)
        .examples(arguments.walk.examples)
        .at(at);
    if let Some(format) = format(arguments) {
        audit = audit.format(format);
    }
    if let Some(units) = arguments.walk.read_units {
        audit = audit.read_units_per_second(units);
    }
    if let Some(position) = watcher.resumed()? {
        audit = audit.resume(position);
    }
    let page = watcher.clone();
    let report = audit
        .on_progress(move |progress| {
            let report = progress.report;
            let found = format!("{} faulty", report.faults());
            page.page(
                progress.estimated_items,
                report.scanned(),
                found,
                progress.position,
            );
        })
        .send()
        .await;
    watcher.end(report.is_ok())?;
    let report = report?;

    let mut out = standard();
    if arguments.ttl.json {
        json_line(&mut out, &json(&report)?)?;
    } else {
        writeln!(out, "{}", report_lines(&report.to_string()))?;
    }
    Ok(Outcome::findings_if(!report.is_clean()))
}

fn format(arguments: &AuditArguments) -> Option<TimeFormat> {
    let unit = arguments.unit.map(|unit| TimeFormat::Epoch(unit.into()));
    let iso = arguments.iso.map(|unit| TimeFormat::Iso(unit.into()));
    unit.or(iso)
}

fn json(report: &Report) -> Result<AuditJson<'_>, Failure> {
    let rule = report.rule();
    let class = |(class, count)| {
        Ok(ClassJson {
            class: dynamap::ttl::Class::as_str(class),
            count,
            fault: rule.is_fault(class),
            effect: rule.effect(class),
            advice: command_words(rule.advice(class)),
            examples: report
                .examples(class)
                .iter()
                .map(json_of_item)
                .collect::<Result<_, Failure>>()?,
        })
    };
    Ok(AuditJson {
        table: report.table(),
        attribute: report.attribute(),
        rule: name_of(rule),
        at: utc(report.at()),
        status: report.status().map(|status| StatusJson::new(status, true)),
        scanned: report.scanned(),
        faults: report.faults(),
        clean: report.is_clean(),
        read_units: report.read_units(),
        classes: report.counts().map(class).collect::<Result<_, Failure>>()?,
        spelled_otherwise: report.spelled_otherwise(),
        spellings: report.spellings(),
    })
}

/// `ttl`, `millis`, `iso millis`: what the options say.
fn name_of(rule: Rule) -> String {
    let word = |resolution| match resolution {
        Resolution::Seconds => "seconds",
        Resolution::Millis => "millis",
        Resolution::Micros => "micros",
        Resolution::Nanos => "nanos",
    };
    match rule {
        Rule::Ttl => "ttl".to_owned(),
        Rule::Time(TimeFormat::Epoch(resolution)) => word(resolution).to_owned(),
        Rule::Time(TimeFormat::Iso(resolution)) => format!("iso {}", word(resolution)),
    }
}
