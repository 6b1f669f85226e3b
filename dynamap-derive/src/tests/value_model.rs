//! The model of sound values.

use super::good_value;
use crate::model::{Codec, Data, Shape, TimeFormat, Unit};

#[test]
fn a_struct_is_a_map() {
    let value = good_value(
        "#[dynamo(rename_all = \"camelCase\")]
         pub struct Address<T> { street_name: T, #[ts(iso)] moved_in: D, #[dynamo(skip)] cache: C, #[dynamo(with = m)] geo: G }",
    );
    let Shape::Map {
        fields,
        skipped,
        flattened,
        filled,
    } = &value.shape
    else {
        panic!("not a map")
    };
    let names: Vec<_> = fields
        .iter()
        .map(|field| field.attribute.value.as_str())
        .collect();
    assert_eq!(names, ["streetName", "movedIn", "geo"]);
    assert_eq!(fields[0].constant, "STREET_NAME");
    assert!(matches!(
        fields[1].codec,
        Codec::Time(TimeFormat::Iso { .. })
    ));
    assert!(matches!(fields[2].codec, Codec::With(_)));
    assert_eq!(skipped.len(), 1);
    assert!(flattened.is_empty());
    assert!(filled.is_empty());
    assert_eq!(value.generics.params.len(), 1);
}

#[test]
fn an_enum_is_text() {
    let value = good_value(
        "#[dynamo(rename_all = \"SCREAMING_SNAKE_CASE\")]
         enum Status { InTransit, #[dynamo(rename = \"done\")] Delivered, r#Self_ = 7 }",
    );
    let Shape::Text(enumeration) = &value.shape else {
        panic!("not text")
    };
    let variants = &enumeration.variants;
    let names: Vec<_> = variants
        .iter()
        .map(|variant| variant.name.value.as_str())
        .collect();
    assert_eq!(names, ["IN_TRANSIT", "done", "SELF_"]);
    assert_eq!(variants[2].ident.to_string(), "r#Self_");
}

#[test]
fn a_tuple_struct_of_one_field_is_that_field() {
    for (source, check) in [
        (
            "struct Id(String);",
            (|codec| matches!(codec, Codec::Value)) as fn(&Codec) -> bool,
        ),
        ("struct At(#[ts(millis)] T);", |codec| {
            matches!(codec, Codec::Time(TimeFormat::Epoch(Unit::Millis)))
        }),
        ("struct W(#[dynamo(with = m)] T);", |codec| {
            matches!(codec, Codec::With(_))
        }),
        (
            "#[dynamo(long_form, crate = ::d)] struct L(#[ts(export)] T);",
            |codec| matches!(codec, Codec::Value),
        ),
    ] {
        let value = good_value(source);
        let Shape::Transparent(field) = &value.shape else {
            panic!("not transparent")
        };
        assert!(check(&field.codec), "{source}");
    }
}

#[test]
fn an_enum_with_data_is_tagged() {
    let value = good_value(
        "#[dynamo(rename_all = \"snake_case\", rename_all_fields = \"camelCase\")]
         enum E { OneTwo { a_b: T, #[dynamo(skip)] c: C }, #[dynamo(rename_all = \"UPPERCASE\")] B { a_b: T }, \
         Held(H), #[dynamo(alias = \"old\")] Unit, #[dynamo(other)] Other(Raw) }",
    );
    let Shape::Tagged(tagged) = &value.shape else {
        panic!("not tagged")
    };
    assert_eq!(tagged.tag.value, "type");
    let told: Vec<_> = tagged
        .variants
        .iter()
        .map(|variant| {
            let fields = match &variant.data {
                Data::Nothing => "nothing".to_owned(),
                Data::Held(_) => "held".to_owned(),
                Data::Fields { fields, skipped } => {
                    format!("{} {}", fields[0].attribute.value, skipped.len())
                }
            };
            (variant.variant.name.value.as_str(), fields)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("one_two", "aB 1".to_owned()),
            ("b", "A_B 0".to_owned()),
            ("held", "held".to_owned()),
            ("unit", "nothing".to_owned()),
        ]
    );
    assert_eq!(tagged.variants[3].variant.aliases[0].value, "old");
    assert!(
        tagged
            .other
            .as_ref()
            .is_some_and(|other| other.holds.is_some())
    );
}

#[test]
fn a_tag_makes_an_enum_of_names_a_map_and_a_catch_all_does_not() {
    let shape = |source| good_value(source).shape;
    assert!(matches!(
        shape("#[dynamo(tag = \"t\")] enum E { A }"),
        Shape::Tagged(_)
    ));
    assert!(matches!(
        shape("enum E { A, #[dynamo(other)] B(String) }"),
        Shape::Text(_)
    ));
    assert!(matches!(shape("struct S(u8, u8);"), Shape::List(fields) if fields.len() == 2));
}

#[test]
fn what_is_flattened_is_no_field() {
    let value = good_value(
        "struct S { #[dynamo(alias = \"x\", alias = \"y\")] a: A, #[dynamo(flatten)] b: B }",
    );
    let Shape::Map {
        fields, flattened, ..
    } = &value.shape
    else {
        panic!("not a map")
    };
    let aliases: Vec<_> = fields[0]
        .aliases
        .iter()
        .map(|alias| alias.value.as_str())
        .collect();
    assert_eq!(aliases, ["x", "y"]);
    assert_eq!((fields.len(), flattened.len()), (1, 1));
    assert_eq!(flattened[0].constant, "B");
}
