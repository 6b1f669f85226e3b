//! A given crate path is used although the struct has faults.

use dynamap::DynamoItem;

mod mapper {
    pub use ::dynamap::*;
}

#[derive(DynamoItem)]
#[dynamo(crate = crate::missing)]
struct Missing {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(crate = crate::mapper)]
struct Renamed {
    #[partition_key]
    id: String,
}

fn main() {}
