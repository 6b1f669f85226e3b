//! A batch over several tables has no conditions either, so it cannot put what has a version; FC-26.

use dynamap::{BatchWrite, DynamoItem};

#[derive(DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
}

fn uses(batch: BatchWrite, docs: &DocTable, notes: &NoteTable, doc: Doc, note: Note) {
    let _ = batch.put(notes, note).put(docs, doc);
}

fn main() {}
