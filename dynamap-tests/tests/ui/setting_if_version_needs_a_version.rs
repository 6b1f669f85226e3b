//! A write can depend on a version where there is one.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    id: String,
    sequence: u64,
}

fn uses(events: &EventTable, event: &Event) {
    let _ = events.update("e").if_version(3);
    let _ = events.delete("e").if_version(3);
    let _ = events.update("e").if_unchanged(event);
}

fn main() {}
