//! The table and its local indexes have keys of one attribute each.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "matches", partition_key = ["tournament", "region"], sort_key = ["round", "court"])]
struct OfTable {
    tournament: String,
    region: String,
    round: u32,
    court: u8,
}

#[derive(DynamoItem)]
#[dynamo(table = "matches", local_index(name = "by_court", sort_key = ["court", "region"]))]
struct OfLocalIndex {
    #[partition_key]
    tournament: String,
    #[sort_key]
    round: u32,
    region: String,
    court: u8,
}

fn main() {}
