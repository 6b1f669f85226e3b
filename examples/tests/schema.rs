//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::{Command, Output};

use serde_json::Value;

fn schema(arguments: &[&str]) -> Output {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile.join("examples").join(format!("schema{EXE_SUFFIX}"));
    Command::new(&example)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()))
}

fn printed(arguments: &[&str]) -> String {
    let output = schema(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}

#[test]
fn each_format_is_printed_alone() {
    let properties = |table: &Value| {
        assert_eq!(table["TableName"], "readings");
        assert_eq!(table["GlobalSecondaryIndexes"][0]["IndexName"], "by_site");
        assert_eq!(table["LocalSecondaryIndexes"][0]["IndexName"], "by_celsius");
    };
    let template = json(&["--format", "cloudformation-json"]);
    let table = &template["Resources"]["Readings"]["Properties"];
    properties(table);
    assert_eq!(
        table["TimeToLiveSpecification"]["AttributeName"],
        "expires_at"
    );
    properties(&json(&["--format", "create-table"]));
    let ttl = json(&["--format", "time-to-live"]);
    assert_eq!(ttl["TimeToLiveSpecification"]["Enabled"], true);
    let terraform = json(&["--format", "terraform"]);
    let table = &terraform["resource"]["aws_dynamodb_table"]["readings"];
    assert_eq!(table["ttl"]["attribute_name"], "expires_at");
    let yaml = printed(&["--format", "cloudformation-yaml"]);
    assert!(
        yaml.starts_with("AWSTemplateFormatVersion: \"2010-09-09\"\nResources:\n  Readings:\n")
    );
    assert!(yaml.ends_with(
        "      TimeToLiveSpecification:\n        AttributeName: expires_at\n        Enabled: true\n"
    ));
}

#[test]
fn the_table_takes_another_name() {
    let arguments = ["--format", "terraform", "--table-name", "staging.readings"];
    let terraform = json(&arguments);
    let table = &terraform["resource"]["aws_dynamodb_table"]["staging_readings"];
    assert_eq!(table["name"], "staging.readings");
}

#[test]
fn a_table_that_lags_behind_is_brought_up() {
    let output = printed(&[]);
    let steps: Vec<Vec<&str>> = output
        .trim_end()
        .split("\n\n")
        .map(|step| step.lines().collect())
        .collect();
    assert_eq!(steps.len(), 6, "{output}");
    assert_eq!(steps[1][1], "table `readings`: 3 differences");
    assert!(steps[1][2].starts_with("- global secondary index `by_site` is missing: "));
    assert!(steps[1][3].starts_with("- local secondary index `by_celsius` is missing: "));
    assert!(steps[1][4].starts_with("- TTL is off, declared on `expires_at`"));
    assert_eq!(
        steps[2][1..3],
        ["created: by_site", "table `readings`: 2 differences"]
    );
    assert!(steps[3][1].starts_with("TTL was enabled"));
    assert_eq!(steps[4][1], "1 reading on the roof");
    assert!(
        steps[5][1]
            .starts_with("table `readings`: local secondary index `by_celsius` is missing: ")
    );
}

#[test]
fn what_is_no_format_is_refused() {
    for arguments in [&["--format", "xml"][..], &["--table-name", "x"]] {
        let output = schema(arguments);
        assert!(!output.status.success());
        assert!(output.stdout.is_empty());
    }
    let output = schema(&["--format", "xml"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no format `xml`"));
    assert!(printed(&["--help"]).contains("--format FORMAT"));
}
