//! Keys are attributes of the item itself.

use dynamap::DynamoValue;

#[derive(DynamoValue)]
struct Line {
    #[partition_key]
    id: String,
}

#[derive(DynamoValue)]
struct Id(#[partition_key] String);

#[derive(DynamoValue)]
struct Name(#[dynamo(rename = "name")] String);

fn main() {}
