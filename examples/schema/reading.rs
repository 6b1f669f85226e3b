//! A table of readings, as its first version declared it and as it is declared now.

use dynamap::DynamoItem;
use time::OffsetDateTime;

/// A reading of a sensor: one partition for each device, in the order of time.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "readings",
    index(name = "by_site", partition_key = "site", sort_key = "at"),
    local_index(name = "by_celsius", sort_key = "celsius_tenths")
)]
pub(crate) struct Reading {
    #[partition_key]
    pub(crate) device_id: String,
    /// Epoch milliseconds.
    #[sort_key(millis)]
    pub(crate) at: OffsetDateTime,
    pub(crate) site: String,
    pub(crate) celsius_tenths: i32,
    /// Epoch seconds: 90 days after the reading.
    #[ttl(seconds, after = "90d", from = "at")]
    pub(crate) expires_at: Option<OffsetDateTime>,
}

/// The same table a version ago: no index, no TTL.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
pub(crate) struct FirstReading {
    #[partition_key]
    pub(crate) device_id: String,
    #[sort_key(millis)]
    pub(crate) at: OffsetDateTime,
    pub(crate) site: String,
    pub(crate) celsius_tenths: i32,
}
