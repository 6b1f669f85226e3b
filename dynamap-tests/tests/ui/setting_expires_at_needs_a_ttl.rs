//! An expiry is written where there is a TTL.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    id: String,
    sequence: u64,
}

fn uses(events: &EventTable, event: Event) {
    let _ = events.update("e").expires_at(std::time::SystemTime::now());
    let _ = events.put(event).never_expires();
    let _ = events.rescue_forever("e");
}

fn main() {}
