//! What a flattened struct has, the item has, and nothing else.

use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;

#[derive(DynamoValue)]
struct Audit {
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[version]
    version: u64,
}

#[derive(DynamoValue)]
struct Address {
    city: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "documents")]
struct Document {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    address: Address,
    #[dynamo(flatten)]
    audit: Audit,
}

#[derive(DynamoItem)]
#[dynamo(table = "places")]
struct Place {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    address: Address,
}

fn sound(documents: &DocumentTable, places: &PlaceTable, document: Document, place: Place) {
    let _ = documents.update("a").if_version(1);
    let _ = documents.put(document).preserve_stamps();
    let _ = places.batch_write().put(place);
}

fn refused(documents: &DocumentTable, places: &PlaceTable, document: Document, place: Place) {
    let _ = documents.batch_write().put(document);
    let _ = documents.update("a").never_expires();
    let _ = documents.update("a").set(Document::AUDIT.field(Audit::VERSION), 7_u64);
    let _ = places.update("a").if_version(1);
    let _ = places.put(place).preserve_stamps();
}

fn main() {}
