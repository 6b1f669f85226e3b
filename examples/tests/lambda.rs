//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

#[test]
fn the_function_sends_each_letter_once() {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile.join("examples").join(format!("lambda{EXE_SUFFIX}"));
    let output = Command::new(&example)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");
    assert_eq!(
        output,
        r#"A batch of 6 records.

The post office is closed at first:
   to ann, about 1001: we have your order
   passed over: a record of another entity
   failed behind 2 records: the post office is closed
   <- {"batchItemFailures":[{"itemIdentifier":"7010000000000012345678903"}]}

Lambda delivers again, from the record that failed:
   to ann, about 1001: thank you for your payment
   to bob, about 1002: we have your order
   to bob, about 1002: your order was not paid, and is void
   <- {"batchItemFailures":[]}

And once more, all of it, as it may do at any time:
   sent before to ann, about 1001: we have your order
   passed over: a record of another entity
   sent before to ann, about 1001: thank you for your payment
   sent before to bob, about 1002: we have your order
   sent before to bob, about 1002: your order was not paid, and is void
   <- {"batchItemFailures":[]}

Done: 4 letters, each once.
"#
    );
}
