//! An enum is stored as the name of its variant.

use dynamap::DynamoValue;

#[derive(DynamoValue)]
enum Event {
    Opened,
    Moved(u32),
    Closed { reason: String },
}

fn main() {}
