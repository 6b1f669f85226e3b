//! The rules of values.

use super::{assert_fault, good_value, value_faults};

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
        "struct S();",
        "S",
        "`S` has no fields\nhelp: add a field; each one is stored as an attribute",
    );
    one(
        "enum E {}",
        "E",
        "`E` has no variants\nhelp: add a variant, which is stored by its name",
    );
    one(
        "union U { a: u8 }",
        "union",
        "a union is not a DynamoDB value\nhelp: write a struct or an enum",
    );
}

#[test]
fn a_variant_names_its_fields_or_holds_one_value() {
    let faults = value_faults("enum E { A(u8, u8), B(), C(#[ts(millis)] Vec<T>) }");
    let told: Vec<_> = faults
        .iter()
        .map(|fault| (fault.source.as_str(), fault.message.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                "(u8, u8)",
                "the variant `A` has 2 fields without names\nhelp: name the fields, or hold one \
                 struct: `A(Inner)`"
            ),
            (
                "()",
                "the variant `B` has 0 fields without names\nhelp: name the fields, or hold one \
                 struct: `B(Inner)`"
            ),
            (
                "ts",
                "`ts` cannot stand on the value that a variant holds\nhelp: name the field: \
                 `C { value: Vec<T> }`\nnote: what a variant holds stands beside its tag, so it \
                 is a map"
            ),
        ]
    );
}

#[test]
fn one_variant_stands_for_the_unknown() {
    one(
        "enum E { A, #[dynamo(other)] B, #[dynamo(other)] C }",
        "other",
        "`C` is a second catch-all, beside `B`\nhelp: remove one of the two",
    );
    one(
        "enum E { A, #[dynamo(other)] B { name: String } }",
        "B",
        "the catch-all `B` has fields of its own\nhelp: write `B` alone, or let it hold what is \
         read: `B(String)` in an enum of names, `B(dynamap::Item)` in one with data",
    );
    one(
        "enum E { #[dynamo(other)] A(String) }",
        "A",
        "`E` has no variant but the catch-all\nhelp: add a variant, which is stored by its name",
    );
    for option in [
        "rename = \"x\"",
        "alias = \"x\"",
        "rename_all = \"lowercase\"",
    ] {
        let word = option.split(' ').next().unwrap_or_default();
        one(
            &format!("enum E {{ A, #[dynamo(other, {option})] B }}"),
            word,
            &format!(
                "`{word}` cannot be combined with `other`\nhelp: keep one of the two\nnote: a \
                 catch-all variant stands for names that are not known"
            ),
        );
    }
}

#[test]
fn no_field_of_a_variant_is_the_tag() {
    let help = "help: give the field another name with `#[dynamo(rename = \"…\")]`, or name the \
                variant by another attribute with `#[dynamo(tag = \"…\")]` on the enum";
    one(
        "enum E { A { r#type: u8 } }",
        "r#type",
        &format!("`r#type` is stored as `type`, which names the variant\n{help}"),
    );
    one(
        "#[dynamo(tag = \"t\")] enum E { A { #[dynamo(rename = \"t\")] a: u8, r#type: u8 } }",
        "\"t\"",
        &format!("`a` is stored as `t`, which names the variant\n{help}"),
    );
    one(
        "#[dynamo(tag = \"\")] enum E { A }",
        "\"\"",
        "the attribute name is empty\nhelp: write a name, as in `rename = \"status\"`",
    );
}

