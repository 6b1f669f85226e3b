//! `dynamap ttl presets`.

use dynamap::ttl::{Inspection, Preset, presets_at};
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::arguments::PresetsArguments;
use crate::convert::Converted;
use crate::failure::{Failure, Outcome};
use crate::moment::moment;
use crate::output::{json_line, print_table, standard, table};

#[derive(Serialize)]
struct Line<'a> {
    preset: &'static str,
    #[serde(flatten)]
    converted: Converted<'a>,
}

pub(crate) fn run(arguments: &PresetsArguments) -> Result<Outcome, Failure> {
    let now = moment("--now", arguments.now.as_deref())?;
    let zone = TimeZone::system();
    let presets: Vec<(&'static str, Inspection)> = presets_at(now)
        .into_iter()
        .map(
            |Preset {
                 name, inspection, ..
             }| (name, inspection.in_zone(&zone)),
        )
        .collect();
    let mut out = standard();
    if arguments.json {
        for (preset, inspection) in &presets {
            let converted = Converted::from(inspection);
            json_line(&mut out, &Line { preset, converted })?;
        }
    } else {
        let mut rows = table(&["lifetime", "store", "UTC", "local"]);
        for (preset, inspection) in presets {
            rows.add_row([
                preset.to_owned(),
                inspection
                    .store
                    .map_or_else(String::new, |store| store.to_string()),
                inspection.utc.unwrap_or_default(),
                inspection.local.unwrap_or_default(),
            ]);
        }
        print_table(&mut out, rows)?;
    }
    Ok(Outcome::Fine)
}
