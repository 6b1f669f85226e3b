//! The table that is printed, and the one that the readme and the guide show.

use std::fmt::Write as _;

use super::case::{Case, Direction, Shape};
use super::documents;
use super::mapper::Mapper;
use super::marks::MEASURED;
use super::measure;

/// One line: what was measured of a case.
pub(crate) struct Measured {
    case: Case,
    instructions: Option<f64>,
    /// Of the instructions to those of the code by hand.
    ratio: Option<f64>,
    /// The same of CPU time.
    time: f64,
}

/// Measures and prints, line by line, what has all the filters in its name.
pub(crate) fn measure(filters: &[&str]) -> Vec<Measured> {
    println!(
        "{:<38} {:>12} {:>8} {:>8}",
        "", "instructions", "ratio", "time"
    );
    let mut all = Vec::new();
    for direction in Direction::ALL {
        for shape in Shape::ALL {
            let cases = Case::of(direction, shape);
            let wanted = |case: &Case| {
                let name = case.to_string();
                filters.iter().all(|filter| name.contains(filter))
            };
            if !cases.iter().any(wanted) {
                continue;
            }
            let times = measure::time_ratios(&cases);
            let mut base = None;
            for (case, time) in cases.into_iter().zip(times) {
                let instructions = case.instructions();
                base = base.or(instructions);
                let measured = Measured {
                    case,
                    instructions,
                    ratio: instructions.zip(base).map(|(count, base)| count / base),
                    time,
                };
                print(&measured);
                all.push(measured);
            }
        }
    }
    all
}

fn print(measured: &Measured) {
    let count = measured.instructions.map(|count| format!("{count:.0}"));
    println!(
        "{:<38} {:>12} {:>8} {:>8.2}  per {}",
        measured.case.to_string(),
        count.unwrap_or_default(),
        two_digits(measured.ratio),
        measured.time,
        measured.case.unit(),
    );
}

fn two_digits(ratio: Option<f64>) -> String {
    ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"))
}

/// Writes the table of everything measured into the documents.
///
/// # Panics
///
/// If a document has no place for it.
pub(crate) fn write(all: &[Measured]) {
    documents::write(&MEASURED, &markdown(all));
}

/// One row for what is done to an item, with the ratios of dynamap for each shape: instructions, and
/// behind the stroke time.
fn markdown(all: &[Measured]) -> String {
    let mut table =
        String::from("| dynamap / by hand | session | order | row |\n| --- | --- | --- | --- |\n");
    for mapper in [Mapper::Dynamap, Mapper::SerdeDynamo] {
        for direction in Direction::ALL {
            let mut cells = String::new();
            for shape in Shape::ALL {
                let found = all.iter().find(|measured| {
                    let case = &measured.case;
                    (case.direction, case.mapper, case.shape.name())
                        == (direction, mapper, shape.name())
                });
                if let Some(found) = found {
                    let ratio = two_digits(found.ratio);
                    // Writing to a `String` cannot fail.
                    let _ = write!(cells, " {ratio} / {:.2} |", found.time);
                }
            }
            if !cells.is_empty() {
                let of = match mapper {
                    Mapper::SerdeDynamo => " by `serde_dynamo`",
                    _ => "",
                };
                let _ = writeln!(table, "| {}{of} |{cells}", named(direction));
            }
        }
    }
    table
}

fn named(direction: Direction) -> String {
    match direction {
        Direction::Encode => "struct → the SDK's map".to_owned(),
        Direction::Decode => "the SDK's map → struct".to_owned(),
        Direction::Page => "the bytes of 1,000 items → structs".to_owned(),
        Direction::Body => "1,000 structs → the bytes of a request".to_owned(),
        Direction::Request(_) => format!("whole {direction}"),
    }
}
