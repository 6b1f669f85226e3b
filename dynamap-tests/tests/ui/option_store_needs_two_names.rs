//! A carrier that is stored beside its key is an attribute of its own.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct OneName {
    #[partition_key(prefix = "device", store)]
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct NotComposed {
    #[partition_key(store)]
    device: String,
}

fn main() {}
