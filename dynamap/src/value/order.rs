use std::cmp::Ordering;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Number;

/// DynamoDB's order of two S, N or B values: UTF-8 bytes, numeric value, unsigned bytes; `None` for
/// values of different or unordered types.
pub(crate) fn value_cmp(a: &AttributeValue, b: &AttributeValue) -> Option<Ordering> {
    match (a, b) {
        (AttributeValue::S(a), AttributeValue::S(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (AttributeValue::N(a), AttributeValue::N(b)) => {
            Some(a.parse::<Number>().ok()?.cmp(&b.parse::<Number>().ok()?))
        }
        (AttributeValue::B(a), AttributeValue::B(b)) => Some(a.as_ref().cmp(b.as_ref())),
        _ => None,
    }
}
