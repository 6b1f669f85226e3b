//! Table names have 3 to 255 of a few characters.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "")]
struct Empty {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "ab")]
struct Short {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "my orders")]
struct Space {
    #[partition_key]
    id: String,
}

fn main() {}
