//! `dynamap ttl convert`.

use std::io::Write;

use dynamap::ttl::{Inspection, Warning, inspect_at};
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::arguments::ConvertArguments;
use crate::failure::{Failure, Outcome};
use crate::moment::moment;
use crate::output::{json_line, printable, standard};

/// An inspection as JSON.
#[derive(Serialize)]
pub(crate) struct Converted<'a> {
    store: Option<i64>,
    utc: Option<&'a str>,
    local: Option<&'a str>,
    relative: Option<&'a str>,
    seconds_from_now: Option<i64>,
    form: &'static str,
    unit: Option<&'static str>,
    wire_type: Option<&'static str>,
    warnings: Vec<WarningJson>,
}

#[derive(Serialize)]
struct WarningJson {
    code: &'static str,
    message: &'static str,
}

impl From<Warning> for WarningJson {
    fn from(warning: Warning) -> Self {
        Self {
            code: warning.code(),
            message: warning.message(),
        }
    }
}

impl<'a> From<&'a Inspection> for Converted<'a> {
    fn from(inspection: &'a Inspection) -> Self {
        Self {
            store: inspection.store,
            utc: inspection.utc.as_deref(),
            local: inspection.local.as_deref(),
            relative: inspection.relative.as_deref(),
            seconds_from_now: inspection.seconds_from_now,
            form: inspection.form.as_str(),
            unit: inspection.unit.map(dynamap::time::Resolution::as_str),
            wire_type: inspection.wire_type.map(dynamap::WireType::as_str),
            warnings: inspection
                .warnings
                .iter()
                .copied()
                .map(WarningJson::from)
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    input: &'a str,
    #[serde(flatten)]
    converted: Converted<'a>,
}

pub(crate) fn run(arguments: &ConvertArguments) -> Result<Outcome, Failure> {
    let now = moment("--now", arguments.now.as_deref())?;
    let zone = TimeZone::system();
    let mut out = standard();
    let mut warned = false;
    let mut faults = Vec::new();
    for (index, value) in arguments.values.iter().enumerate() {
        let input = value.trim();
        let inspection = match inspect_at(input, now) {
            Ok(inspection) => inspection.in_zone(&zone),
            Err(error) => {
                faults.push(format!("`{}`: {error}", printable(input)));
                continue;
            }
        };
        warned |= !inspection.warnings.is_empty();
        if arguments.json {
            let converted = Converted::from(&inspection);
            json_line(&mut out, &Line { input, converted })?;
            continue;
        }
        if arguments.values.len() > 1 {
            let space = if index == 0 { "" } else { "\n" };
            writeln!(out, "{space}{}", printable(input))?;
        }
        writeln!(out, "{inspection}")?;
    }
    if faults.is_empty() {
        Ok(Outcome::findings_if(warned))
    } else {
        Err(Failure::Usage(faults.join("\nerror: ")))
    }
}
