//! How far away a time is, in words.

use ::time::{Month, UtcDateTime};

/// `in 7 days`, `1 year and 34 days ago`, `now`: the two largest units, rounded down. Years are
/// those of the calendar.
pub(super) fn words(now: i128, then: i64) -> String {
    let then = i128::from(then);
    if then == now {
        return "now".to_owned();
    }
    let (years, seconds) = split(now.min(then), now.max(then));
    let parts = [
        (years, "year"),
        (seconds / 86_400, "day"),
        (seconds / 3_600 % 24, "hour"),
        (seconds / 60 % 60, "minute"),
        (seconds % 60, "second"),
    ];
    let length = parts
        .into_iter()
        .skip_while(|(count, _)| *count == 0)
        .take(2)
        .filter(|(count, _)| *count != 0)
        .map(|(count, unit)| format!("{count} {unit}{}", if count == 1 { "" } else { "s" }))
        .collect::<Vec<_>>()
        .join(" and ");
    if then > now {
        format!("in {length}")
    } else {
        format!("{length} ago")
    }
}

/// Whole years and the seconds after them.
fn split(early: i128, late: i128) -> (i128, i128) {
    let whole = late.saturating_sub(early);
    let (Some(from), Some(to)) = (utc(early), utc(late)) else {
        return (0, whole);
    };
    let years = to.year() - from.year();
    for years in [years, years - 1] {
        if let Some(anniversary) = years_after(from, years)
            && anniversary <= to
        {
            let rest = (to - anniversary).whole_seconds();
            return (i128::from(years), i128::from(rest));
        }
    }
    (0, whole)
}

fn utc(seconds: i128) -> Option<UtcDateTime> {
    UtcDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()
}

/// The same day and time `years` later; 28 February for 29 February in a year without one.
pub(super) fn years_after(from: UtcDateTime, years: i32) -> Option<UtcDateTime> {
    let year = from.year().checked_add(years)?;
    match from.replace_year(year) {
        Ok(later) => Some(later),
        Err(_) if (from.month(), from.day()) == (Month::February, 29) => {
            from.replace_day(28).ok()?.replace_year(year).ok()
        }
        Err(_) => None,
    }
}
