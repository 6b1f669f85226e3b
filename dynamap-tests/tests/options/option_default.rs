//! `default` and `default = path`: what a missing attribute reads as.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, Item};

fn forty() -> u32 {
    40
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "people")]
struct Person {
    #[partition_key]
    id: String,
    #[dynamo(default)]
    name: String,
    #[dynamo(default = forty)]
    age: u32,
    nickname: Option<String>,
    strict: bool,
}

fn stored(attributes: &[(&str, AttributeValue)]) -> Item {
    let id = ("id".to_owned(), AttributeValue::S("p".to_owned()));
    let more = attributes
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()));
    [id].into_iter().chain(more).collect()
}

// FC-12: an older item lacks the attribute.
#[test]
fn a_missing_attribute_reads_as_its_default() {
    let item = stored(&[("strict", AttributeValue::Bool(true))]);
    assert_eq!(
        Person::from_item(&item).unwrap(),
        Person {
            id: "p".to_owned(),
            name: String::new(),
            age: 40,
            nickname: None,
            strict: true,
        }
    );
}

#[test]
fn without_a_default_it_is_an_error() {
    let error = Person::from_item(&stored(&[])).unwrap_err();
    assert!(error.is_decode());
    assert_eq!(error.attribute(), Some("strict"));
}

// A value of another type is no missing one.
#[test]
fn a_default_does_not_hide_a_wrong_type() {
    let item = stored(&[
        ("strict", AttributeValue::Bool(true)),
        ("age", AttributeValue::S("40".to_owned())),
    ]);
    let error = Person::from_item(&item).unwrap_err();
    assert_eq!(error.attribute(), Some("age"));
    assert_eq!(error.to_string(), "`age`: expected N, found S");
}

// The default value itself is written.
#[test]
fn a_default_is_written_as_any_value() {
    let item = stored(&[("strict", AttributeValue::Bool(true))]);
    let written = Person::from_item(&item).unwrap().to_item().unwrap();
    assert_eq!(written["age"], AttributeValue::N("40".to_owned()));
    assert_eq!(written["name"], AttributeValue::S(String::new()));
    assert!(!written.contains_key("nickname"));
}
