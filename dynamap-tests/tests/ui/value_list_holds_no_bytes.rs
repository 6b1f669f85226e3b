//! A list of bytes is one B; a set has members of one scalar type.

use dynamap::DynamoItem;

use std::collections::{BTreeSet, HashMap};

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    flags: BTreeSet<bool>,
    by_float: HashMap<bool, u32>,
}

fn main() {}
