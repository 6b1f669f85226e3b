//! A query decodes whole items, which need every attribute.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", projection = keys_only))]
struct Keys {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", projection = include("total")))]
struct Some {
    #[partition_key]
    id: String,
    customer: String,
    total: u64,
}

fn main() {}
