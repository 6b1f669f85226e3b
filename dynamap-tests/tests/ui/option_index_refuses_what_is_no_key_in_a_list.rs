//! Every attribute of an index's key is a string, a number or a binary, or absent.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "matches",
    index(name = "types", partition_key = ["a", "played"], sort_key = ["b", "odds"])
)]
struct Match {
    #[partition_key]
    id: String,
    a: Option<String>,
    b: Option<u8>,
    played: bool,
    odds: f64,
}

fn main() {}
