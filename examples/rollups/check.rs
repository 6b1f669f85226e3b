use std::collections::BTreeMap;

use dynamap::Number;
use time::OffsetDateTime;

use crate::Outcome;
use crate::reading::{Daily, Hourly, Reading};

/// What a plain fold over readings finds; it shares nothing with what it checks.
#[derive(Debug, Default, PartialEq)]
struct Fold {
    count: u64,
    tenths: i64,
    coldest: Option<f64>,
    hottest: Option<f64>,
    latest: Option<(OffsetDateTime, f64)>,
}

impl Fold {
    fn add(&mut self, reading: &Reading) {
        let celsius = reading.celsius;
        self.count += 1;
        // The file has tenths of a degree.
        #[expect(clippy::cast_possible_truncation, reason = "a temperature")]
        let tenths = (celsius * 10.0).round() as i64;
        self.tenths += tenths;
        self.coldest = Some(self.coldest.map_or(celsius, |coldest| coldest.min(celsius)));
        self.hottest = Some(self.hottest.map_or(celsius, |hottest| hottest.max(celsius)));
        if self.latest.is_none_or(|(at, _)| at <= reading.at) {
            self.latest = Some((reading.at, celsius));
        }
    }

    fn sum(&self) -> Outcome<Number> {
        Ok(format!("{}E-1", self.tenths).parse()?)
    }
}

/// Fails unless every row is what the readings come to.
pub(crate) fn all(readings: &[Reading], hours: &[Hourly], days: &[Daily]) -> Outcome<()> {
    let mut by_hour: BTreeMap<(&str, OffsetDateTime), Fold> = BTreeMap::new();
    let mut by_day: BTreeMap<(&str, OffsetDateTime), Fold> = BTreeMap::new();
    for reading in readings {
        let device = reading.device_id.as_str();
        let hour = by_hour.entry((device, reading.at.truncate_to_hour()));
        hour.or_default().add(reading);
        let day = by_day.entry((device, reading.at.truncate_to_day()));
        day.or_default().add(reading);
    }
    for row in hours {
        let fold = by_hour
            .remove(&(row.device_id.as_str(), row.hour))
            .unwrap_or_default();
        let at_once = |reading: &&Reading| {
            reading.device_id == row.device_id && Some(reading.at) == fold.latest.map(|(at, _)| at)
        };
        // Two sensors measure at once; the later event is the latest.
        let mut latest = readings
            .iter()
            .filter(at_once)
            .map(|reading| Some(reading.celsius));
        let agrees = (row.count, row.sum) == (fold.count, fold.sum()?)
            && (row.coldest, row.hottest) == (fold.coldest, fold.hottest)
            && (latest.any(|celsius| celsius == row.latest) || row.count == 0)
            && row.stale.is_none();
        if !agrees {
            return Err(format!("{row:?} is not what the readings come to: {fold:?}").into());
        }
    }
    for row in days {
        let fold = by_day
            .remove(&(row.device.as_str(), row.day))
            .unwrap_or_default();
        if (row.count, row.sum) != (fold.count, fold.sum()?) {
            return Err(format!("{row:?} is not what the readings come to: {fold:?}").into());
        }
    }
    if by_hour.is_empty() && by_day.is_empty() {
        Ok(())
    } else {
        Err(format!("no row for {by_hour:?} {by_day:?}").into())
    }
}
