//! Puts a table where the documents have it.

use std::fs;
use std::path::Path;

use super::marks::Marks;

/// Writes the table between the marks of its documents.
///
/// # Panics
///
/// If a document has no marks, or cannot be read or written.
pub(crate) fn write(marks: &Marks, table: &str) {
    for document in marks.documents {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
        let text = fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(marks.begin).unwrap();
        let (_, after) = rest.split_once(marks.end).unwrap();
        let text = [before, marks.begin, table, marks.end, after].concat();
        fs::write(&path, text).unwrap();
        println!("written: {document}");
    }
}
