//! Loads: streams of items, put in batches with bounded memory.

mod faults;
mod order;
mod store;
mod whole;

use dynamap::DynamoItem;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    number: u64,
    celsius: f64,
}

fn reading(number: u64) -> Reading {
    Reading {
        number,
        celsius: 20.5,
    }
}
