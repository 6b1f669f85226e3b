use aws_sdk_dynamodb::types::AttributeValue;

use crate::expression::{Action, Updates};
use crate::item::{Fillable, Item};
use crate::schema::{KeyAttribute, Schema};
use crate::value::{Number, ScalarType};
use crate::{Error, ErrorKind, Result};

// Sizes in bytes. [DynamoDB constraints](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html)
const PARTITION_KEY_BYTES: usize = 2048;
const SORT_KEY_BYTES: usize = 1024;

/// Checks a primary key before it is sent.
pub(crate) fn check_key(schema: &Schema, key: &dyn Fillable) -> Result<()> {
    check_attribute(
        key,
        &schema.partition_key,
        PARTITION_KEY_BYTES,
        Presence::Required,
    )?;
    match &schema.sort_key {
        Some(sort_key) => check_attribute(key, sort_key, SORT_KEY_BYTES, Presence::Required),
        None => Ok(()),
    }
}

/// Checks the key attributes of an item before it is sent: those of the table are all there, those
/// of an index have the declared type if they are there.
pub(crate) fn check_item_keys(schema: &Schema, item: &dyn Fillable) -> Result<()> {
    check_key(schema, item)?;
    for (attribute, limit) in index_keys(schema) {
        check_attribute(item, attribute, limit, Presence::Sparse)?;
    }
    Ok(())
}

/// The key attributes of all indexes, each with its limit in bytes.
fn index_keys(schema: &Schema) -> impl Iterator<Item = (&'static KeyAttribute, usize)> {
    schema.indexes.iter().flat_map(|index| {
        let partition = index.partition_key.iter();
        let partition = partition.map(|attribute| (attribute, PARTITION_KEY_BYTES));
        let sort = index.sort_key.iter();
        partition.chain(sort.map(|attribute| (attribute, SORT_KEY_BYTES)))
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Presence {
    Required,
    /// An item without the attribute is simply not in the index.
    Sparse,
}

fn check_attribute(
    item: &dyn Fillable,
    attribute: &KeyAttribute,
    limit: usize,
    presence: Presence,
) -> Result<()> {
    let fault = |message: String| {
        Err(Error::new(ErrorKind::InvalidKey, message).on_attribute(attribute.name))
    };
    let Some(value) = item.value(attribute.name) else {
        return match presence {
            Presence::Required => fault("the key attribute is absent: give it a value".to_owned()),
            Presence::Sparse => Ok(()),
        };
    };
    let length = match (attribute.scalar, value) {
        (ScalarType::S, AttributeValue::S(text)) => text.len(),
        (ScalarType::B, AttributeValue::B(bytes)) => bytes.as_ref().len(),
        (ScalarType::N, AttributeValue::N(text)) => {
            return match text.parse::<Number>() {
                Ok(_) => Ok(()),
                Err(_) => {
                    fault("the key attribute is not a number that DynamoDB can hold".to_owned())
                }
            };
        }
        (scalar, _) => {
            return fault(format!(
                "the key attribute is declared {scalar:?} and has another type"
            ));
        }
    };
    if length == 0 {
        return fault(
            "the key attribute is empty, which DynamoDB refuses: give it a value, or leave an index key out with `None`"
                .to_owned(),
        );
    }
    if length > limit {
        return fault(format!(
            "the key attribute has {length} bytes and DynamoDB takes {limit}: shorten it"
        ));
    }
    Ok(())
}

/// Checks the partition of a query.
pub(crate) fn check_partition_value(
    attribute: &KeyAttribute,
    value: &AttributeValue,
) -> Result<()> {
    if matches!(value, AttributeValue::Null(_)) {
        return Err(Error::new(
            ErrorKind::InvalidKey,
            "the key attribute is `None`, and an index does not have the items without it: give it a value",
        )
        .on_attribute(attribute.name));
    }
    check_value(attribute, value, PARTITION_KEY_BYTES)
}

/// Checks one end of a query's range.
pub(crate) fn check_sort_value(attribute: &KeyAttribute, value: &AttributeValue) -> Result<()> {
    check_value(attribute, value, SORT_KEY_BYTES)
}

fn check_value(attribute: &KeyAttribute, value: &AttributeValue, limit: usize) -> Result<()> {
    let item = Item::from([(attribute.name.to_owned(), value.clone())]);
    check_attribute(&item, attribute, limit, Presence::Required)
}

/// Checks the position of a cursor: these key attributes, and no others.
pub(crate) fn check_position(attributes: &[KeyAttribute], position: &Item) -> Result<()> {
    for attribute in attributes {
        check_attribute(position, attribute, PARTITION_KEY_BYTES, Presence::Required)?;
    }
    if attributes.len() == position.len() {
        Ok(())
    } else {
        Err(Error::new(
            ErrorKind::InvalidKey,
            "a key attribute too many",
        ))
    }
}

/// Checks what an update sets in key attributes of indexes.
pub(crate) fn check_index_keys(schema: &Schema, updates: &Updates) -> Result<()> {
    for (attribute, limit) in index_keys(schema) {
        if let Some(Action::Set(value) | Action::SetIfAbsent(value)) = updates.of(attribute.name) {
            let item = Item::from([(attribute.name.to_owned(), value.clone())]);
            check_attribute(&item, attribute, limit, Presence::Sparse)?;
        }
    }
    Ok(())
}
