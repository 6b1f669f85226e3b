//! `null` needs a `None`, `set` a list of what a set can hold.

use dynamap::DynamoValue;
use time::OffsetDateTime;

#[derive(DynamoValue)]
struct NeverNone {
    #[dynamo(null)]
    name: String,
}

#[derive(DynamoValue)]
struct NeverNoTime {
    #[ts(millis)]
    #[dynamo(null)]
    at: OffsetDateTime,
}

#[derive(DynamoValue)]
struct NoMembers {
    #[dynamo(set)]
    ratios: Vec<f64>,
}

fn main() {}
