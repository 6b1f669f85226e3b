//! The rules of collections.

use super::{Fault, assert_fault, collection};

fn faults(source: &str) -> Vec<Fault> {
    collection(source).err().unwrap_or_default()
}

#[track_caller]
fn one(source: &str, underlined: &str, message: &str) {
    assert_fault(&faults(source), underlined, message);
}

#[test]
fn each_variant_holds_one_type() {
    let model = collection("enum C { Order(Order), #[dynamo(other)] Rest, Line(m::Line) }");
    let model = model.unwrap_or_else(|faults| panic!("{faults:#?}"));
    let names: Vec<_> = model
        .members
        .iter()
        .map(|member| member.ident.to_string())
        .collect();
    assert_eq!(names, ["Order", "Line"]);
    let other = model.other.expect("a catch-all");
    assert_eq!(other.ident, "Rest");
    assert!(other.holds.is_none());

    one(
        "enum C { A(A), B(B, u8) }",
        "(B, u8)",
        "the variant `B` has fields of its own\nhelp: hold one item type: `B(B)`",
    );
    one(
        "enum C { A(A), B { x: u8 } }",
        "{ x: u8 }",
        "the variant `B` has fields of its own\nhelp: hold one item type: `B(B)`",
    );
    one(
        "enum C { A(A), B }",
        "B",
        "the variant `B` holds no item\nhelp: hold one item type: `B(B)`, or mark it `#[dynamo(other)]` for \
         items of none of the types",
    );
}

#[test]
fn a_collection_is_an_enum_of_types_without_parameters() {
    let help = "\nhelp: write `enum Name { … }` with a variant for each item type";
    one(
        "struct S { a: A }",
        "struct",
        &format!("a collection is an enum, not a struct{help}"),
    );
    one(
        "union U { a: A }",
        "union",
        &format!("a collection is an enum, not a union{help}"),
    );
    one(
        "enum C<T> { A(T) }",
        "T",
        "a collection has no generic parameters\nhelp: name the types that the variants hold",
    );
    let help = "\nhelp: add a variant for each item type, as in `Order(Order)`";
    one("enum C {}", "C", &format!("`C` has no variants{help}"));
    one(
        "enum C { #[dynamo(other)] Other(Item) }",
        "C",
        &format!("`C` has no variant but the catch-all{help}"),
    );
}

#[test]
fn there_is_one_catch_all() {
    one(
        "enum C { A(A), #[dynamo(other)] X(Item), #[dynamo(other)] Y }",
        "other",
        "`Y` is a second catch-all, beside `X`\nhelp: remove one of the two",
    );
}

#[test]
fn every_fault_is_one_error() {
    let faults =
        faults("#[dynamo(tabel = \"x\")] enum C { #[dynamo(rename = \"a\")] A(A), B, C(C, C) }");
    let lines: Vec<_> = faults.iter().map(Fault::first_line).collect();
    assert_eq!(
        lines,
        [
            "unknown option `tabel`",
            "`rename` cannot stand on a variant of a collection",
            "the variant `C` has fields of its own",
            "the variant `B` holds no item",
        ]
    );
}
