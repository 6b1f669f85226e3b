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
fn every_step_prints_what_came_of_it() {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile
        .join("examples")
        .join(format!("sessions{EXE_SUFFIX}"));
    let output = Command::new(&example)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");

    assert_eq!(
        step(&output, "Sign in: ")[1..],
        [
            "   <- created: token t-1 of ann, created 12:00, expires 12:30",
            "   <- read: the same",
        ]
    );
    assert_eq!(
        step(&output, "Let it expire: ")[1..],
        [
            "   30 minutes pass",
            "   <- read: no such token",
            "   <- read with include_expired: token t-1 of ann, created 12:00, expires 12:30",
        ]
    );
    let late = step(&output, "Use it too late: ");
    assert!(
        late[1].starts_with("   <- refused, NotFound: UpdateItem on `sessions`: "),
        "{late:?}"
    );
    let again = step(&output, "Sign in again ");
    assert_eq!(
        again[1],
        "   <- created: token t-1 of bob, created 12:30, expires 13:00"
    );
    assert!(
        again[2].starts_with("   <- once more, refused, AlreadyExists: "),
        "{again:?}"
    );
    let slide = step(&output, "Use it in time: ");
    assert_eq!(
        slide[2],
        "   <- used: token t-1 of bob, created 12:30, expires 13:20"
    );
    let rescue = step(&output, "Rescue it: ");
    assert_eq!(
        rescue[3],
        "   <- rescued: token t-1 of bob, created 12:30, expires 18:00"
    );
    let sweep = step(&output, "Sweep: ");
    assert_eq!(
        sweep[3..],
        ["   <- 4 tokens stored, 1 alive", "   <- 3 swept, 1 stored"]
    );

    let audit = step(&output, "Audit it: ");
    assert_eq!(audit[1], "   <- 9 of 11 items are faulty");
    assert!(
        audit.contains(&"                 at token = \"millis-as-text\""),
        "{audit:#?}"
    );
    let propose = step(&output, "Ask what a repair would write");
    assert_eq!(propose[1], "   <- 9 of 11 items");
    for (token, proposal) in [
        ("nanos", "1796644800"),
        ("iso-date", "1796644800"),
        ("long-past", "1796169600"),
        ("never", "no expires_at"),
    ] {
        let line = format!("                 at token = \"{token}\": {proposal}");
        assert!(propose.contains(&line.as_str()), "{line}: {propose:#?}");
    }
    assert_eq!(
        step(&output, "Repair it: ")[1..],
        [
            "   <- 9 repaired, 0 skipped, 0 changed meanwhile, 0 failed",
            "   <- once more: nothing to do",
        ]
    );
    assert_eq!(
        step(&output, "Audit it again.")[1..],
        ["   <- clean: 9 sound expiries, 2 items that never expire"]
    );
    assert_eq!(
        output.lines().last(),
        Some("Done: 3 expired tokens swept, 9 kinds of wrong TTLs found, 9 repaired, 0 left.")
    );
}
