//! A field that is stored only inside a composed key has no attribute: no index, filter, projection, condition or
//! update can name it.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    index(name = "by_device", partition_key = "device", sort_key = "at")
)]
struct Indexed {
    #[partition_key(prefix = "device")]
    device: String,
    #[sort_key(iso, prefix = "time")]
    at: OffsetDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key(prefix = "device")]
    #[dynamo(rename = "pk")]
    device: String,
    #[sort_key(prefix = "id", suffix = "part")]
    #[dynamo(rename = "sk")]
    id: String,
    part: u8,
}

fn uses(readings: &ReadingTable) {
    let _ = readings.scan().filter(Reading::DEVICE.eq("d"));
    let _ = readings.query("d").filter(Reading::ID.exists());
    let _ = readings.query("d").project_attributes((Reading::ID, Reading::PART));
    let _ = readings.update(("d", "i", 1)).set(Reading::DEVICE, "e");
    let _ = readings.update(("d", "i", 1)).set(Reading::PART, 2);
}

fn main() {}
