//! The steps, one file per topic.

mod expiry;
mod late;
mod load;
mod midnight;
mod newest;
mod pages;
mod window;

use std::error::Error;

use dynamap::time::ManualClock;
use time::OffsetDateTime;
use time::macros::format_description;

use crate::file::File;
use crate::reading::{Reading, ReadingTable};
use crate::requests::Counter;

/// The device that most steps are about, and that had the hour of bursts.
const DEVICE: &str = "123";

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The table of readings, the clock that its writes and reads go by, and the file that it is loaded from.
pub(crate) struct Site {
    pub(crate) readings: ReadingTable,
    pub(crate) clock: ManualClock,
    pub(crate) file: File,
    pub(crate) requests: Counter,
}

impl Site {
    /// Every step between the creation of the table and its deletion; what to say of them in the end.
    pub(crate) async fn run_steps(&self) -> Outcome<String> {
        let (stored, devices) = self.load().await?;
        let midnight = self.read_over_midnight().await?;
        let newest = self.read_the_newest().await?;
        let window = self.read_an_hour_of_bursts().await?;
        let late = self.read_what_came_late().await?;
        let paged = self.hand_over_a_cursor().await?;
        let kept = self.let_half_a_day_expire().await?;
        Ok(format!(
            "{stored} readings of {devices} devices stored, {midnight} over midnight, {newest} newest, \
             {window} in the hour of bursts, {late} late, {paged} in pages, {kept} not expired"
        ))
    }
}

fn title(text: &str) {
    println!("\n{text}");
}

fn answer(text: &str) {
    println!("   <- {text}");
}

/// Fails the program if the table and the file do not agree.
fn agree(what: &str, found: usize, in_file: usize) -> Outcome<usize> {
    if found == in_file {
        Ok(found)
    } else {
        Err(format!("{what}: {found} found, {in_file} in the file").into())
    }
}

fn describe(reading: &Reading) -> String {
    format!(
        "{} {}: {:.1} °C",
        iso(reading.at),
        reading.sensor,
        reading.celsius
    )
}

fn iso(at: OffsetDateTime) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    at.format(format)
        .unwrap_or_else(|_| at.unix_timestamp().to_string())
}
