//! The collector: n faults give n errors, and no fault is told twice.

use super::{item_faults, with_fields};
use crate::diagnostic::{Errors, Message, closest};

#[test]
fn all_faults_of_a_struct_in_one_compile() {
    let faults = item_faults(
        "#[dynamo(table = \"a\", rename_all = \"Camel\", index(name = \"by_x\", partition_key = \"x\"), unknown)]
         struct Order {
             id: String,
             #[sort_key] #[dynamo(rename = \"same\")] a: u64,
             #[sort_key] b: u64,
             #[dynamo(rename = \"same\")] c: u64,
             #[ttl(millis)] d: u64,
             #[ts] e: u64,
             #[version] f: u64,
             #[version] g: u64,
         }",
    );
    let first_lines: Vec<_> = faults.iter().map(super::Fault::first_line).collect();
    assert_eq!(
        first_lines,
        [
            "unknown option `unknown`",
            "unknown case `Camel` of `rename_all`",
            "a TTL counts epoch seconds, not `millis`",
            "`ts` has no unit",
            "the table name `a` is too short",
            "`Order` has no partition key",
            "`b` is a second sort key, beside `a`",
            "`g` is a second version, beside `f`",
            "`a` and `c` are both stored as `same`",
            "there is no field `x`",
        ]
    );
}

#[test]
fn a_misspelled_option_is_not_also_missing() {
    let faults = item_faults(
        "#[dynamo(tabel = \"orders\")] struct O { #[dynamo(partiton_key)] id: String }",
    );
    let first_lines: Vec<_> = faults.iter().map(super::Fault::first_line).collect();
    assert_eq!(
        first_lines,
        ["unknown option `tabel`", "unknown option `partiton_key`"]
    );
}

#[test]
fn an_unrelated_fault_does_not_hide_a_missing_key() {
    let faults =
        item_faults("#[dynamo(table = \"orders\")] struct O { #[dynamo(unheard)] id: String }");
    let first_lines: Vec<_> = faults.iter().map(super::Fault::first_line).collect();
    assert_eq!(
        first_lines,
        ["unknown option `unheard`", "`O` has no partition key"]
    );
}

#[test]
fn rules_about_a_field_with_bad_options_stay_silent() {
    for (fields, fault) in [
        // Not also: two units, precision without iso, no unit.
        ("#[ts(milis)] at: T", "unknown option `milis`"),
        ("#[ts(precision = micros)] at: T", "`precision` needs `iso`"),
        // Not also: `from` needs `after`.
        (
            "#[ttl(seconds, aftr = \"1d\", sliding)] at: T",
            "unknown option `aftr`",
        ),
        // Not also: a second partition key.
        ("#[partition_key(foo)] at: T", "unknown option `foo`"),
        // Not also: not a time field.
        (
            "#[ts(foo)] at: T, #[ttl(seconds, after = \"1d\", from = \"at\")] end: T",
            "unknown option `foo`",
        ),
        // Not also: stored twice.
        (
            "#[dynamo(rename = \"id\", foo)] at: T",
            "unknown option `foo`",
        ),
        // Not also: no sort key for the suffix.
        (
            "#[sort_key(iso, suffix = \"b\")] at: T, #[dynamo(foo)] b: T",
            "unknown option `foo`",
        ),
    ] {
        let faults = item_faults(&with_fields(fields));
        let first_lines: Vec<_> = faults.iter().map(super::Fault::first_line).collect();
        assert_eq!(first_lines, [fault], "{fields}");
    }
}

#[test]
fn suggestions_are_close_or_absent() {
    assert_eq!(
        closest("sortkey", &["sort_key", "partition_key"]),
        Some("sort_key")
    );
    assert_eq!(
        closest("Camel", &["kebab-case", "camelCase"]),
        Some("camelCase")
    );
    assert_eq!(closest("bucket", &["sort_key", "partition_key"]), None);
    assert_eq!(closest("", &["sort_key"]), None);
}

#[test]
fn a_long_list_is_not_printed() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let text = |known| {
        Message::new("wrong")
            .suggest("zz", known, "names")
            .to_string()
    };
    assert_eq!(text(&names), "wrong");
    assert_eq!(text(&names[..1]), "wrong\nhelp: the names are `a`");
}

#[test]
fn a_skipped_field_is_not_suggested() {
    let faults = item_faults(&super::on_struct(
        "table = \"orders\", index(name = \"by_x\", partition_key = \"totl\")",
    ));
    assert!(faults[0].message.contains("did you mean `total`?"));
    let faults = item_faults(
        "#[dynamo(table = \"orders\", index(name = \"by_x\", partition_key = \"totl\"))]
         struct O { #[partition_key] id: String, #[dynamo(skip)] total: u64 }",
    );
    assert!(!faults[0].message.contains("total"), "{faults:#?}");
}

#[test]
#[should_panic(expected = "errors were dropped unread")]
fn unread_errors_fail() {
    drop(Errors::new());
}
