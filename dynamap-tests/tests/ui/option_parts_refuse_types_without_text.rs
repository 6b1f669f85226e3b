//! A part is a text that sorts as its value does: floats, booleans and collections have none.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", parts = ["celsius"]))]
struct Float {
    celsius: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", parts = ["is_open"]))]
struct Boolean {
    is_open: bool,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", parts = ["note"]))]
struct Optional {
    note: Option<String>,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Carrier {
    #[partition_key(prefix = "tags")]
    tags: Vec<String>,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "readings",
    index(name = "by_weight", partition_key(attribute = "gsi1pk", parts = ["weight"]))
)]
struct Index {
    #[partition_key]
    id: String,
    weight: Option<f32>,
}

fn main() {}
