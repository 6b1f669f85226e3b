//! The entity is a name that is written in an attribute of its own, which no field and no key has.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "store", entity = "")]
struct Empty {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "store", tag = "_type")]
struct TagAlone {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "store", entity = "ORDER")]
struct Taken {
    #[partition_key]
    pk: String,
    r#type: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "store",
    entity = "ORDER",
    tag = "sk",
    sort_key(attribute = "sk", value = "ORDER")
)]
struct IsKey {
    #[partition_key]
    pk: String,
}

#[derive(dynamap::DynamoValue)]
struct Kind {
    #[dynamo(rename = "type")]
    kind: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "store", entity = "ORDER")]
struct Flattened {
    #[partition_key]
    pk: String,
    #[dynamo(flatten)]
    kind: Kind,
}

fn main() {}