#[test]
fn an_alias_is_no_name_of_another_variant() {
    one(
        "enum E { A, #[dynamo(alias = \"A\")] B }",
        "\"A\"",
        "`A` is a name of `A` already\nhelp: remove the alias",
    );
    one(
        "enum E { #[dynamo(alias = \"x\", alias = \"x\")] B { b: u8 } }",
        "\"x\"",
        "`x` is a name of `B` already\nhelp: remove the alias",
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
    for key in ["partition_key", "sort_key"] {
        one(
            &format!("struct S {{ #[{key}] a: u64 }}"),
            key,
            &format!(
                "`{key}` cannot stand in a value inside an item\nhelp: move the field to the item, or derive \
                 `DynamoItem` here\nnote: DynamoDB's keys are top-level attributes"
            ),
        );
    }
    for stamp in ["auto_create", "auto_update"] {
        one(
            &format!("struct S(#[ts(millis, {stamp})] T);"),
            stamp,
            &format!(
                "`{stamp}` cannot stand on the field of a tuple struct\nhelp: stamp a field of the item, and \
                 keep `ts` with a unit alone here\nnote: a write stamps top-level attributes, and does not \
                 look into values"
            ),
        );
    }
}

#[test]
fn what_writes_fill_stands_in_structs_and_not_in_variants() {
    good_value(
        "struct S { #[ts(millis, auto_create)] a: T, #[ts(iso, auto_update)] b: T, #[version] c: u64, \
         #[ttl(seconds, after = \"7d\", from = \"a\")] d: T }",
    );
    for (option, word) in [
        ("ts(millis, auto_create)", "auto_create"),
        ("ts(iso, auto_update)", "auto_update"),
        ("ttl(seconds)", "ttl"),
        ("version", "version"),
    ] {
        one(
            &format!("enum E {{ A {{ #[{option}] a: T }}, B }}"),
            word,
            &format!(
                "`{word}` cannot stand in a variant\nhelp: move the field to the item, or to a struct that is \
                 flattened into it\nnote: a write fills it in every item, of whatever variant"
            ),
        );
    }
}

#[test]
fn a_struct_has_one_ttl_and_one_version() {
    one(
        "struct S { #[ttl(seconds)] a: T, #[ttl(seconds)] b: T }",
        "ttl",
        "`b` is a second TTL, beside `a`\nhelp: write `ts(seconds)` on the one that does not expire the \
         item\nnote: DynamoDB's tables have one TTL attribute",
    );
    one(
        "struct S { #[version] a: u64, #[version] b: u64 }",
        "version",
        "`b` is a second version, beside `a`\nhelp: remove one of the two",
    );
    one(
        "struct S { #[ttl(seconds, after = \"1d\", from = \"b\")] a: T, b: u64 }",
        "\"b\"",
        "`b` is not a time field\nhelp: add `ts(millis)` to `b`, or name a field that has a unit",
    );
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

#[test]
fn what_is_flattened_has_no_attribute_of_its_own() {
    for option in [
        "rename = \"x\"",
        "alias = \"x\"",
        "default",
        "with = m",
        "null",
        "set",
        "serde",
        "skip",
    ] {
        let word = option.split(' ').next().unwrap_or_default();
        let (help, note) = match word {
            "skip" => ("keep one of the two", "a skipped field is not stored"),
            _ => (
                "keep one of the two",
                "a flattened field has no attribute of its own",
            ),
        };
        one(
            &format!("struct S {{ #[dynamo(flatten, {option})] a: A }}"),
            word,
            &format!("`{word}` cannot be combined with `flatten`\nhelp: {help}\nnote: {note}"),
        );
    }
    one(
        "enum E { A { #[dynamo(flatten)] a: A } }",
        "flatten",
        "`flatten` cannot stand on a field of a variant\nhelp: move the fields into a struct, and \
         hold it: `Variant(Inner)`",
    );
}

#[test]
fn an_alias_is_no_name_of_another_field() {
    one(
        "struct S { a: u8, #[dynamo(alias = \"a\")] b: u8 }",
        "\"a\"",
        "`a` is a name of `a` already\nhelp: remove the alias",
    );
    one(
        "struct S { #[dynamo(alias = \"x\")] a: u8, #[dynamo(alias = \"x\")] b: u8 }",
        "\"x\"",
        "`x` is a name of `a` already\nhelp: remove the alias",
    );
    one(
        "struct S { #[dynamo(alias = \"\")] a: u8 }",
        "\"\"",
        "the attribute name is empty\nhelp: write a name, as in `rename = \"status\"`",
    );
    one(
        "enum E { A { #[dynamo(alias = \"type\")] a: A } }",
        "\"type\"",
        "`a` is stored as `type`, which names the variant\nhelp: give the field another name with \
         `#[dynamo(rename = \"…\")]`, or name the variant by another attribute with \
         `#[dynamo(tag = \"…\")]` on the enum",
    );
}

#[test]
fn one_option_says_how_a_field_is_written() {
    let ways = ["serde", "set", "null", "with = m"];
    for (position, first) in ways.iter().enumerate() {
        for second in &ways[position + 1..] {
            let word = second.split(' ').next().unwrap_or_default();
            one(
                &format!("struct S {{ #[dynamo({first}, {second})] a: A }}"),
                word,
                &format!(
                    "`{word}` cannot be combined with `{first}`\nhelp: keep one of the two\nnote: \
                     each of them says how the field is written"
                ),
            );
        }
    }
    one(
        "struct S { #[ts(millis)] #[dynamo(set)] a: A }",
        "set",
        "`set` cannot be combined with `ts`\nhelp: keep one of the two\nnote: each of them says \
         how the field is written",
    );
}
