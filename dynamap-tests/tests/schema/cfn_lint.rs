//! The templates before cfn-lint, which knows CloudFormation's own schema of a table.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use aws_sdk_dynamodb::types::StreamViewType;
use dynamap::DynamoItem;
use dynamap::schema::Export;

use crate::export::Odd;
use crate::several::Match;
use crate::support::{First, Session};

/// Fails on warnings too, as cfn-lint does by itself.
fn lint(name: &str, template: &str) {
    let program = env::var("CFN_LINT").expect("the path of cfn-lint in CFN_LINT");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, template).unwrap();
    let output = Command::new(&program)
        .args(["--include-checks", "I", "--"])
        .arg(&path)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let report = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}{errors}\n{template}");
}

#[test]
#[ignore = "runs cfn-lint, whose path is in CFN_LINT"]
fn templates_have_no_fault() {
    let tables = Export::of(Session::SCHEMA).and(Odd::SCHEMA).unwrap();
    let tables = tables.and(Match::SCHEMA).unwrap();
    let with_stream = First::SCHEMA.definition().table_name("first");
    let with_stream = with_stream.stream(StreamViewType::NewAndOldImages);
    let tables = tables.and(with_stream).unwrap();
    lint("tables.json", &tables.cloudformation_json());
    lint("tables.yaml", &tables.cloudformation_yaml());
}

/// What is said above would be said of nothing if cfn-lint let everything pass.
#[test]
#[ignore = "runs cfn-lint, whose path is in CFN_LINT"]
#[should_panic(expected = "AttributeDefinitions")]
fn a_template_without_a_keys_type_has_one() {
    let template = Export::of(First::SCHEMA).cloudformation_yaml();
    let definition = "        - AttributeName: sk\n          AttributeType: S\n";
    assert!(template.contains(definition));
    lint("faulty.yaml", &template.replacen(definition, "", 1));
}
