//! Stamps are preserved where there are some.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    id: String,
    sequence: u64,
}

fn uses(events: &EventTable, event: Event) {
    let _ = events.put(event).preserve_stamps();
}

fn main() {}
