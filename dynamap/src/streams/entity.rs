//! Whether a record is of a type's own items, where a table holds several.

use aws_sdk_dynamodb::types::AttributeValue;

use super::Record;
use crate::DynamoItem;
use crate::item::check_entity;
use crate::schema::{ComposedKey, KeyAttribute, Schema};
use crate::value::ScalarType;

impl Record {
    /// Whether the record is of an item of type `T`, by its keys and its tag: the keys have the names and
    /// types of those of `T`, composed ones its prefixes and constants, and an image has the
    /// [`entity`](Schema::entity) of `T`, if it has one. A record without images is told by its keys alone.
    ///
    /// A modification that made an item of one type one of another is of both; as a
    /// [change](Self::change) it is an error of the kind [`OtherEntity`](crate::ErrorKind::OtherEntity).
    ///
    /// The other records of a table that holds several entities are skipped by it, or handed on as they
    /// are.
    pub fn is_of<T: DynamoItem>(&self) -> bool {
        let schema = T::SCHEMA;
        schema.key_attributes().count() == self.keys().len()
            && schema.key_attributes().all(|key| self.has_key(schema, key))
            && self.has_tag(schema)
    }

    fn has_tag(&self, schema: &Schema) -> bool {
        let mut images = self
            .new_item()
            .into_iter()
            .chain(self.old_item())
            .peekable();
        images.peek().is_none() || images.any(|image| check_entity(schema, image).is_ok())
    }

    fn has_key(&self, schema: &Schema, key: &KeyAttribute) -> bool {
        let Some(value) = self.keys().get(key.name) else {
            return false;
        };
        let is_of_type = matches!(
            (value, key.scalar),
            (AttributeValue::S(_), ScalarType::S)
                | (AttributeValue::N(_), ScalarType::N)
                | (AttributeValue::B(_), ScalarType::B)
        );
        let composed = schema
            .composed
            .iter()
            .find(|composed| composed.index.is_none() && composed.attribute == key.name);
        is_of_type && composed.is_none_or(|composed| is_made_by(composed, value))
    }
}

/// Whether one of the layouts of a composed key makes such a text.
fn is_made_by(composed: &ComposedKey, value: &AttributeValue) -> bool {
    let AttributeValue::S(text) = value else {
        return false;
    };
    let layout = composed.layout;
    layout
        .eras
        .iter()
        .any(|era| layout.split(era, text).is_some())
}
