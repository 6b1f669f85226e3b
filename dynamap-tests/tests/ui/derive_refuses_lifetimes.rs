//! What is read outlives the answer it is read from, so that items and values own what they hold.

use std::borrow::Cow;

use dynamap::{DynamoItem, DynamoValue};

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order<'a, 'b> {
    #[partition_key]
    id: Cow<'a, str>,
    note: &'b str,
}

#[derive(DynamoValue)]
struct Address<'a> {
    city: Cow<'a, str>,
}

// Sound: nothing is borrowed.
#[derive(DynamoItem)]
#[dynamo(table = "owned")]
struct Owned {
    #[partition_key]
    id: Cow<'static, str>,
}

fn main() {}
