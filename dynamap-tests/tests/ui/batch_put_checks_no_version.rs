//! A batch has no conditions, so it cannot put what has a version; FC-26.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
}

fn uses(docs: &DocTable, doc: Doc, more: Vec<Doc>) {
    let _ = docs.batch_write().put(doc);
    let _ = docs.batch_write().put_all(more);
}

fn main() {}
