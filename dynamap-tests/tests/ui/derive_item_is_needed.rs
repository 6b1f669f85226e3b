//! Reads and writes are of types that derive `DynamoItem`.

use dynamap::DynamoItem;
use dynamap::aws_sdk_dynamodb::Client;

struct Plain {
    id: String,
}

fn all<T: DynamoItem>(_: &Client) {}

fn uses(client: &Client) {
    all::<Plain>(client);
}

fn main() {}
