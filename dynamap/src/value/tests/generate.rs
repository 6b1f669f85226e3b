//! Values and items for properties.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use proptest::collection::{hash_map, vec};
use proptest::prelude::*;

/// Texts with everything that a JSON string may have to escape.
pub(super) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,24}",
        "(\"|\\\\|/|\n|\t|[\u{0}-\u{1f}]|[ -~]|é|€|𝄞|\u{7f}|\u{2028}){0,20}",
        any::<String>(),
    ]
}

/// The text of a number in any spelling.
pub(super) fn numeral() -> impl Strategy<Value = String> {
    "[+-]?[0-9]{1,20}(\\.[0-9]{0,18})?([eE][+-]?[0-9]{1,2})?"
}

fn blob() -> impl Strategy<Value = Blob> {
    vec(any::<u8>(), 0..20).prop_map(Blob::new)
}

pub(super) fn attribute_value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        text().prop_map(AttributeValue::S),
        numeral().prop_map(AttributeValue::N),
        blob().prop_map(AttributeValue::B),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        vec(text(), 0..4).prop_map(AttributeValue::Ss),
        vec(numeral(), 0..4).prop_map(AttributeValue::Ns),
        vec(blob(), 0..4).prop_map(AttributeValue::Bs),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            hash_map(text(), inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

pub(super) fn item() -> impl Strategy<Value = HashMap<String, AttributeValue>> {
    hash_map(text(), attribute_value(), 0..6)
}
