//! A suffix is a text that sorts as the value does, and is always there.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Float {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "celsius")]
    at: OffsetDateTime,
    celsius: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Optional {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    id: Option<String>,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct OptionalTime {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "until")]
    at: OffsetDateTime,
    #[ts(millis)]
    until: Option<OffsetDateTime>,
}

#[derive(Clone)]
struct Probe;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Foreign {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "probe")]
    at: OffsetDateTime,
    probe: Probe,
}

fn main() {}
