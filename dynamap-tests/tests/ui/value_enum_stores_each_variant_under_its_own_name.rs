//! Variants are told apart by their stored names.

use dynamap::DynamoValue;

#[derive(DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum Status {
    InTransit,
    #[dynamo(rename = "intransit")]
    Moving,
}

fn main() {}
