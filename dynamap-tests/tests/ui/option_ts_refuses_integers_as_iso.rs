//! An integer counts an epoch unit; it is no text.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Unsigned {
    #[partition_key]
    id: String,
    #[ts(iso)]
    at: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Signed {
    #[partition_key]
    id: String,
    #[ts(iso)]
    at: Option<i64>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Counter {
    #[partition_key]
    id: String,
    #[ts(iso)]
    at: dynamap::time::EpochSeconds,
}

fn main() {}
