//! Composed keys: how they are written, read, addressed and queried.

mod agreement;
mod declared;
mod index_updates;
mod indexes;
mod live;
mod points;
mod rekey;
mod seeds;
mod several;
mod sparse;
mod templates;

/// An error says this, behind what it names.
fn says(error: &dynamap::Error, text: &str) {
    assert!(error.to_string().ends_with(&format!(": {text}")), "{error}");
}
