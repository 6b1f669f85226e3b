//! `dynamap ttl repair`.

use std::io::Write;

use dynamap::ttl::{Class, RepairReport};
use serde::Serialize;
use serde_json::Value;

use crate::arguments::{ConnectionArguments, RepairArguments};
use crate::connection::client;
use crate::failure::{Failure, Outcome};
use crate::item::json_of_item;
use crate::moment::{moment, moment_from};
use crate::output::{command_words, json_line, report_lines, standard};
use crate::progress::Watcher;
use crate::setup::time_to_live;

/// A report as JSON: see `docs/command.md`.
#[derive(Serialize)]
struct RepairJson<'a> {
    table: &'a str,
    attribute: &'a str,
    applied: bool,
    scanned: u64,
    proposed: u64,
    repaired: u64,
    changed_meanwhile: u64,
    skipped: u64,
    failed: u64,
    expired: u64,
    read_units: f64,
    write_units: f64,
    classes: Vec<ClassJson>,
    skips: Vec<SkipJson>,
    failures: Vec<FailureJson>,
}

#[derive(Serialize)]
struct ClassJson {
    class: &'static str,
    count: u64,
    examples: Vec<ChangeJson>,
}

#[derive(Serialize)]
struct ChangeJson {
    key: Value,
    /// The new number; null if the attribute is taken off.
    seconds: Option<i64>,
}

#[derive(Serialize)]
struct SkipJson {
    class: &'static str,
    count: u64,
    reason: String,
    examples: Vec<Value>,
}

#[derive(Serialize)]
struct FailureJson {
    key: Value,
    error: String,
}

pub(crate) async fn run(
    connection: &ConnectionArguments,
    arguments: &RepairArguments,
) -> Result<Outcome, Failure> {
    let at = moment("--at", arguments.walk.at.as_deref())?;
    let client = client(connection).await?;
    let ttl = time_to_live(&client, &arguments.ttl).await?;
    let watcher = Watcher::new(arguments.walk.position.as_deref());
    let mut repair = ttl
        .repair()
        .segments(arguments.walk.segments)
        .examples(arguments.walk.examples)
        .at(at);
    if arguments.apply {
        repair = repair.apply();
    }
    if let Some(to) = &arguments.rescue_stale {
        repair = repair.rescue_stale(moment_from("--rescue-stale", to, at)?);
    }
    if arguments.clear_stale {
        repair = repair.clear_stale();
    }
    if arguments.clear_zero_or_negative {
        repair = repair.clear_zero_or_negative();
    }
    if let Some(units) = arguments.walk.read_units {
        repair = repair.read_units_per_second(units);
    }
    if let Some(units) = arguments.write_units {
        repair = repair.write_units_per_second(units);
    }
    if let Some(position) = watcher.resumed()? {
        repair = repair.resume(position);
    }
    let page = watcher.clone();
    let report = repair
        .on_progress(move |progress| {
            let report = progress.report;
            let found = if report.is_applied() {
                format!("{} repaired", report.repaired())
            } else {
                format!("{} to repair", report.proposed())
            };
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
        if !report.is_applied() && report.proposed() > 0 {
            writeln!(out, "nothing was written: `--apply` writes")?;
        }
    }
    Ok(if report.failed() > 0 {
        Outcome::Incomplete
    } else {
        let open = if report.is_applied() {
            0
        } else {
            report.proposed()
        };
        Outcome::findings_if(open + report.skipped() > 0)
    })
}

fn json(report: &RepairReport) -> Result<RepairJson<'_>, Failure> {
    Ok(RepairJson {
        table: report.table(),
        attribute: report.attribute(),
        applied: report.is_applied(),
        scanned: report.scanned(),
        proposed: report.proposed(),
        repaired: report.repaired(),
        changed_meanwhile: report.changed_meanwhile(),
        skipped: report.skipped(),
        failed: report.failed(),
        expired: report.expired(),
        read_units: report.read_units(),
        write_units: report.write_units(),
        classes: report
            .proposals()
            .map(|(class, count)| class_json(report, class, count))
            .collect::<Result<_, _>>()?,
        skips: report
            .skips()
            .map(|(class, count, reason)| {
                let examples = report.skipped_examples(class).iter().map(json_of_item);
                Ok(SkipJson {
                    class: class.as_str(),
                    count,
                    reason: command_words(reason),
                    examples: examples.collect::<Result<_, Failure>>()?,
                })
            })
            .collect::<Result<_, Failure>>()?,
        failures: report
            .failures()
            .iter()
            .map(|failure| {
                Ok(FailureJson {
                    key: json_of_item(&failure.key)?,
                    error: command_words(&failure.error.to_string()),
                })
            })
            .collect::<Result<_, Failure>>()?,
    })
}

fn class_json(report: &RepairReport, class: Class, count: u64) -> Result<ClassJson, Failure> {
    let examples = report
        .examples()
        .iter()
        .filter(|change| change.class == class)
        .map(|change| {
            Ok(ChangeJson {
                key: json_of_item(&change.key)?,
                seconds: change.seconds,
            })
        });
    Ok(ClassJson {
        class: class.as_str(),
        count,
        examples: examples.collect::<Result<_, Failure>>()?,
    })
}
