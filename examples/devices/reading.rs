use std::error::Error;

use dynamap::{DynamoItem, unset};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// One measurement: `pk = "device#123#2025-03-21#2"`, `sk = "time#2025-03-21T12:30:00.000Z#inlet"`.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
pub(crate) struct Reading {
    /// A day of a device is one bucket, and each bucket has four shards.
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
    #[dynamo(rename = "pk")]
    pub(crate) device_id: String,
    /// When it was measured. Sensors of a device measure at the same instant, so the sort key has
    /// the sensor too.
    #[sort_key(iso, prefix = "time", suffix = "sensor")]
    #[dynamo(rename = "sk")]
    pub(crate) at: OffsetDateTime,
    pub(crate) sensor: String,
    pub(crate) celsius: f64,
    /// When it was written, which may be hours later.
    #[ts(millis, auto_create)]
    pub(crate) ingested_at: OffsetDateTime,
    /// Kept for ten years after it was measured, whenever it came in.
    #[ttl(seconds, after = "3650d", from = "at")]
    pub(crate) expires_at: OffsetDateTime,
}

impl Reading {
    /// A reading of a line of the file; dynamap fills in the rest.
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
            ingested_at: unset(),
            expires_at: unset(),
        })
    }
}
