//! Without an offset from UTC a date and a time name no instant.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct DateTime {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: time::PrimitiveDateTime,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Time {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: time::Time,
}

fn main() {}
