//! What is kept is a rollup of the same items.

use dynamap::DynamoItem;
use dynamap::streams::{RollupClaims, Rollups};

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
}

fn keeper(claims: &RollupClaims, readings: &ReadingTable) -> Rollups<Reading> {
    Rollups::new(claims).rollup(readings)
}

fn main() {}
