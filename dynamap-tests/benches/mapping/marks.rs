//! Where documents have the table that is measured.

/// What stands before it.
pub(crate) const BEGIN: &str = "<!-- measured: begin -->\n";
/// What stands behind it.
pub(crate) const END: &str = "<!-- measured: end -->\n";

/// The documents with the table.
pub(crate) const DOCUMENTS: [&str; 2] = ["../README.md", "../dynamap/docs/speed.md"];
