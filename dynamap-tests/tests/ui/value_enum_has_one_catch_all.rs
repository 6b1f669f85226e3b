//! A name that no variant has means one variant, which holds a text or the whole map.

use dynamap::DynamoValue;

#[derive(DynamoValue)]
enum Twice {
    Known,
    #[dynamo(other)]
    A,
    #[dynamo(other)]
    B,
}

#[derive(DynamoValue)]
enum Fields {
    Known,
    #[dynamo(other)]
    Other { name: String },
}

#[derive(DynamoValue)]
enum NoText {
    Known,
    #[dynamo(other)]
    Other(u32),
}

#[derive(DynamoValue)]
enum NoMap {
    Known { by: String },
    #[dynamo(other)]
    Other(String),
}

fn main() {}
