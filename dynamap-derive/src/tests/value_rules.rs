//! The rules of values.

use super::{assert_fault, value_faults};

#[track_caller]
fn one(source: &str, underlined: &str, message: &str) {
    assert_fault(&value_faults(source), underlined, message);
}

#[test]
fn shapes() {
    one(
        "struct S {}",
        "S",
        "`S` has no fields\nhelp: add a field; each one is stored as an attribute",
    );
    one(
        "struct S;",
        "S",
        "`S` has no fields\nhelp: add a field; each one is stored as an attribute",
    );
    one(
        "struct S(u8, u8);",
        "(u8, u8)",
        "a tuple struct of 2 fields is not a DynamoDB value\nhelp: name the fields, or keep one: \
         `struct Name(Inner);`",
    );
    one(
        "struct S();",
        "()",
        "a tuple struct of 0 fields is not a DynamoDB value\nhelp: name the fields, or keep one: \
         `struct Name(Inner);`",
    );
    one(
        "enum E {}",
        "E",
        "`E` has no variants\nhelp: add a variant, which is stored by its name",
    );
    one(
        "union U { a: u8 }",
        "union",
        "a union is not a DynamoDB value\nhelp: write a struct, or an enum of variants without data",
    );
}

#[test]
fn every_variant_with_data_is_told() {
    let faults = value_faults("enum E { A(u8), B, C { c: u8 } }");
    let told: Vec<_> = faults
        .iter()
        .map(|fault| (fault.source.as_str(), fault.message.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                "(u8)",
                "the variant `A` carries data\nhelp: write `A` alone, and keep the data in a \
                 struct beside the enum"
            ),
            (
                "{ c: u8 }",
                "the variant `C` carries data\nhelp: write `C` alone, and keep the data in a \
                 struct beside the enum"
            ),
        ]
    );
}

#[test]
fn variants_have_different_names() {
    let help = "\nhelp: give one of them another name with `#[dynamo(rename = \"…\")]`";
    one(
        "enum E { A, #[dynamo(rename = \"A\")] B }",
        "\"A\"",
        &format!("`A` and `B` are both stored as `A`{help}"),
    );
    one(
        "#[dynamo(rename_all = \"lowercase\")] enum E { Ab, AB }",
        "AB",
        &format!("`Ab` and `AB` are both stored as `ab`{help}"),
    );
}

#[test]
fn what_belongs_to_items_is_refused_with_the_reason() {
    let wrong = |name: &str| format!("`{name}` cannot stand in a value inside an item");
    one(
        "struct S { #[ttl(seconds)] a: T }",
        "ttl",
        &format!(
            "{}\nhelp: move the field to the item, or write `ts(seconds)` for a plain time\nnote: \
             DynamoDB reads the TTL from a top-level attribute",
            wrong("ttl")
        ),
    );
    one(
        "struct S { #[version] a: u64 }",
        "version",
        &format!(
            "{}\nhelp: move the field to the item\nnote: a version counts the writes of an item",
            wrong("version")
        ),
    );
    for key in ["partition_key", "sort_key"] {
        one(
            &format!("struct S {{ #[{key}] a: u64 }}"),
            key,
            &format!(
                "{}\nhelp: move the field to the item, or derive `DynamoItem` here\nnote: \
                 DynamoDB's keys are top-level attributes",
                wrong(key)
            ),
        );
    }
    for stamp in ["auto_create", "auto_update"] {
        one(
            &format!("struct S {{ #[ts(millis, {stamp})] a: T }}"),
            stamp,
            &format!(
                "{}\nhelp: stamp a field of the item, and keep `ts` with a unit alone here\nnote: \
                 a write stamps top-level attributes, and does not look into values",
                wrong(stamp)
            ),
        );
    }
}

#[test]
fn a_tuple_struct_has_no_options_of_a_named_field() {
    for name in ["rename = \"x\"", "skip", "default"] {
        let word = name.split(' ').next().unwrap_or_default();
        one(
            &format!("struct S(#[dynamo({name})] u8);"),
            word,
            &format!(
                "`{word}` cannot stand on the field of a tuple struct\nhelp: put it on the field \
                 that holds this type\nnote: a tuple struct of one field is written as that field, \
                 without a name"
            ),
        );
    }
    one(
        "struct S(#[partition_key] u8);",
        "partition_key",
        "`partition_key` cannot stand on the field of a tuple struct\nhelp: put it on the item's \
         field of this type",
    );
    one(
        "struct S(#[ts(millis)] #[dynamo(with = m)] u8);",
        "with",
        "`with` cannot be combined with `ts`\nhelp: keep one of the two\nnote: each of them says \
         how the field is written",
    );
    one(
        "struct S(#[ts] u8);",
        "ts",
        "`ts` has no unit\nhelp: write `#[ts(millis)]`\nnote: the units are `seconds`, `millis`, \
         `micros`, `nanos`, `iso`",
    );
}

#[test]
fn options_of_items_are_misplaced() {
    one(
        "#[dynamo(table = \"orders\")] struct S { a: u8 }",
        "table",
        "`table` cannot stand on a struct that derives `DynamoValue`\nhelp: it belongs on a struct \
         that derives `DynamoItem`: `table = \"orders\"`",
    );
    one(
        "enum E { #[dynamo(skip)] A }",
        "skip",
        "`skip` cannot stand on a variant\nhelp: it belongs on a field of a `DynamoItem`: `skip`",
    );
    one(
        "enum E { #[ts(millis)] A }",
        "ts",
        "`ts` cannot stand on a variant\nhelp: it belongs on a field of a `DynamoItem`: \
         `ts(millis)`",
    );
}

#[test]
fn names_and_constants_are_unique() {
    let faults = value_faults("struct S { #[dynamo(rename = \"x\")] a: u8, x: u8, X: u8 }");
    let first_lines: Vec<_> = faults.iter().map(super::Fault::first_line).collect();
    assert_eq!(
        first_lines,
        [
            "`a` and `x` are both stored as `x`",
            "`x` and `X` both give the constant `X`",
        ]
    );
}
