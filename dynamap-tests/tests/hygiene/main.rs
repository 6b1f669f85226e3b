//! Generated code means what it says, whatever names stand around it.

#![allow(
    missing_docs,
    dead_code,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic,
    reason = "test types, with odd names and places"
)]

extern crate dynamap as renamed;

mod attributes;
mod fields;
mod generics;
mod names;
mod places;
mod sizes;

/// Reads an item from what it is written as.
#[track_caller]
fn round_trip<T: dynamap::DynamoItem + PartialEq + std::fmt::Debug>(item: &T) -> dynamap::Item {
    let stored = item.to_item().expect("the item can be written");
    assert_eq!(&T::from_item(&stored).expect("the item can be read"), item);
    stored
}

fn text(value: &str) -> dynamap::aws_sdk_dynamodb::types::AttributeValue {
    dynamap::aws_sdk_dynamodb::types::AttributeValue::S(value.to_owned())
}

fn number(value: &str) -> dynamap::aws_sdk_dynamodb::types::AttributeValue {
    dynamap::aws_sdk_dynamodb::types::AttributeValue::N(value.to_owned())
}
