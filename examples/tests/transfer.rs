//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

#[test]
fn no_cent_is_lost() {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile
        .join("examples")
        .join(format!("transfer{EXE_SUFFIX}"));
    let output = Command::new(&example)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<&str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("   <- "))
        .collect();
    assert_eq!(
        answers,
        [
            "16000 cents in all",
            "ann 7500, bob 7500",
            "ann 7500, bob 7500",
            "more than there is: step 1, ConditionFailed, ann has 7500 cents",
            "the same id again: step 0, AlreadyExists",
            "to nobody: step 2, NotFound",
            "while closed: step 3, ConditionFailed, house has 0 cents",
            "nothing was written",
            "45 carried out, 5 refused",
            "every account has what its transfers make, 16000 cents in all",
        ]
    );
    assert_eq!(
        output.lines().last(),
        Some("Done: 46 transfers, no cent lost.")
    );
}
