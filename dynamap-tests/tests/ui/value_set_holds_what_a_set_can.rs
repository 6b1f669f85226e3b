//! Sets are of strings, numbers or binaries (S42).

use std::collections::HashSet;

use dynamap::DynamoValue;

#[derive(DynamoValue)]
struct Flags {
    on: HashSet<bool>,
}

fn main() {}
