//! The types of a collection share a table, its key, its tag and its TTL, and something tells their items
//! apart: a row is read as one of them, and by nothing but what is stored.

use dynamap::{DynamoCollection, DynamoItem};

#[derive(DynamoItem)]
#[dynamo(
    table = "store",
    entity = "CUSTOMER",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["id"]),
    sort_key(attribute = "sk", value = "CUSTOMER")
)]
struct Customer {
    id: String,
    #[ttl(seconds)]
    expires_at: Option<dynamap::time::EpochSeconds>,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "stores",
    entity = "OTHER_TABLE",
    sort_key(attribute = "sk", value = "X")
)]
struct OtherTable {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "store",
    entity = "OTHER_KEY",
    sort_key(attribute = "SK", value = "X")
)]
struct OtherKey {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "store",
    entity = "OTHER_TAG",
    tag = "_type",
    sort_key(attribute = "sk", value = "X")
)]
struct OtherTag {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "store", sort_key(attribute = "sk", value = "X"))]
struct ForeignTag {
    #[partition_key]
    pk: String,
    #[dynamo(rename = "type")]
    kind: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "store", entity = "OTHER_TTL")]
struct OtherTtl {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
    #[ttl(seconds)]
    ttl: Option<dynamap::time::EpochSeconds>,
}

#[derive(DynamoItem)]
#[dynamo(table = "store")]
struct Untold {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "store", entity = "CUSTOMER")]
struct SameName {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
}

#[derive(DynamoCollection)]
enum StoreItem {
    Customer(Customer),
    OtherTable(OtherTable),
    OtherKey(OtherKey),
    OtherTag(OtherTag),
    ForeignTag(ForeignTag),
    OtherTtl(OtherTtl),
    Untold(Untold),
    SameName(SameName),
}

#[derive(DynamoItem)]
#[dynamo(table = "logs", partition_key(attribute = "pk", prefix = "LOG", parts = ["name"]))]
struct Log {
    name: String,
    #[sort_key]
    sk: u64,
}

/// A log may be named `ROOT`.
#[derive(DynamoItem)]
#[dynamo(table = "logs", partition_key(attribute = "pk", value = "LOG#ROOT"))]
struct Root {
    #[sort_key]
    sk: u64,
}

#[derive(DynamoCollection)]
enum Logs {
    Log(Log),
    Root(Root),
}

fn main() {}
