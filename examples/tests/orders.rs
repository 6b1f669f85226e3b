//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::{Command, Output};

/// Runs the example, which `cargo test` builds along with the tests of its package.
fn orders(arguments: &[&str]) -> Output {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile.join("examples").join(format!("orders{EXE_SUFFIX}"));
    Command::new(&example)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()))
}

/// The lines between a step's title and the next empty line.
fn step<'a>(output: &'a str, title: &str) -> Vec<&'a str> {
    output
        .lines()
        .skip_while(|line| !line.starts_with(title))
        .take_while(|line| !line.is_empty())
        .collect()
}

#[test]
fn every_step_prints_its_requests_and_answers() {
    let output = orders(&[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");

    let created = step(&output, "Create the orders of two users");
    let items = created.iter().filter(|line| line.contains("item: "));
    assert_eq!(items.count(), 9);
    assert!(created.iter().any(|line| line.contains(
        "created_at = 1643673599999, expires_at = 1651449599, pk = \"order_A\", \
         status = \"PENDING\", updated_at = 1643673599999"
    )));
    assert!(
        created
            .contains(&"      condition: attribute_not_exists(uuid) OR expires_at <= 1640995200")
    );

    let again = step(&output, "Create an order that is there already");
    assert!(
        again.iter().any(
            |line| line.starts_with("   <- refused, AlreadyExists: PutItem on `Application`: ")
        )
    );
    assert_eq!(
        again.last(),
        Some(&"   <- the stored order keeps its creation, 2022-01-01T00:00:00.000Z")
    );

    let paid = step(&output, "Mark an order as paid");
    assert!(
        paid.contains(
            &"      update: SET status = \"PAID\", updated_at = 1643796000000, version = 2"
        )
    );
    assert!(paid.contains(&"      condition: version = 1 AND NOT expires_at <= 1643796000"));

    let stale = step(&output, "Cancel the same order");
    assert!(
        stale
            .iter()
            .any(|line| line.starts_with("   <- refused, VersionConflict: "))
    );
    assert_eq!(
        stale.last(),
        Some(
            &"   <- as it is now: order 8f4b8a0e: Paid, version 2, \
              created 2022-01-10T08:00:00.000Z, updated 2022-02-02T10:00:00.000Z"
        )
    );

    let latest = step(&output, "Read the order of order_B that changed last");
    assert!(latest.contains(&"      key condition: pk = \"order_B\""));
    assert!(latest.contains(&"      order: newest first"));
    assert!(
        latest
            .last()
            .is_some_and(|line| line.contains("order 8f4b8a0e: Paid"))
    );

    let january = step(&output, "Read January 2022 of order_A");
    let bounds = "      key condition: pk = \"order_A\" AND updated_at BETWEEN 1640995200000 AND 1643673599999";
    assert_eq!(january.iter().filter(|line| **line == bounds).count(), 3);
    let found: Vec<&str> = january
        .iter()
        .filter_map(|line| line.strip_prefix("      order ")?.get(..8))
        .collect();
    assert_eq!(found, ["70ab2c3d", "6f9a1b2c", "4d7e9f0a", "522fb5a5"]);
    assert!(
        january.contains(&"   <- page 2: 1 of the 2 rows read"),
        "the expired row is left out"
    );

    let expired = step(&output, "Read an order that expired");
    assert!(expired.contains(&"   <- no such order"));
    assert!(expired.last().is_some_and(|line| {
        line.starts_with("   <- with include_expired: order 2c1a7c52")
            && line.ends_with("expired 2022-01-12T18:15:00.000Z")
    }));

    let twice = step(&output, "Prepare a write and send it twice");
    let updates: Vec<&&str> = twice
        .iter()
        .filter(|line| line.contains("update: "))
        .collect();
    assert_eq!(updates.len(), 2);
    assert_eq!(updates[0], updates[1]);
    assert!(
        twice
            .last()
            .is_some_and(|line| line.starts_with("   <- again, and nothing moved: "))
    );

    let requests = output.lines().filter(|line| line.starts_with("   -> "));
    let summary = format!(
        "Done: 9 orders written, 4 of January 2022 read on 3 pages, {} requests in all.",
        requests.count()
    );
    assert_eq!(output.lines().last(), Some(summary.as_str()));
}

#[test]
fn an_unknown_argument_is_refused() {
    let output = orders(&["--endpoint", "http://127.0.0.1:1"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--endpoint"));
    assert!(output.stdout.is_empty());
}

#[test]
fn the_help_names_the_option() {
    let output = orders(&["--help"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("--endpoint-url URL"));
}
