//! Items that share a table with items of other types, told by an attribute that names the type.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Item, Read};
use crate::schema::{Entity, Schema};
use crate::value::{DecodeError, Decoder, JsonDecoder, Step};

/// The tag on its way in: it has to be there, and to name this very type.
pub struct TagSlot {
    entity: &'static str,
    is_there: bool,
}

impl TagSlot {
    /// The slot of the type with this name.
    pub fn new(entity: &'static str) -> Self {
        Self {
            entity,
            is_there: false,
        }
    }
}

impl Read for TagSlot {
    fn read(&mut self, decoder: &mut dyn Decoder) -> Result<(), DecodeError> {
        let found = decoder.string()?;
        if found != self.entity {
            return Err(DecodeError::other_entity(self.entity, &found));
        }
        self.is_there = true;
        Ok(())
    }

    fn fill(&mut self) -> bool {
        self.is_there
    }
}

/// Refuses an item of another type, before one of its other attributes is found not to fit.
///
/// An item without the tag passes: that is a fault of the item, if the whole of it is read.
pub(crate) fn check_entity(schema: &Schema, item: &Item) -> Result<(), DecodeError> {
    match &schema.entity {
        Some(entity) => check_tag(entity, item.get(entity.tag)),
        None => Ok(()),
    }
}

pub(crate) fn check_tag(entity: &Entity, tag: Option<&AttributeValue>) -> Result<(), DecodeError> {
    match tag {
        Some(AttributeValue::S(name)) if name != entity.name => {
            Err(DecodeError::other_entity(entity.name, name)
                .at(Step::Field(Cow::Borrowed(entity.tag))))
        }
        _ => Ok(()),
    }
}

/// Why an item cannot be read: because it is of another type, if it is, and not because of what that
/// type has otherwise.
#[cold]
pub(crate) fn explain(schema: &Schema, text: &str, error: DecodeError) -> DecodeError {
    let Some(entity) = &schema.entity else {
        return error;
    };
    let mut decoder = JsonDecoder::item_text(text);
    match decoder.peek_text(entity.tag) {
        Ok(Some(name)) if name != entity.name => {
            DecodeError::other_entity(entity.name, &name).at(Step::Field(Cow::Borrowed(entity.tag)))
        }
        _ => error,
    }
}
