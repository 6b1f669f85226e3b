use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;

use super::Number;

/// Whether two values are equal to DynamoDB: numbers by value (`1` and `1.0`), sets without an
/// order, lists and maps in depth. A type that the SDK does not know equals nothing.
pub fn value_eq(left: &AttributeValue, right: &AttributeValue) -> bool {
    match (left, right) {
        (AttributeValue::S(left), AttributeValue::S(right)) => left == right,
        (AttributeValue::N(left), AttributeValue::N(right)) => numeral(left) == numeral(right),
        (AttributeValue::B(left), AttributeValue::B(right)) => left == right,
        (AttributeValue::Bool(left), AttributeValue::Bool(right))
        | (AttributeValue::Null(left), AttributeValue::Null(right)) => left == right,
        (AttributeValue::M(left), AttributeValue::M(right)) => item_eq(left, right),
        (AttributeValue::L(left), AttributeValue::L(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| value_eq(l, r))
        }
        (AttributeValue::Ss(left), AttributeValue::Ss(right)) => set_eq(left, right, |text| text),
        (AttributeValue::Ns(left), AttributeValue::Ns(right)) => {
            set_eq(left, right, |text| numeral(text))
        }
        (AttributeValue::Bs(left), AttributeValue::Bs(right)) => set_eq(left, right, AsRef::as_ref),
        _ => false,
    }
}

/// Whether two items, or the contents of two maps, have the same attributes with equal values.
#[expect(
    clippy::implicit_hasher,
    reason = "the SDK's items have the default hasher"
)]
pub fn item_eq(
    left: &HashMap<String, AttributeValue>,
    right: &HashMap<String, AttributeValue>,
) -> bool {
    left.len() == right.len()
        && left
            .iter()
            .all(|(name, value)| right.get(name).is_some_and(|other| value_eq(value, other)))
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Numeral<'a> {
    Number(Number),
    // No number of DynamoDB's: the service would refuse it, and only its own text equals it.
    Other(&'a str),
}

fn numeral(text: &str) -> Numeral<'_> {
    Number::parse(text).map_or(Numeral::Other(text), Numeral::Number)
}

fn set_eq<'a, T, M: Ord>(left: &'a [T], right: &'a [T], member: impl Fn(&'a T) -> M) -> bool {
    let members = |set: &'a [T]| set.iter().map(&member).collect::<BTreeSet<_>>();
    members(left) == members(right)
}
