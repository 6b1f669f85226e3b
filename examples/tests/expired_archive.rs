//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

#[test]
fn what_expired_is_archived_across_a_crash() {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile
        .join("examples")
        .join(format!("expired_archive{EXE_SUFFIX}"));
    let output = Command::new(&example)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");
    assert_eq!(
        output,
        "\
At noon, 40 sessions: half of them for an hour, half for a day.

Two of them sign out, two hours pass, and the expired ones are swept.
   <- 19 swept

Archive them, and crash before the checkpoint:
   <- 19 archived, 0 checkpoints

A day passes, and the others are swept. Archive on, by another reader:
   <- 19 swept
   <- 38 archived, those before the crash once more

Archive once more:
   <- 0 archived

Hold the file against what was stored:
   <- 57 lines, 38 items, 0 missing, 0 of items that never expired

Done: 38 expired sessions archived exactly as they were stored, 2 sign-outs left out.
"
    );
}
