//! A type says that it holds a time.

use dynamap::DynamoItem;

struct Money(i64);

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Own {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: Money,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct List {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: Vec<time::OffsetDateTime>,
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Flag {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: bool,
}

fn main() {}
