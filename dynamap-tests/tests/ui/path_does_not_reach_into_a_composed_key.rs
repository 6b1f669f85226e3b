//! A field that is stored only inside a key has no attribute.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    id: String,
}

fn uses(readings: &ReadingTable) {
    let _ = Reading::AT.ge(OffsetDateTime::UNIX_EPOCH);
    let _ = readings.scan().filter(Reading::AT.exists());
    let _ = readings
        .update(("d", OffsetDateTime::UNIX_EPOCH, "i"))
        .set(Reading::AT, OffsetDateTime::UNIX_EPOCH);
}

fn main() {}
