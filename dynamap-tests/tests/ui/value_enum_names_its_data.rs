//! The data of a variant stands beside the tag: under the names of its fields, or of those of the
//! struct that it holds.

use dynamap::DynamoValue;

#[derive(DynamoValue)]
enum Event {
    Opened,
    Moved(u32, u32),
    Told(String),
    Timed(#[ts(millis)] Time),
    Held(Held),
}

#[derive(DynamoValue)]
struct Held {
    r#type: String,
}

#[derive(DynamoValue)]
enum Tagged {
    Field { r#type: String },
}

#[derive(DynamoValue)]
enum Clash {
    Held(Held),
}

#[derive(DynamoValue)]
enum NoMap {
    Held(u32),
}

fn main() {}
