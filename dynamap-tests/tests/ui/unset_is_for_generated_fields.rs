//! Only a stamp or a computed TTL can be unset.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    id: String,
    sequence: u64,
}

fn uses() {
    let _ = Event {
        id: dynamap::unset(),
        sequence: dynamap::unset(),
    };
}

fn main() {}
