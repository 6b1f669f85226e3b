//! A batch has no conditions, so it cannot put what has a version; FC-26.

use dynamap::DynamoItem;
use futures_util::Stream;

#[derive(DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
}

fn uses(docs: &DocTable, doc: Doc, more: Vec<Doc>, stream: impl Stream<Item = Doc>) {
    let _ = docs.batch_write().put(doc);
    let _ = docs.batch_write().put_all(more);
    let _ = docs.batch_write().load(stream);
}

fn main() {}
