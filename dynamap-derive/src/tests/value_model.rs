//! The model of sound values.

use super::good_value;
use crate::model::{Codec, Shape, TimeFormat, Unit};

#[test]
fn a_struct_is_a_map() {
    let value = good_value(
        "#[dynamo(rename_all = \"camelCase\")]
         pub struct Address<T> { street_name: T, #[ts(iso)] moved_in: D, #[dynamo(skip)] cache: C, #[dynamo(with = m)] geo: G }",
    );
    let Shape::Map { fields, skipped } = &value.shape else {
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
    assert_eq!(value.generics.params.len(), 1);
}

#[test]
fn an_enum_is_text() {
    let value = good_value(
        "#[dynamo(rename_all = \"SCREAMING_SNAKE_CASE\")]
         enum Status { InTransit, #[dynamo(rename = \"done\")] Delivered, r#Self_ = 7 }",
    );
    let Shape::Text(variants) = &value.shape else {
        panic!("not text")
    };
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
