//! The TTL refuses what `ts(seconds)` refuses.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Millis {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    at: dynamap::time::EpochMillis,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Float {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    at: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Text {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    at: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Narrow {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    at: Option<u32>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Length {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    at: std::time::Duration,
}

fn main() {}
