//! Each key of a global index is one to four attributes, each of them once.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "matches",
    index(name = "five", partition_key = ["a", "b", "c", "d", "e"], sort_key = "f"),
    index(name = "five_more", partition_key = "f", sort_key = ["a", "b", "c", "d", "e"]),
    index(name = "none", partition_key = [], sort_key = []),
    index(name = "twice", partition_key = ["a", "b", "a"], sort_key = ["c", "c"]),
    index(name = "both", partition_key = ["a", "b"], sort_key = ["c", "b"])
)]
struct Match {
    #[partition_key]
    id: String,
    a: String,
    b: String,
    c: String,
    d: String,
    e: String,
    f: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "matches",
    index(name = "fields", partition_key = ["a", "x"], sort_key = [b, c])
)]
struct Faulty {
    #[partition_key]
    id: String,
    a: String,
    b: String,
    c: String,
}

fn main() {}
