//! Keys are read back by the separator, so it stands in no time, date or name.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "readings", separator = "-")]
struct Dash {
    #[partition_key(prefix = "device")]
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", separator = "::")]
struct Two {
    #[partition_key(prefix = "device")]
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", separator = "x")]
struct Letter {
    #[partition_key(prefix = "device")]
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", separator = '#')]
struct Character {
    #[partition_key(prefix = "device")]
    device: String,
}

fn main() {}
