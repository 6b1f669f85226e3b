//! What is put into a table is an item of that table, and what is deleted is named by its key.

use dynamap::{BatchGet, BatchWrite, DynamoItem};

#[derive(DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    number: u32,
}

fn puts(batch: BatchWrite, docs: &DocTable, note: Note) {
    let _ = batch.put(docs, note);
}

fn deletes(batch: BatchWrite, notes: &NoteTable) {
    let _ = batch.delete(notes, "a");
}

fn takes(mut read: BatchGet, docs: &DocTable, notes: &NoteTable) {
    let doc = read.get(docs, "a");
    let note = read.get(notes, 1_u32);
    let _ = read.get_all(docs, ["a"]).into_iter().chain([doc, note]);
}

fn main() {}
