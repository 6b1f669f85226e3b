//! What the guide copies from other packages is what they hold.

#[path = "../benches/mapping/marks.rs"]
mod marks;

use std::fs;
use std::path::Path;

use marks::Marks;

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

/// The rows of the table that a benchmark writes into all these documents alike.
fn rows(marks: &Marks) -> Vec<Vec<String>> {
    let tables: Vec<String> = marks
        .documents
        .iter()
        .map(|document| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
            let text = fs::read_to_string(path).unwrap();
            let (_, rest) = text.split_once(marks.begin).unwrap();
            let (table, _) = rest.split_once(marks.end).unwrap();
            table.to_owned()
        })
        .collect();
    for table in &tables {
        assert_eq!(table, &tables[0], "write all of them, by `-- --write`");
    }
    tables[0]
        .lines()
        .map(|line| line.trim_matches('|').split('|').map(str::trim))
        .map(|cells| cells.map(str::to_owned).collect())
        .collect()
}

/// The numbers of a cell, which is written as that many with so many digits.
fn numbers<const N: usize>(cell: &str, digits: [usize; N]) -> [f64; N] {
    let numbers = cell.split(" / ").map(str::parse::<f64>);
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().unwrap();
    let numbers: [f64; N] = numbers.try_into().unwrap();
    let written = numbers.iter().zip(digits);
    let written: Vec<String> = written
        .map(|(number, digits)| format!("{number:.digits$}"))
        .collect();
    assert_eq!(cell, written.join(" / "));
    numbers
}

#[test]
fn the_measured_ratios_are_as_the_benchmark_writes_them() {
    let rows = rows(&marks::MEASURED);
    assert_eq!(rows[0], ["dynamap / by hand", "session", "order", "row"]);
    assert_eq!(rows[1], ["---"; 4]);
    // What is done to an item, and both mappings by `serde_dynamo`.
    assert_eq!(rows.len(), 2 + 12 + 2, "{rows:?}");
    for row in &rows[2..] {
        assert_eq!(row.len(), 4, "{row:?}");
        for cell in &row[1..] {
            let [instructions, time] = numbers(cell, [2, 2]);
            assert!(instructions > 0.0 && time > 0.0, "{row:?}");
        }
    }
}

#[test]
fn the_measured_memory_is_as_the_benchmark_writes_it() {
    let rows = rows(&marks::MEMORY);
    assert_eq!(rows[0][1..], ["session", "order", "row"]);
    assert_eq!(rows[1], ["---"; 4]);
    let find = |name: &str| {
        let row = rows.iter().find(|row| row[0] == name);
        let cells = row.unwrap_or_else(|| panic!("{name} is missing"))[1..].iter();
        cells
            .map(|cell| numbers(cell, [1, 0, 0]))
            .collect::<Vec<_>>()
    };
    // Reading allocates what the structs own.
    let structs = find("the structs themselves");
    let read = find("the bytes of 1,000 items → structs, dynamap");
    for (structs, read) in structs.iter().zip(&read) {
        assert!((structs[0] - read[0]).abs() < 0.15, "{structs:?} {read:?}");
    }
    assert_eq!((structs.len(), read.len()), (3, 3));
}
