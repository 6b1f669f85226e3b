//! What the guide copies from other packages is what they hold.

use std::fs;
use std::path::Path;

#[test]
fn the_guide_shows_the_code_that_the_derive_generates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    assert!(
        read("dynamap/docs/generated_order.rs")
            == read("dynamap-derive/src/tests/snapshots/order.rs"),
        "copy dynamap-derive/src/tests/snapshots/order.rs to dynamap/docs/generated_order.rs"
    );
}
