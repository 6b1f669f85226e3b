//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

/// The lines between a step's title and the next empty line.
fn step<'a>(output: &'a str, title: &str) -> Vec<&'a str> {
    output
        .lines()
        .skip_while(|line| !line.starts_with(title))
        .take_while(|line| !line.is_empty())
        .collect()
}

#[test]
fn every_step_finds_what_the_file_holds() {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile
        .join("examples")
        .join(format!("devices{EXE_SUFFIX}"));
    let output = Command::new(&example)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");

    assert_eq!(
        step(&output, "Load the file")[1..],
        [
            "   <- 3264 readings in 131 requests",
            "   <- device 123: 1536",
            "   <- device 124: 576",
            "   <- device pump-7: 576",
            "   <- device roof#2: 576",
        ]
    );

    let midnight = step(&output, "Read the hour before");
    let planned: Vec<&str> = midnight
        .iter()
        .filter_map(|line| line.strip_prefix("   -> "))
        .collect();
    let of = |day: &str, shard: usize, bounds: &str| {
        format!("pk = 'device#123#{day}#{shard}' AND sk BETWEEN {bounds}")
    };
    let expected: Vec<String> = (0..4)
        .map(|shard| {
            let bounds = "'time#2025-03-21T23:00:00.000Z' AND 'time#2025-03-22T00:00:00.000Z'";
            of("2025-03-21", shard, bounds)
        })
        .chain((0..4).map(|shard| {
            let bounds = "'time#2025-03-22T00:00:00.000Z' AND 'time#2025-03-22T01:00:00.000Z'";
            of("2025-03-22", shard, bounds)
        }))
        .collect();
    assert_eq!(planned, expected);
    assert_eq!(midnight.last(), Some(&"   <- 16 readings"));

    let newest = step(&output, "Read the newest 10");
    assert!(
        newest[1].starts_with("      2025-03-22T23:45:17.000Z outlet: "),
        "{newest:#?}"
    );
    assert!(
        newest[10].starts_with("      2025-03-22T22:45:17.000Z inlet: "),
        "{newest:#?}"
    );
    assert_eq!(newest[11], "   <- 10 readings in 4 requests");

    for (title, last) in [
        (
            "Read the hour of bursts",
            "   <- 968 readings of 124 instants",
        ),
        (
            "Read two hours",
            "   <- 16 readings, 16 of them in the file behind newer ones",
        ),
        ("Read a day in pages", "   <- 752 behind them"),
        (
            "Let half a day expire",
            "   <- 3650 days after noon: 96 of 192 readings",
        ),
    ] {
        assert_eq!(step(&output, title).last(), Some(&last));
    }
    assert!(output.contains(
        "   <- measured 2025-03-20T00:00:17.000Z, written 2025-03-23T00:00:00.000Z, \
         expires 2035-03-18T00:00:17.000Z"
    ));
    assert_eq!(
        output.lines().last(),
        Some(
            "Done: 3264 readings of 4 devices stored, 16 over midnight, 10 newest, 968 in the hour of bursts, \
             16 late, 1152 in pages, 96 not expired; all as counted in readings.csv."
        )
    );
}
