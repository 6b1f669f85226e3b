//! A partition key alone is not the key of a table with a sort key.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "lines")]
struct Line {
    #[partition_key]
    order: String,
    #[sort_key]
    number: u32,
}

fn uses(lines: &LineTable) {
    let _ = lines.get("o");
    let _ = lines.get(("o", "1"));
    let _ = lines.get((1_u32, "o"));
}

fn main() {}
