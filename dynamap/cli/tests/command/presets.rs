use serde_json::json;

use crate::support::{NOW, lines, run};

#[test]
fn the_lifetimes_are_counted_from_now() {
    let done = run(&format!("ttl presets --now {NOW}"));
    assert_eq!(
        done.stdout,
        lines([
            "lifetime   store       UTC                   local",
            "5 minutes  1796040300  2026-11-30T12:05:00Z  2026-11-30T13:05:00+01:00",
            "1 hour     1796043600  2026-11-30T13:00:00Z  2026-11-30T14:00:00+01:00",
            "1 day      1796126400  2026-12-01T12:00:00Z  2026-12-01T13:00:00+01:00",
            "7 days     1796644800  2026-12-07T12:00:00Z  2026-12-07T13:00:00+01:00",
            "30 days    1798632000  2026-12-30T12:00:00Z  2026-12-30T13:00:00+01:00",
            "90 days    1803816000  2027-02-28T12:00:00Z  2027-02-28T13:00:00+01:00",
            "1 year     1827576000  2027-11-30T12:00:00Z  2027-11-30T13:00:00+01:00",
        ])
    );
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
}

#[test]
fn the_year_is_one_of_the_calendar() {
    let done = run("ttl presets --json --now 2028-02-29T06:00:00Z");
    let year = done.json().pop().expect("seven lines");
    assert_eq!(done.json().len(), 7);
    assert_eq!(
        year,
        json!({
            "preset": "1 year",
            "store": 1_866_952_800,
            "utc": "2029-02-28T06:00:00Z",
            "local": "2029-02-28T07:00:00+01:00",
            "relative": "in 1 year",
            "seconds_from_now": 31_536_000,
            "form": "relative",
            "unit": null,
            "wire_type": null,
            "warnings": [],
        })
    );
    assert_eq!(done.status, 0);
}
