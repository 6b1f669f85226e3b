//! A write takes the item of the table, or a reference.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    id: String,
    sequence: u64,
}

fn uses(events: &EventTable) {
    let _ = events.put("e");
    let _ = events.create(Vec::<Event>::new());
}

fn main() {}
