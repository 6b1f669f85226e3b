//! All faults at once, and a rollup with faults can be used where it is used.

use dynamap::streams::{RollupClaims, Rollups};
use dynamap::{DynamoItem, DynamoRollup};
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
    celsius: f64,
}

#[derive(DynamoItem, DynamoRollup)]
#[dynamo(table = "hourly")]
#[rollup(of = Reading, every = hours, at = "at")]
struct Hourly {
    #[partition_key]
    device: String,
    #[sort_key(iso)]
    #[rollup(window)]
    hour: OffsetDateTime,
    #[rollup(maximum = "celsius")]
    hottest: Option<f64>,
    #[rollup(last = "celsius")]
    latest: Option<f64>,
}

fn keeper(claims: &RollupClaims, hourly: &HourlyTable) -> Rollups<Reading> {
    // No error here.
    Rollups::new(claims).rollup(hourly)
}

fn main() {}
