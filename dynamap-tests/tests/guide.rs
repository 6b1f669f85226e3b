//! What the guide copies from other packages is what they hold.

#[path = "../benches/mapping/marks.rs"]
mod marks;

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

/// The table of a document that the benchmark writes.
fn measured(document: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once(marks::BEGIN).unwrap();
    let (table, _) = rest.split_once(marks::END).unwrap();
    table.to_owned()
}

#[test]
fn measured_tables_are_as_the_benchmark_writes_them() {
    let [readme, guide] = marks::DOCUMENTS.map(measured);
    assert_eq!(
        readme, guide,
        "write both: cargo bench -p dynamap-tests --bench mapping -- --write"
    );
    let rows: Vec<Vec<&str>> = readme
        .lines()
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows[0], ["dynamap / by hand", "session", "order", "row"]);
    assert_eq!(rows[1], ["---"; 4]);
    // What is done to an item, and both mappings by `serde_dynamo`.
    assert_eq!(rows.len(), 2 + 10 + 2, "{readme}");
    for row in &rows[2..] {
        let [_, cells @ ..] = &row[..] else {
            panic!("{row:?}")
        };
        assert_eq!(cells.len(), 3, "{row:?}");
        for cell in cells {
            let ratios = cell.split(" / ").map(str::parse::<f64>);
            let ratios: Vec<f64> = ratios.collect::<Result<_, _>>().unwrap();
            let [instructions, time] = ratios[..] else {
                panic!("{row:?}")
            };
            assert!(instructions > 0.0 && time > 0.0, "{row:?}");
            assert_eq!(*cell, format!("{instructions:.2} / {time:.2}"));
        }
    }
}
