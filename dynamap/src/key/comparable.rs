use aws_sdk_dynamodb::types::AttributeValue;

use crate::item::{Fillable, Item};
use crate::schema::Schema;
use crate::value::Number;

/// A key as DynamoDB tells keys apart: numbers by value, the attributes in no order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ComparableKey(Vec<u8>);

impl ComparableKey {
    pub(crate) fn of(key: &Item) -> Self {
        let mut attributes: Vec<_> = key.iter().collect();
        attributes.sort_unstable_by_key(|(name, _)| *name);
        Self::of_sorted(
            attributes
                .into_iter()
                .map(|(name, value)| (name.as_str(), value)),
        )
    }

    /// The key of an item of a type.
    pub(crate) fn of_item(schema: &Schema, item: &dyn Fillable) -> Self {
        let attribute = |name| Some((name, item.value(name)?));
        let partition = attribute(schema.partition_key.name);
        let sort = schema.sort_key.as_ref();
        let sort = sort.and_then(|sort_key| attribute(sort_key.name));
        let mut attributes = [partition, sort];
        attributes.sort_unstable_by_key(|attribute| attribute.map(|(name, _)| name));
        Self::of_sorted(attributes.into_iter().flatten())
    }

    /// Of attributes in the order of their names.
    fn of_sorted<'a>(attributes: impl Iterator<Item = (&'a str, &'a AttributeValue)>) -> Self {
        // One or two short attributes.
        let mut bytes = Vec::with_capacity(128);
        for (name, value) in attributes {
            part(&mut bytes, name.as_bytes());
            push_value(&mut bytes, value);
        }
        Self(bytes)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The first that an earlier one equals. Neighbours in their order are compared at less cost than all are
/// hashed.
pub(crate) fn first_repeated<K: Ord>(keys: impl Iterator<Item = K>) -> Option<usize> {
    let mut sorted: Vec<(K, usize)> = keys.zip(0..).collect();
    sorted.sort_unstable();
    let repeated = sorted.windows(2).filter_map(|pair| match pair {
        [(first, _), (second, index)] if first == second => Some(*index),
        _ => None,
    });
    repeated.min()
}

/// Appends a key value so that equal values give equal bytes, and different values different ones.
pub(crate) fn push_value(bytes: &mut Vec<u8>, value: &AttributeValue) {
    match value {
        AttributeValue::S(text) => {
            bytes.push(b'S');
            part(bytes, text.as_bytes());
        }
        AttributeValue::N(text) => {
            bytes.push(b'N');
            match text.parse::<Number>() {
                // In DynamoDB's own spelling already, as most are.
                Ok(_) if is_plain(text) => part(bytes, text.as_bytes()),
                Ok(number) => part(bytes, number.to_string().as_bytes()),
                Err(_) => part(bytes, text.as_bytes()),
            }
        }
        AttributeValue::B(binary) => {
            bytes.push(b'B');
            part(bytes, binary.as_ref());
        }
        // A key attribute has one of the three types.
        _ => bytes.push(b'?'),
    }
}

/// Whether a number is digits alone, which begin with another than 0.
fn is_plain(text: &str) -> bool {
    matches!(text.as_bytes(), [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit))
}

/// Appends a part with its length before it, so that parts cannot run into each other.
pub(crate) fn part(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
    bytes.extend_from_slice(part);
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::AttributeValue;

    use super::{first_repeated, push_value};

    #[test]
    fn numbers_are_told_apart_by_value() {
        let bytes = |text: &str| {
            let mut bytes = Vec::new();
            push_value(&mut bytes, &AttributeValue::N(text.to_owned()));
            bytes
        };
        for (plain, others) in [
            ("0", ["-0", "0.0", "00"]),
            ("7", ["+7", "07", "7.0"]),
            ("100", ["1e2", "100.0", "0100"]),
            ("-12", ["-12.0", "-1.2E1", "-012"]),
            ("1000000000000000000000", ["1E21", "1e+21", "10E20"]),
        ] {
            for other in others {
                assert_eq!(bytes(plain), bytes(other), "{plain} {other}");
            }
            assert_ne!(bytes(plain), bytes("70"));
        }
    }

    #[test]
    fn the_first_repetition_is_found() {
        for (keys, expected) in [
            (&[][..], None),
            (&[1, 2, 3], None),
            (&[3, 1, 3, 1], Some(2)),
            (&[5, 1, 4, 1, 5, 5], Some(3)),
            (&[7, 7, 7], Some(1)),
        ] {
            assert_eq!(first_repeated(keys.iter()), expected, "{keys:?}");
        }
    }
}
