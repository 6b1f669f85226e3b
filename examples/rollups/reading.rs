use std::collections::BTreeSet;
use std::error::Error;

use dynamap::{DynamoItem, DynamoRollup, Number};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// One measurement.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
pub(crate) struct Reading {
    #[partition_key]
    pub(crate) device_id: String,
    /// When it was measured; sensors of a device measure at the same instant.
    #[sort_key(iso, suffix = "sensor")]
    pub(crate) at: OffsetDateTime,
    pub(crate) sensor: String,
    pub(crate) celsius: f64,
}

/// The readings of a device in an hour.
#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "readings_hourly")]
#[rollup(of = Reading, every = hour, at = "at")]
pub(crate) struct Hourly {
    #[partition_key]
    pub(crate) device_id: String,
    #[sort_key(iso, precision = seconds)]
    #[rollup(window)]
    pub(crate) hour: OffsetDateTime,
    #[rollup(count)]
    pub(crate) count: u64,
    /// Exact: a decimal number, and not a float.
    #[rollup(sum = "celsius")]
    pub(crate) sum: Number,
    #[rollup(min = "celsius")]
    pub(crate) coldest: Option<f64>,
    #[rollup(max = "celsius")]
    pub(crate) hottest: Option<f64>,
    #[rollup(last = "celsius" by "at")]
    pub(crate) latest: Option<f64>,
    /// There while an extreme may be that of a removed reading.
    #[rollup(stale)]
    pub(crate) stale: Option<u64>,
}

/// The readings of a device in a day, in UTC.
#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "readings_daily")]
#[rollup(of = Reading, every = day, at = "at")]
pub(crate) struct Daily {
    #[partition_key]
    #[rollup(group = "device_id")]
    pub(crate) device: String,
    #[sort_key(iso, precision = seconds)]
    #[rollup(window)]
    pub(crate) day: OffsetDateTime,
    #[rollup(count)]
    pub(crate) count: u64,
    #[rollup(sum = "celsius")]
    pub(crate) sum: Number,
}

/// The events that one row counted in a minute, as `RollupClaims` stores them: read here to be counted.
#[derive(Debug, DynamoItem)]
#[dynamo(table = "rollup_claims")]
pub(crate) struct ClaimPage {
    #[partition_key]
    pub(crate) page: String,
    pub(crate) events: BTreeSet<[u8; 16]>,
}

impl Reading {
    /// A reading of a line of the file.
    pub(crate) fn parse(line: &str) -> Result<Self, Box<dyn Error>> {
        let fields: Vec<&str> = line.split(',').collect();
        let [device_id, at, sensor, celsius] = fields[..] else {
            return Err(format!("not a reading: {line}").into());
        };
        Ok(Self {
            device_id: device_id.to_owned(),
            at: OffsetDateTime::parse(at, &Rfc3339)?,
            sensor: sensor.to_owned(),
            celsius: celsius.parse()?,
        })
    }
}
