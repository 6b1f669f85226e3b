//! Times on the command line.

use dynamap::time::{Clock, Moment, Resolution, SystemClock, TimeFormat};
use dynamap::ttl::inspect_at;

use crate::failure::Failure;

/// The time in `text`, in any form that `ttl convert` takes; the present if there is none.
pub(crate) fn moment(option: &str, text: Option<&str>) -> Result<Moment, Failure> {
    let now = SystemClock.now();
    text.map_or(Ok(now), |text| moment_from(option, text, now))
}

/// The time in `text`, counted from `now` if it is a distance.
pub(crate) fn moment_from(option: &str, text: &str, now: Moment) -> Result<Moment, Failure> {
    let inspection = inspect_at(text, now)
        .map_err(|error| Failure::Usage(format!("`{option} {text}`: {error}")))?;
    inspection.moment().ok_or_else(|| {
        let reasons: Vec<&str> = inspection
            .warnings
            .iter()
            .map(|warning| warning.message())
            .collect();
        Failure::Usage(format!("`{option} {text}`: {}", reasons.join("; ")))
    })
}

/// A time as text; none beyond the year 9999.
pub(crate) fn utc(moment: Moment) -> Option<String> {
    TimeFormat::Iso(Resolution::Seconds).text(moment).ok()
}
