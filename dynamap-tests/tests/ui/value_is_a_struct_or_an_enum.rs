//! What is an M, an L, an S, or the value of its one field.

use dynamap::DynamoValue;

#[derive(DynamoValue)]
struct Nothing();

#[derive(DynamoValue)]
struct Unit;

#[derive(DynamoValue)]
struct Empty {}

#[derive(DynamoValue)]
enum Never {}

#[derive(DynamoValue)]
union Bits {
    id: u64,
}

fn main() {}
