//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

/// The lines between a step's title and the next empty line.
fn step<'a>(output: &'a str, title: &str) -> Vec<&'a str> {
    output
        .lines()
        .skip_while(|line| !line.starts_with(title))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect()
}

#[test]
fn every_row_is_what_the_readings_come_to() {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile
        .join("examples")
        .join(format!("rollups{EXE_SUFFIX}"));
    let output = Command::new(&example)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");

    assert_eq!(
        step(&output, "Load the file"),
        ["   <- 3264 readings stored, 82 corrected, 38 removed"]
    );
    // 3264 insertions, 82 modifications and 38 removals, in an hour and a day each.
    let consumed = step(&output, "Consume the stream");
    assert!(
        consumed[0].contains(" in 41 batches, 2 crashes; "),
        "{consumed:#?}"
    );
    assert!(
        consumed[1].starts_with("   <- 6768 claims, one for each effect; "),
        "{consumed:#?}"
    );
    let known = consumed[0]
        .rsplit(", ")
        .next()
        .and_then(|text| text.split(' ').next());
    let known: usize = known.and_then(|text| text.parse().ok()).expect("a number");
    assert!(known > 1_000, "{known} effects came again");

    let hours = step(&output, "Device 123 on 2025-03-21");
    assert_eq!(hours.len(), 25);
    // Of four sensors, twice; the hottest of the hour was removed.
    assert_eq!(
        hours[15],
        "   14:00       7      317.9    45.41    43.80    46.60    46.50"
    );
    assert_eq!(step(&output, "Its averages").len(), 9);
    assert_eq!(step(&output, "All devices").len(), 13);
    assert_eq!(
        output.lines().last(),
        Some("Done: 288 hours and 12 days, all as counted in the 3226 readings.")
    );
}
